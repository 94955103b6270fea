import { parse } from 'csv-parse/sync'
import {
  type Arbitrary,
  array,
  asyncProperty,
  assert as check,
  constantFrom,
  integer,
  option,
  record,
} from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  const attributes = [
    { key: 'size', label: 'Size', kind: 'text' },
    { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
  ]
  await app.call('PUT', '/api/category/screws', { body: { name: 'Screws', attributes }, as: admin })
})
afterAll(() => app[Symbol.asyncDispose]())

const SPECIAL = [
  '=',
  '+',
  '-',
  '@',
  "'",
  "'=",
  '"',
  '\n',
  '\r\n',
  '\t',
  ',',
  ';',
  '5 mm',
  '1,000',
  '½',
  'é',
  '𝛼',
  ' ',
  'a',
]

const text = array(constantFrom(...SPECIAL), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
  .filter((joined) => joined.trim() !== '')

const maybe = <Value>(values: Arbitrary<Value>) => option(values, { nil: undefined })

const product = record({
  name: text,
  description: text,
  size: text.map((value) => value.replace(/[\r\n\t]/g, '')).filter((value) => value.trim() !== ''),
  length: integer({ min: -5_000_000, max: 5_000_000 }).map((thousandths) => thousandths / 1000),
  price: integer({ min: 2, max: 1_000_000_000 }).map((e4) => e4 / 10_000),
  step: constantFrom(1, 7, 100, 250),
  customs: record({
    weight: maybe(integer({ min: 1, max: 1_000_000_0000 }).map((e4) => e4 / 10_000)),
    leadDays: maybe(integer({ min: 0, max: 365 })),
    origin: maybe(constantFrom('DE', 'no', 'Us')),
    customsCode: maybe(constantFrom('073181', '7318.15.20', '73181520 950')),
  }),
})

test('an export that is imported again changes nothing', async () => {
  let count = 0
  await check(
    asyncProperty(product, async ({ name, description, size, length, price, step, customs }) => {
      count += 1
      const from = Math.ceil(100 / step) * step
      const { status } = await app.call('POST', '/api/product', {
        body: samplePart({
          name: `${name}${count}`,
          description,
          quantity: count,
          category: 'screws',
          attributes: { size, length },
          step,
          ...customs,
          prices: [
            { from, price },
            { from: from + step, price: 0.0001 },
          ],
        }),
        as: admin,
      })
      expect(status).toBe(201)
    }),
    { numRuns: 150 },
  )
  const exported = await app.call('GET', '/api/product.csv', { as: admin })
  expect(exported.status).toBe(200)
  expect(exported.body.split('\r\n', 1)[0]).toBe(
    'sku,name,category,price,prices,minimum,step,quantity,description,image,weight,leadDays,origin,customsCode,reorderPoint,from 1,price 1,from 2,price 2,attribute:size,attribute:length',
  )
  const cells = parse(exported.body).flat()
  // A number below 0 is no formula.
  const beginsFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell)
  expect(cells.filter(beginsFormula)).toEqual([])
  const { body } = await app.call('POST', '/api/import', {
    body: exported.body,
    as: admin,
    headers: { 'Content-Type': 'text/csv' },
  })
  const changed = await app.call('GET', `/api/import/${body._id}?kind=changed`, { as: admin })
  expect(changed.body.rows).toEqual([])
  expect(body.counts).toEqual({ added: 0, changed: 0, unchanged: count, wrong: 0 })
})

test('an export has the filters of the list', async () => {
  const found = await app.call('GET', '/api/product.csv?category=screws&length=..0&sort=name', { as: admin })
  const list = await app.call('GET', '/api/product?category=screws&length=..0&sort=name&limit=100')
  expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(20)
  for (const { sku } of list.body) expect(found.body).toContain(sku)
  expect((await app.call('GET', '/api/product.csv?category=none', { as: admin })).status).toBe(422)
})
