import { expect, test } from 'vitest'
import { sampleProduct } from '#tests/support/sample-product.ts'
import type { Product } from '../schema.ts'
import { fieldAttributes } from '../shown-fields.ts'
import { attributeText } from '../texts.ts'
import { cardLines, dataSheetLines, shownFacts } from './product-fields.ts'

const part: Product = sampleProduct({ sku: 'A-1' })

const customs = { weight: 4.7, leadDays: 3, origin: 'DE', customsCode: '73181520' }

const rowsOf = (product: Product) => [
  ...fieldAttributes(product).map((attribute) => `${attribute.label} ${attributeText(attribute)}`),
  ...shownFacts.flatMap(({ label, textOf }) => {
    const text = textOf(product)
    return text === undefined ? [] : [`${label} ${text}`]
  }),
]

test('visitors read weight, origin, customs code and lead time', () => {
  const usual = rowsOf(part)
  expect(rowsOf({ ...part, ...customs }).filter((row) => !usual.includes(row))).toEqual([
    'Weight 4.7 g per piece',
    'Made in Germany',
    'Customs code 7318 15 20',
    'Ready in 3 working days',
  ])
})

test('and nothing of what a product does not have', () => {
  expect(rowsOf(part)).toContain('Part number A-1')
  expect(rowsOf(part).join('\n')).not.toMatch(/Weight|Made in|Customs code|Ready/)
})

test('cards and the lines on ordering of the data sheet do not have them', () => {
  expect(cardLines({ ...part, ...customs })).toEqual(cardLines(part))
  expect(dataSheetLines({ ...part, ...customs })).toEqual(dataSheetLines(part))
})

test.each([
  ['731815', '7318 15'],
  ['7318152', '7318 15 2'],
  ['73181520950', '7318 15 20 95 0'],
])('the customs code %s is written %s', (customsCode, text) => {
  expect(fieldAttributes({ ...part, customsCode }).map(({ value }) => value)).toEqual([text])
})
