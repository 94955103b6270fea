import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order, Shipment } from '#features/orders/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person
/** The first two are paid. */
let orders: Order[]

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  const customer = await shop.register()
  const product = await shop.addProduct({ quantity: 10_000 })
  const [one, two, unpaid] = [
    await shop.order(customer, product),
    await shop.order(customer, product),
    await shop.order(customer, product),
  ]
  await shop.pay(customer, one)
  await shop.pay(customer, two)
  orders = [one, two, unpaid]
})
afterEach(() => shop[Symbol.asyncDispose]())

const idsOf = (some: readonly Order[]) => some.map(({ _id }) => _id)

const put = (body: object) => shop.call('PUT', '/api/orders', { as: admin, body })

async function parcels(): Promise<(string | undefined)[][]> {
  const all = await Promise.all(
    orders.map(({ _id }) => shop.call('GET', `/api/myorder/${_id}`, { as: admin })),
  )
  return all.map(({ body }) =>
    body.shipments.map(({ carrier, tracking }: Shipment) => [carrier, tracking].filter(Boolean).join(' ')),
  )
}

test('several orders are shipped, each with its own tracking number; one that is not paid is refused', async () => {
  const [one, two, unpaid] = idsOf(orders)
  const answer = await put({
    ids: [one, two, unpaid],
    status: 'shipped',
    parcels: [
      { id: one, carrier: 'DHL', tracking: '00340' },
      { id: unpaid, tracking: '00342' },
    ],
  })
  expect(answer.body).toMatchObject({ modifiedCount: 2, refused: [{ id: unpaid, code: 'unpaid' }] })
  expect(await parcels()).toEqual([['DHL 00340'], [''], []])

  const again = await put({ ids: [one, two], status: 'shipped', parcels: [{ id: one, tracking: '00349' }] })
  expect(again.body).toMatchObject({ modifiedCount: 0, refused: [{ id: one, code: 'exceeds_left' }] })
  expect(await parcels()).toEqual([['DHL 00340'], [''], []])
})

test.each([
  ['a parcel of another order', (ids: string[]) => ({ ids: [ids[0]], parcels: [{ id: ids[1] }] })],
  ['two parcels of one order', (ids: string[]) => ({ ids, parcels: [{ id: ids[0] }, { id: ids[0] }] })],
  ['no parcel', (ids: string[]) => ({ ids, parcels: [] })],
  ['parcels that are no list', (ids: string[]) => ({ ids, parcels: null })],
  ['a parcel that is none', (ids: string[]) => ({ ids, parcels: [null] })],
  ['a parcel without a list of ids', (ids: string[]) => ({ ids: null, parcels: [{ id: ids[0] }] })],
  [
    'a long tracking number',
    (ids: string[]) => ({ ids, parcels: [{ id: ids[0], tracking: '1'.repeat(65) }] }),
  ],
  [
    'parcels of what is cancelled',
    (ids: string[]) => ({ ids, status: 'pending', parcels: [{ id: ids[0], tracking: '1' }] }),
  ],
])('%s is refused, and nothing is shipped', async (_, body) => {
  expect((await put({ status: 'shipped', ...body(idsOf(orders)) })).status).toBe(422)
  expect(await parcels()).toEqual([[], [], []])
})
