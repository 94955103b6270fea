import { describe, expect, test } from 'vitest'
import { singular } from '#kit/text/singular.ts'
import { editDistance } from './edit-distance.ts'
import {
  asPartNumber,
  hasWhole,
  normalText,
  plainPartNumber,
  searchColumns,
  wholeWords,
  wordsOf,
} from './search-terms.ts'

test.each([
  ['M8 × 40', 'm8x40'],
  ['m8 x 40', 'm8x40'],
  ['M 8 x 40', 'm8x40'],
  ['M8*40', 'm8x40'],
  ['8 mm x 40 mm', '8x40mm'],
  ['10 × 16 × 16', '10x16x16'],
  ['DIN 933 / ISO 4017', 'din933 / iso4017'],
  ['DIN 933/ISO 4017', 'din933iso4017'],
  ['din-933', 'din933'],
  ['DIN 976-1', 'din9761'],
  ['8 mm, 8.5 MM', '8mm, 8.5mm'],
  ['80 °C and 75 %', '80°c and 75%'],
  ['5 mmx', '5 mmx'],
  ['HX-933-M8-40', 'hx933m840'],
  ['A2-70 stainless--steel 1_0', 'a270 stainlesssteel 1_0'],
  ['R1/4 and 1/4', 'r1/4 and 1/4'],
  ['and/or', 'andor'],
  ['−0.95', '-0.95'],
  ['Größe ÅÄÖ ﬁt １２', 'grosse aao fit 12'],
  ['a\u0000b\tc\n d ␟e', 'a b c d e'],
  ['-- -x- -+-', '-- -x- -+-'],
  ['x', 'x'],
  ['', ''],
])('the normal form of "%s" is "%s"', (text, normal) => {
  expect(normalText(text)).toBe(normal)
})

test.each([
  ['screws', 'screw'],
  ['nuts', 'nut'],
  ['bushes', 'bush'],
  ['washers', 'washer'],
  ['hinges', 'hinge'],
  ['boxes', 'box'],
  ['assemblies', 'assembly'],
  ['brass', 'brass'],
  ['stainless', 'stainless'],
  ['bus', 'bus'],
  ['chassis', 'chassis'],
  ['m8s', 'm8s'],
])('the singular of "%s" is "%s"', (word, one) => {
  expect(singular(word)).toBe(one)
})

describe('the words of a search', () => {
  test.each([
    ['Screws, M8 x 40', ['screw', 'm8x40']],
    ['8 x 40 mm', ['8x40']],
    ['assemblies', ['assembl']],
    ['nut NUT nut', ['nut']],
    ['hx 933 m8 40', ['hx', '933', 'm8', '40']],
    [', ; :', [',', ';', ':']],
    ['a b c d e f g h i j k l', [...'abcdefghij']],
    ['  \u0000 ', []],
  ])('of "%s" are %j', (q, parts) => {
    expect(wordsOf(q).map(({ part }) => part)).toEqual(parts)
  })

  // attack: search-load
  test.each([
    '-'.repeat(200),
    'a-'.repeat(100),
    '1 x '.repeat(50),
    '🔩'.repeat(100),
    'ﷺ'.repeat(200),
    '8 mm x'.repeat(33),
  ])('of a hostile text are limited (%s)', (q) => {
    const words = wordsOf(q)
    expect(words.length).toBeLessThanOrEqual(10)
    expect(words.map(({ part }) => part).join(' ').length).toBeLessThanOrEqual(200)
  })

  test.each([
    ['hx-933-m8-40', 'hx933m840'],
    ['hx 933 m8 40', 'hx933m840'],
    ['HX933', 'hx933'],
    ['hx --', undefined],
    ['', undefined],
  ])('as a part number, "%s" is %s', (q, sku) => {
    expect(asPartNumber(wordsOf(q))).toBe(sku)
  })
})

test('whole words are tokens and the runs of letters and digits in them, without plural endings', () => {
  expect(wholeWords('Screws M8 × 40')).toEqual([
    'screw',
    'm',
    'm8',
    'm8x',
    'm8x40',
    '8',
    '8x',
    '8x40',
    'x',
    'x40',
    '40',
  ])
  expect(wholeWords('12.2 DIN 976-1 (e-clips)')).toEqual([
    '12.2',
    'din',
    'din976',
    'din9761',
    '976',
    '9761',
    '1',
    'e',
    'eclip',
    'clip',
  ])
  expect(wholeWords('a1'.repeat(500)).length).toBeLessThanOrEqual(300)
  expect(Math.max(...wholeWords(`${'z'.repeat(3000)} ok`).map(({ length }) => length))).toBe(2)
})

test.each([
  ['tube 8mm', '8mm', true],
  ['tube 18mm', '8mm', false],
  ['tube 8.8mm', '8mm', false],
  ['m8x40', 'm8', true],
  ['m8x40', '40', true],
  ['m80', 'm8', false],
  ['steel 8.8, m8', '8', true],
  ['steel 8.8', '8', false],
  ['steel 8.8', '8.8', true],
  ['18 8', '8', true],
  ['', '8', false],
])('"%s" has "%s" as a whole: %s', (text, word, isWhole) => {
  expect(hasWhole(text, word)).toBe(isWhole)
})

test('a search in any spelling is a part of the text of its product', () => {
  const { search_text, search_words, sku_search } = searchColumns({
    name: 'Hexagon head screw M8 × 40, DIN 933',
    sku: 'HX-933.M8/40',
    description: 'Steel 8.8,\nzinc plated. 13 mm across flats.',
  })
  expect(search_text.split('\n')).toEqual([
    'hexagon head screw m8x40, din933',
    'hx933.m8/40 hx933m840',
    'steel 8.8, zinc plated. 13mm across flats.',
  ])
  expect(search_words).toMatch(/^ hexagon head screw .* $/)
  expect(sku_search).toBe(plainPartNumber('hx 933 m8 40'))
})

test.each([
  ['screw', 'screw', 0],
  ['scrwe', 'screw', 1],
  ['hexagn', 'hexagon', 1],
  ['hexaagon', 'hexagon', 1],
  ['bolt', 'boot', 1],
  ['nut', '', 3],
  ['abc', 'cab', 2],
])('"%s" and "%s" differ by %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})
