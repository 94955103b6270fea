import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#demo/seed.ts'
import { VISITOR } from '#features/agreed-prices/agreed-prices.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { quoteText } from '../quote.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  await seedDemo(shop)
})
afterAll(() => shop[Symbol.asyncDispose]())

const ask = async (text: string) => (await quoteText(shop.db, VISITOR, text)).lines

// The part that is meant is among three.
test.each([
  ['DIN 934 M8 nuts 1000', 'NH-934-M8', 1000],
  ['M6x20 socket screw stainless 500', 'SC-912-M6-20', 500],
  ['CB 603 M8 60 : 200', 'CB-603-M8-60', 200],
  ['Sechskantschraube M8 x 40, 500 Stück', 'HX-933-M8-40', 500],
  ['1k nyloc nuts M6', 'NL-985-M6', 1000],
  ['300 pcs of M8 washer', 'WA-125-M8', 300],
  ['2 boxes of 50 nuts M8', 'NH-934-M8', undefined],
  ['hexagon nut M8', 'NH-934-M8', undefined],
  ['urgently needed: hexagon nut M8 500', 'NH-934-M8', 500],
  ['socket head m6x21 500', 'SC-912-M6-20', 500],
])('"%s" has %s to choose, and is not chosen', async (text, sku, quantity) => {
  const [line] = await ask(text)
  expect(line).toMatchObject({ given: text, problem: 'unknown' })
  expect(line?.productId).toBeUndefined()
  expect(line?.fixes?.map((fix) => 'sku' in fix && fix.sku)).toContain(sku)
  expect(line?.fixes?.length).toBeLessThanOrEqual(3)
  expect(line?.quantity).toBe(quantity)
})

test('a described part has its picture and facts, and the line no part number', async () => {
  const [line] = await ask('DIN 934 M8 nuts 1000')
  expect(line?.sku).toBeUndefined()
  expect(line?.fixes?.[0]).toMatchObject({ sku: 'NH-934-M8', image: expect.stringMatching(/^\//) })
  expect(line?.fixes?.[0]).toHaveProperty('facts', expect.stringContaining('M8'))
})

test('lines of a mail that name no part have nothing to choose', async () => {
  const mail = [
    'Dear Ms Miller,',
    'Our order 4711 of 12.03.2026',
    'Sample Street 12',
    '12345 Sample City',
    'Tel. +49 30 1234567',
    'On 12 March 2026 somebody wrote:',
  ]
  expect((await ask(mail.join('\n'))).map(({ fixes }) => fixes)).toEqual(mail.map(() => undefined))
})

test('a wrong part number has the nearest ones, also in a line with more words', async () => {
  const [line] = await ask('HX-934-M8-40\tHexagon screw\t500')
  expect(line).toMatchObject({ sku: 'HX-934-M8-40', quantity: 500, problem: 'unknown' })
  expect(line?.fixes?.[0]).toHaveProperty('sku', 'HX-933-M8-40')
})
