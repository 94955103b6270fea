import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDecimalMarks, type NumberKind } from './decimal-mark.ts'
import { inOneReading, readPrice } from './read-price.ts'

/** What becomes of a text beside others of its column and of another. */
function settled(
  text: string,
  own: readonly string[],
  other: readonly string[] = [],
  kind: NumberKind = 'decimal',
) {
  const marks = createDecimalMarks()
  for (const each of [...own, text]) marks.see('own', each, kind)
  for (const each of other) marks.see('other', each, 'decimal')
  return marks.settle('own', text)
}

test.each<[string, string[], string[], string]>([
  ['3,277', ['7,35'], [], '3.2770'],
  ['3,277', ['7.35'], [], '3277'],
  ['1.250', ['0,125'], [], '1250'],
  ['1.250', ['1.250,50'], ['0.5'], '1250'],
  ['1.250', ['1.000.000'], [], '1250'],
  ['1.250', ['1 250,5'], [], '1250'],
  ['1.250', [], ['0.5'], '1.25'],
  ['1.250', ['1 000', '12', 'no number', '3.500'], [], '1.250'],
  ['1.250', ['7,35', '7.35'], ['7,35'], '1.250'],
  ['1.250', [], ['7,35', '7.35'], '1.250'],
  ['7.35', ['7,35'], [], '7.35'],
  ['1.250.000', ['7.35'], [], '1.250.000'],
])('%j beside %j in its column and %j in another is %j', (text, own, other, expected) => {
  expect(settled(text, own, other)).toBe(expected)
})

test.each<[string, string[], string[], string]>([
  ['1,250', [], [], '1250'],
  ['500,000', ['1,250'], [], '500000'],
  ['500,000', ['2000,000'], [], '500'],
  ['500,000', [], ['0,03'], '500'],
  ['1,250', [], ['0,03'], '1,250'],
])('the whole number %j beside %j and %j is %j', (text, own, other, expected) => {
  expect(settled(text, own, other, 'whole')).toBe(expected)
})

test('a number that is written in one reading has one, and is the same', () => {
  const number = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((e4) => e4 / 10_000)
  fc.assert(
    fc.property(number, (value) => {
      const text = inOneReading(value)
      expect(Number(text)).toBe(value)
      expect(readPrice(text.replace('-', ''))).toEqual([Math.abs(value)])
    }),
  )
})
