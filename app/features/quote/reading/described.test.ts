import { expect, test } from 'vitest'
import { descriptionsOf } from './described.ts'

const read = (given: string) => descriptionsOf(given).map(({ words, quantity }) => [words, quantity])

test.each([
  ['DIN 934 M8 nuts 1000', 'DIN 934 M8 nuts', 1000],
  ['1,000 x DIN 934 M8 nuts', 'DIN 934 M8 nuts', 1000],
  ['M6x20 socket screw stainless 500', 'M6x20 socket screw stainless', 500],
  ['3. hex bolt M8 x 40, 500 pcs', 'hex bolt M8x40', 500],
  ['500 x M8 x 40 hex bolt', 'M8x40 hex bolt', 500],
  ['Please send 500 pcs of nyloc nuts M6 @ $0.12', 'nyloc nuts M6', 500],
  ['Pos 10; Scheibe M8; 1.000 Stück', 'Scheibe M8', 1000],
  ['washers M8 50', 'washers M8', 50],
  ['hexagon nut M8', 'hexagon nut M8', undefined],
])('"%s" asks for "%s"', (given, words, quantity) => {
  expect(read(given)[0]).toEqual([words, quantity])
})

test('each number that may be the quantity is one way to read a line, the last first', () => {
  expect(read('CB 603 M8 60 : 200')).toEqual([
    ['CB 603 M8 60', 200],
    ['CB M8 60 200', 603],
  ])
  expect(read('M6 screw 20 500')).toEqual([
    ['M6 screw 20', 500],
    ['M6 screw', 20_500],
  ])
})

test('two numbers with a multiplication sign may be a size or an amount, so they are no number of pieces', () => {
  expect(read('nuts M8 5 x 100')).toEqual([
    ['nuts M8 5x100', undefined],
    ['nuts M8', undefined],
  ])
  expect(read('nuts M8 5 x 100, 500 pcs')[0]).toEqual(['nuts M8 5x100', 500])
})

test('an amount in packages is no number of pieces', () => {
  expect(read('2 boxes of 50 nuts M8').at(-1)).toEqual(['nuts M8', undefined])
})

test('what is a single word, has no digit or no letter, or is no line of a list, describes nothing', () => {
  for (const given of ['HX-933-M8-40 500', 'Kind regards', '4711 12', `M8 ${'x '.repeat(200)}`, ''])
    expect(read(given)).toEqual([])
})
