import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT_FIELDS, type ProductFieldName } from '#features/catalog/fields.ts'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { attributeColumn, PRODUCT_COLUMNS } from '../columns/columns.ts'

/** Of each field a value that is not its default, and a cell with another one with the fields that follow it. */
const FIELDS: Readonly<
  Record<ProductFieldName, { entered: unknown; cell: string; alsoChanges?: readonly string[] }>
> = {
  sku: { entered: 'KEPT-1', cell: 'KEPT-1' },
  name: { entered: 'Kept screw', cell: 'Another screw' },
  price: { entered: 0.5, cell: '0.6', alsoChanges: ['prices'] },
  quantity: { entered: 5000, cell: '6000' },
  description: { entered: 'It stays.', cell: 'It goes.' },
  image: { entered: '/drawings/kept.svg', cell: '/drawings/other.svg', alsoChanges: ['images'] },
  category: { entered: 'kept', cell: 'other' },
  minimum: { entered: 200, cell: '300', alsoChanges: ['prices'] },
  step: { entered: 50, cell: '100' },
  prices: {
    entered: [
      { from: 200, price: 0.5 },
      { from: 1000, price: 0.4 },
    ],
    cell: '200:0.7 1000:0.4',
    alsoChanges: ['price'],
  },
  weight: { entered: 4.7, cell: '0.0001' },
  leadDays: { entered: 3, cell: '0' },
  origin: { entered: 'DE', cell: 'fr' },
  customsCode: { entered: '73181520', cell: '0731.81.52' },
  reorderPoint: { entered: 2000, cell: '0' },
}

const ATTRIBUTES = { thread: 'M8', length: 40 }

let app: TestApp
let admin: Person
let kept: ManagedProduct

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  const attributes = [
    { key: 'thread', label: 'Thread', kind: 'text' },
    { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
  ]
  for (const slug of ['kept', 'other'])
    await app.call('PUT', `/api/category/${slug}`, { body: { name: slug, attributes }, as: admin })
  const entered = Object.entries(FIELDS).map(([name, field]) => [name, field.entered])
  const body = { ...Object.fromEntries(entered), attributes: ATTRIBUTES }
  const answer = await app.call('POST', '/api/product', { body, as: admin })
  expect(answer.status).toBe(201)
  kept = answer.body
})
afterAll(() => app[Symbol.asyncDispose]())

const run = async (path: string, body: string | object) => {
  const headers = { 'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json' }
  return (await app.call('POST', path, { body, as: admin, headers })).body
}

const read = async (): Promise<ManagedProduct> =>
  (await app.call('GET', `/api/product/${kept._id}`, { as: admin })).body

/** The product without what each change changes, and without the named fields. */
const others = (product: ManagedProduct, ...names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(product).filter(([name]) => !['revision', 'updatedAt', ...names].includes(name)),
  )

test('each field has a column, and every field of a product is tested here', () => {
  expect(Object.keys(FIELDS).toSorted()).toEqual(PRODUCT_FIELDS.toSorted())
  expect([...PRODUCT_COLUMNS].toSorted()).toEqual(PRODUCT_FIELDS.toSorted())
  expect(kept).toMatchObject(Object.fromEntries(PRODUCT_FIELDS.map((name) => [name, FIELDS[name].entered])))
})

test.each(['weight', 'leadDays', 'origin', 'customsCode', 'category', 'reorderPoint'] as const)(
  'an empty cell takes the %s away, and undoing puts it back',
  async (name) => {
    const cells =
      name === 'category' ? 'category;attribute:thread;attribute:length\nKEPT-1;;;' : `${name}\nKEPT-1;`
    const { _id, counts } = await run('/api/import', `sku;${cells}`)
    expect(counts).toMatchObject({ changed: 1, wrong: 0 })
    await run(`/api/import/${_id}/apply`, {})
    expect(await read()).not.toHaveProperty(name)
    await run(`/api/import/${_id}/undo`, {})
    expect(others(await read())).toEqual(others(kept))
  },
)

test('a file of part numbers alone changes nothing', async () => {
  expect((await run('/api/import', 'sku\nKEPT-1')).counts).toMatchObject({ unchanged: 1, changed: 0 })
})

test.each([
  ...PRODUCT_FIELDS.filter((name) => name !== 'sku').map((name) => ({ ...FIELDS[name], name, column: name })),
  { name: 'attributes', column: attributeColumn('thread'), cell: 'M10', alsoChanges: [] },
])(
  'a row that names only its $name keeps all other fields',
  async ({ name, column, cell, alsoChanges = [] }) => {
    const before = await read()
    const { _id, counts } = await run('/api/import', `sku;${column}\nKEPT-1;${cell}`)
    expect(counts).toMatchObject({ changed: 1, wrong: 0 })
    await run(`/api/import/${_id}/apply`, {})
    const after = await read()
    expect(after[name as keyof ManagedProduct]).not.toEqual(before[name as keyof ManagedProduct])
    expect(others(after, name, ...alsoChanges)).toEqual(others(before, name, ...alsoChanges))
    if (name === 'attributes')
      expect(after.attributes.map(({ key, value }) => [key, value])).toEqual([
        ['thread', 'M10'],
        ['length', 40],
      ])
    // Later price breaks follow no other field.
    if (name !== 'prices') expect(after.prices.slice(1)).toEqual(before.prices.slice(1))
    await run(`/api/import/${_id}/undo`, {})
    expect(others(await read())).toEqual(others(kept))
  },
)
