import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { foundCompany, joinTo, registerVerified } from '#tests/support/company.ts'
import { orderOfLines, type Person, userIdOf } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let bolt: Product
let nut: Product

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  bolt = await app.addProduct({ name: 'Sample bolt', sku: 'HX-933-M8-40', quantity: 100_000, price: 0.05 })
  nut = await app.addProduct({ name: 'Sample nut', sku: 'NH-934-M8', quantity: 100_000, price: 0.02 })
})
afterAll(() => app[Symbol.asyncDispose]())

const put = (as: Person, numbers: readonly object[]) =>
  app.call('PUT', '/api/company/part-numbers', { as, body: { numbers } })

/** A manager and a buyer of a company that has own numbers for both parts. */
async function company() {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer')
  const numbers = [
    { sku: 'HX-933-M8-40', own: 'MAT.4711/a' },
    { sku: 'NH-934-M8', own: 'Ä 12' },
  ]
  expect((await put(manager, numbers)).status).toBe(200)
  return { manager, buyer }
}

test('an order keeps what the company called its parts then, unless its buyer said something else', async () => {
  const { manager, buyer } = await company()
  const place = async (as: Person, words: object = {}) => {
    const lines = [
      { productId: bolt._id, quantity: 100, ...words },
      { productId: nut._id, quantity: 100 },
    ]
    const body = {
      ...orderOfLines([
        { product: bolt, quantity: 100 },
        { product: nut, quantity: 100 },
      ]),
      lines,
    }
    const placed = await app.call('POST', '/api/order', { as, body })
    expect([placed.status, placed.body.detail]).toEqual([201, undefined])
    return placed.body
  }
  const ownOf = ({ lines }: { lines: { own?: string }[] }) => lines.map(({ own }) => own)
  const placed = await place(buyer)
  expect(ownOf(placed)).toEqual(['MAT.4711/a', 'Ä 12'])
  expect(ownOf(await place(buyer, { own: 'Mine' }))).toEqual(['Mine', 'Ä 12'])
  expect(ownOf(await place(await registerVerified(app)))).toEqual([undefined, undefined])
  await put(manager, [{ sku: 'HX-933-M8-40', own: 'Other' }])
  await app.call('DELETE', `/api/company/member/${await userIdOf(app.shop, buyer)}`, { as: manager })
  expect(ownOf((await app.call('GET', `/api/myorder/${placed._id}`, { as: buyer })).body)).toEqual([
    'MAT.4711/a',
    'Ä 12',
  ])
  expect(ownOf(await place(buyer))).toEqual([undefined, undefined])
})

test('a part that comes into an order has the number of the company, and the others keep theirs', async () => {
  const { manager, buyer } = await company()
  const body = {
    ...orderOfLines([{ product: bolt, quantity: 100 }]),
    lines: [{ productId: bolt._id, quantity: 100 }],
  }
  const { body: order } = await app.call('POST', '/api/order', { as: buyer, body })
  await put(manager, [
    { sku: 'HX-933-M8-40', own: 'Other' },
    { sku: 'NH-934-M8', own: 'Nut' },
  ])
  const lines = [
    { productId: bolt._id, quantity: 200 },
    { productId: nut._id, quantity: 100 },
  ]
  const changed = await app.call('PUT', `/api/myorder/${order._id}/lines`, {
    as: buyer,
    body: { lines, totalPrice: 200 * 0.05 + 100 * 0.02 },
  })
  expect([changed.status, changed.body.lines?.map(({ own }: { own?: string }) => own)]).toEqual([
    200,
    ['MAT.4711/a', 'Nut'],
  ])
})
