import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import { DAY_MS } from '#kit/time.ts'
import type { Person } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { suggestReorderPoint } from './reorder-suggestion.ts'

let app: TestApp
let admin: Person

beforeEach(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
})
afterEach(() => app[Symbol.asyncDispose]())

async function add(fields: object): Promise<ManagedProduct> {
  const body = samplePart({ quantity: 1_000_000, ...fields })
  return (await app.call('POST', '/api/product', { body, as: admin })).body
}

async function sell(part: ManagedProduct, pieces: number): Promise<void> {
  const customer = await app.register()
  await app.pay(customer, await app.order(customer, part, pieces))
}

const suggestion = (id: string) => app.call('GET', `/api/product/${id}/reorder-point`, { as: admin })

/** As it is some days later. */
const suggestionIn = (days: number, id: string) =>
  suggestReorderPoint({ ...app.shop, now: () => app.shop.now() + days * DAY_MS }, id)

test('a part without a lead time is to last for two weeks and one more, at the pace of its sales', async () => {
  const part = await add({})
  await sell(part, 700)
  const { status, body } = await suggestion(part._id)
  // It is new: a week is what there is to judge by.
  expect([status, body]).toEqual([
    200,
    { days: 7, pieces: 700, perWeek: 700, coveredDays: 21, suggested: 2100 },
  ])
  const read = await app.call('GET', `/api/product/${part._id}`, { as: admin })
  expect(read.body.reorderPoint).toBeUndefined()
})

test('a lead time in working days counts, and the result has two digits', async () => {
  const part = await add({ leadDays: 5 })
  await sell(part, 333)
  expect((await suggestion(part._id)).body).toMatchObject({ leadDays: 5, coveredDays: 14, suggested: 670 })
})

test('what was not sold, is unpaid or is older than 90 days suggests nothing', async () => {
  const [none, unpaid, old] = [await add({}), await add({}), await add({})]
  await app.order(await app.register(), unpaid, 500)
  await sell(old, 900)
  for (const { _id } of [none, unpaid])
    expect((await suggestion(_id)).body).toEqual({ days: 7, pieces: 0, perWeek: 0, coveredDays: 21 })
  expect(await suggestionIn(60, old._id)).toMatchObject({ days: 61, pieces: 900, perWeek: (900 * 7) / 61 })
  expect(await suggestionIn(100, old._id)).toEqual({ days: 90, pieces: 0, perWeek: 0, coveredDays: 21 })
})

test('it is for staff who may change parts, and of a part that there is', async () => {
  const part = await add({})
  const path = `/api/product/${part._id}/reorder-point`
  expect((await app.call('GET', path)).status).toBe(401)
  expect((await app.call('GET', path, { as: await app.register() })).status).toBe(403)
  expect((await suggestion('aaaaaaaaaaaaaaaaaaaaaaaa')).status).toBe(404)
})
