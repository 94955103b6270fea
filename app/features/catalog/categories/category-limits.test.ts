import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterEach(() => shop[Symbol.asyncDispose]())

const put = (slug: string, body: object) => shop.call('PUT', `/api/category/${slug}`, { as: admin, body })

const categories = async () => (await shop.call('GET', '/api/category')).body

const insert = async (rows: { slug: string; parent: string | null }[]) => {
  const named = rows.map((row) => ({ ...row, name: row.slug }))
  for (let start = 0; start < named.length; start += 500)
    await shop.shop.db
      .insertInto('categories')
      .values(named.slice(start, start + 500))
      .execute()
}

/** Each below the one before. */
const chain = (name: string, length: number) =>
  Array.from({ length }, (_, index) => ({
    slug: `${name}-${index}`,
    parent: index === 0 ? null : `${name}-${index - 1}`,
  }))

// attack: category-load
test('a parent that makes the tree deeper than 8 levels is refused, with whatever is below', async () => {
  await insert([...chain('deep', 7), ...chain('other', 2)])
  expect((await put('eighth', { name: 'Eighth', parent: 'deep-6' })).status).toBe(200)
  const before = await categories()
  for (const [slug, parent] of [
    ['ninth', 'eighth'],
    ['other-0', 'deep-6'],
  ] as const) {
    const { status, body } = await put(slug, { name: 'X', parent })
    expect([status, body.errors[0].pointer]).toEqual([422, '#/parent'])
  }
  expect(await categories()).toEqual(before)
  expect((await put('other-0', { name: 'Moved', parent: 'deep-5' })).status).toBe(200)
})

// attack: category-load
test('a category above 1,000 is refused, and those that there are can change', async () => {
  await insert(Array.from({ length: 1000 }, (_, index) => ({ slug: `c-${index}`, parent: null })))
  const { status, body } = await put('c-1000', { name: 'X' })
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(await categories()).toHaveLength(1000)
  expect((await put('c-999', { name: 'Renamed' })).status).toBe(200)
})

// attack: category-load
test('rows that are deeper than any change allows are read and can be renamed', async () => {
  await insert(chain('deep', 3000))
  const product = await shop.addProduct({ category: 'deep-2999' } as object)
  const list: { slug: string; count: number }[] = await categories()
  expect(list.find(({ slug }) => slug === 'deep-0')?.count).toBe(1)
  const found = await shop.call('GET', '/api/product?category=deep-0')
  expect(found.body.map(({ _id }: { _id: string }) => _id)).toEqual([product._id])
  expect((await put('deep-2999', { name: 'Renamed', parent: 'deep-2998' })).status).toBe(200)
})
