import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person

const SCREWS = {
  name: 'Screws',
  attributes: [{ key: 'length', label: 'Length', unit: 'mm', kind: 'number' }],
}

const put = (body: object) => shop.call('PUT', '/api/category/screws', { as: admin, body })

const categories = async () => (await shop.call('GET', '/api/category')).body

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  await put(SCREWS)
})
afterEach(() => shop[Symbol.asyncDispose]())

test('a change of the category as it is', async () => {
  const changed = { ...SCREWS, name: 'All screws' }
  expect((await put({ ...changed, before: SCREWS })).status).toBe(200)
  expect(await categories()).toEqual([{ ...changed, slug: 'screws', count: 0 }])
})

test.each([{ name: 'Bolts', attributes: SCREWS.attributes }, { name: 'Screws', attributes: [] }, null])(
  'a change of the category as %j is refused with the category as it is',
  async (before) => {
    const listed = await categories()
    const { status, body } = await put({ ...SCREWS, name: 'All screws', before })
    expect([status, body.code, body.category]).toEqual([
      409,
      'category_changed',
      { ...SCREWS, slug: 'screws' },
    ])
    expect(await categories()).toEqual(listed)
  },
)

test('a change of a category that is deleted meanwhile is refused, and it can be made again', async () => {
  await shop.call('DELETE', '/api/category/screws', { as: admin })
  const { status, body } = await put({ ...SCREWS, before: SCREWS })
  expect([status, body.code, body.category]).toEqual([409, 'category_changed', undefined])
  expect(await categories()).toEqual([])
  expect((await put({ ...SCREWS, before: null })).status).toBe(200)
  expect(await categories()).toHaveLength(1)
})

test('of two changes of the same category at once one is refused', async () => {
  const names = ['Wood screws', 'Metal screws']
  const answers = await Promise.all(names.map((name) => put({ ...SCREWS, name, before: SCREWS })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const saved = answers.findIndex(({ status }) => status === 200)
  expect(await categories()).toMatchObject([{ name: names[saved] }])
})
