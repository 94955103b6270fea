import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { type BerlinShop, createBerlinShop } from '#tests/support/berlin-shop.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import type { PlannedPrices } from '../schema.ts'

let berlin: BerlinShop
let admin: Person
let part: Product

const HIGHER = [{ from: 100, price: 0.06 }]

beforeEach(async () => {
  berlin = await createBerlinShop()
  admin = await berlin.app.registerAdmin()
  await at('2026-12-01T12:00:00Z')
  part = (await call('POST', 'product', samplePart({ name: 'Sample screw', price: 0.05 }))).body
})
afterEach(() => berlin[Symbol.asyncDispose]())

/** Lets it be that time, at which the admin is signed in. */
async function at(time: string): Promise<void> {
  await berlin.at(time)
  admin = await berlin.app.signIn(admin)
}

const call = (method: string, path: string, body?: object) =>
  berlin.app.call(method, `/api/${path}`, { as: admin, ...(body && { body }) })

test('a plan of who lost the right, or has deleted the account, is shown as one of theirs, and is applied', async () => {
  const { app } = berlin
  const give = (email: string, rights: readonly string[]) => call('PUT', `user/staff/${email}`, { rights })
  const planBy = async (day: string, before: object = part.prices, prices: object = HIGHER) => {
    const person = await app.register()
    await verifyEmail(app.shop, person)
    expect((await give(person.email, ['products'])).status).toBe(200)
    const body = { day, plans: [{ productId: part._id, before, prices }] }
    expect((await app.call('POST', '/api/planned-prices', { as: person, body })).status).toBe(201)
    return person
  }
  const later = [{ from: 100, price: 0.07 }]
  const first = await planBy('2027-02-01')
  const second = await planBy('2027-03-01', HIGHER, later)
  const shown = async () =>
    (await call('GET', 'planned-prices')).body.map(({ by, byHasNoRight }: PlannedPrices) => [
      by,
      byHasNoRight === true,
    ])
  expect(await shown()).toEqual([
    [first.email, false],
    [second.email, false],
  ])
  await give(first.email, [])
  await app.shop.db
    .updateTable('user')
    .set({ deletedAt: app.shop.now() })
    .where('email', '=', second.email)
    .execute()
  expect(await shown()).toEqual([
    [first.email, true],
    [second.email, true],
  ])
  await at('2027-03-01T12:00:00Z')
  await app.runJobs('apply planned prices')
  expect((await call('GET', `product/${part._id}`)).body.prices).toEqual(later)
})
