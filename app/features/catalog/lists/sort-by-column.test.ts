import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { putCategory } from '../categories/categories.ts'
import { type CategoryQuery, readCategoryFilter } from '../categories/category-filter.ts'
import { archiveProduct, createProduct } from '../products/change-products.ts'
import { listSortedByColumn } from './sort-by-column.ts'

let shop: TestShop

const ADMIN = { id: 'admin', email: 'admin@example.com' }

/** The first letter of each name is the sequence of publication. */
const PARTS = [
  { name: 'A', sku: 'P-10', thread: 'M10', length: 40, prices: [0.5, 0.1], quantity: 500, word: 'zinc' },
  { name: 'B', sku: 'P-9', thread: 'M8', length: 8, prices: [0.4], quantity: 100, word: 'zinc' },
  { name: 'C', sku: 'p-2', thread: 'M8', length: undefined, prices: [0.9, 0.2], quantity: 0, word: 'steel' },
  { name: 'D', sku: 'P-1', thread: undefined, length: 100, prices: [0.3, 0.25], quantity: 900, word: 'zinc' },
]

beforeAll(async () => {
  shop = await createTestShop()
  await putCategory(shop, ADMIN, 'screws', {
    name: 'Screws',
    attributes: [
      { key: 'thread', label: 'Thread', kind: 'text' },
      { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
    ],
  })
  await putCategory(shop, ADMIN, 'short', {
    name: 'Short',
    parent: 'screws',
    attributes: [{ key: 'length', label: 'Length', unit: 'mm', kind: 'number' }],
  })
  for (const { name, sku, thread, length, prices, quantity, word } of PARTS)
    await createProduct(
      shop,
      ADMIN,
      samplePart({
        ...{ name, sku, quantity, description: word },
        prices: prices.map((price, index) => ({ from: 100 * 10 ** index, price })),
        category: thread === undefined ? 'short' : 'screws',
        attributes: { ...(thread && { thread }), ...(length !== undefined && { length }) },
      }),
    )
  const archived = samplePart({ name: 'E', description: 'zinc', category: 'screws' })
  const { _id } = await createProduct(shop, ADMIN, archived)
  await archiveProduct(shop, ADMIN, _id)
})
afterAll(() => shop[Symbol.asyncDispose]())

async function namesOf(
  sort: string,
  query: Partial<CategoryQuery> = {},
  page = { skip: 0, limit: 50 },
): Promise<string> {
  const column = { column: sort.replace('-', ''), isDescending: sort.startsWith('-') }
  if (sort.endsWith('top-price')) column.column = 'top-price'
  const filter = await readCategoryFilter(shop.db, { category: 'screws', ...query })
  const products = await listSortedByColumn(shop.db, filter, column, page)
  return products.map(({ name }) => name).join('')
}

test.each([
  ['sku', 'DCBA'],
  ['-sku', 'ABCD'],
  ['price', 'DBAC'],
  ['-price', 'CABD'],
  ['top-price', 'ACDB'],
  ['-top-price', 'BDCA'],
  ['quantity', 'CBAD'],
  ['thread', 'BCAD'],
  ['-thread', 'ABCD'],
  ['length', 'BADC'],
  ['-length', 'DABC'],
])('sorts by %s, those without a value last', async (sort, names) => {
  expect(await namesOf(sort)).toBe(names)
})

test('an unknown column keeps all products', async () => {
  expect(await namesOf('colour')).toBe('ABCD')
})

test('filters, searches and pages', async () => {
  expect(await namesOf('length', { attributes: { thread: ['M8', 'M10'] } })).toBe('BAC')
  expect(await namesOf('length', { attributes: { length: ['9..'] } })).toBe('AD')
  expect(await namesOf('length', { q: 'zinc' })).toBe('BAD')
  expect(await namesOf('length', { q: 'zinc', attributes: { thread: ['M8'] } })).toBe('B')
  expect(await namesOf('length', { category: 'short' })).toBe('D')
  expect(await namesOf('length', {}, { skip: 1, limit: 2 })).toBe('AD')
  expect(await namesOf('length', {}, { skip: 9, limit: 2 })).toBe('')
})
