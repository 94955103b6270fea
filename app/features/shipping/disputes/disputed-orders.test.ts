import { afterEach, beforeEach, expect, test } from 'vitest'
import { decideDispute, openDispute } from '#tests/support/payment-provider.ts'
import { createRefundSetup, type RefundSetup } from '#tests/support/refund-setup.ts'

let setup: RefundSetup
beforeEach(async () => {
  setup = await createRefundSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: object, key?: string) =>
  setup.shop.call(method, `/api/${path}`, {
    as: setup.admin,
    ...(body && { body }),
    ...(key && { headers: { 'Idempotency-Key': key } }),
  })

async function disputedOrder(cents?: number) {
  const order = await setup.paidOrder()
  const dispute = await openDispute(setup.owner, order.transactionId, cents)
  await setup.shop.runJobs()
  return { order, dispute }
}

const unpolled = async (order: { readonly _id: string }) => (await call('GET', `myorder/${order._id}`)).body

// attack: disputed-order
test.each([
  ['all of the money', undefined],
  ['a part of it', 50],
])('an order with %s in dispute is not shipped unwarned, and nothing changes', async (_, cents) => {
  const { order } = await disputedOrder(cents)
  const other = await setup.paidOrder()
  const before = await unpolled(order)
  for (const [method, path, body] of [
    ['PUT', `order/${order._id}`, { status: 'shipped' }],
    ['PUT', `order/${order._id}`, { status: 'shipped', despiteDispute: false }],
    ['POST', `order/${order._id}/shipments`, {}],
    ['POST', `order/${order._id}/shipments`, { lines: [{ position: 0, quantity: 1 }] }],
  ] as const) {
    const { status, body: answer } = await call(method, path, body)
    expect([status, answer.code]).toEqual([409, 'disputed'])
  }
  // Of many the others ship, also with the parcels of a pasted list.
  const parcels = [order, other].map(({ _id: id }) => ({ id, carrier: 'UPS', tracking: `1Z${id}` }))
  const many = await call('PUT', 'orders', { ids: [order._id, other._id], status: 'shipped', parcels })
  expect(many.body).toMatchObject({ modifiedCount: 1, refused: [{ id: order._id, code: 'disputed' }] })
  expect(await unpolled(order)).toEqual(before)
})

test('who knows of the dispute ships all the same, by each of the two calls', async () => {
  const [{ order: one }, { order: two }] = [await disputedOrder(), await disputedOrder(100)]
  const put = await call('PUT', `order/${one._id}`, { status: 'shipped', despiteDispute: true })
  expect(put.body).toEqual({ modifiedCount: 1 })
  const shipment = { lines: [{ position: 0, quantity: 40 }] }
  // The refused request leaves its key unused.
  expect((await call('POST', `order/${two._id}/shipments`, shipment, 'key')).body.code).toBe('disputed')
  const despite = { ...shipment, despiteDispute: true }
  const made = await call('POST', `order/${two._id}/shipments`, despite, 'key')
  expect([made.status, made.body.progress]).toEqual([201, 'partly_shipped'])
  // A repeat answers the same shipment.
  const repeat = await call('POST', `order/${two._id}/shipments`, despite, 'key')
  expect([repeat.status, repeat.body.shipmentId]).toEqual([201, made.body.shipmentId])
  expect((await unpolled(two)).shipments).toHaveLength(1)
})

test('a repeat of a request that was shipped before the dispute answers its shipment', async () => {
  const order = await setup.paidOrder()
  const made = await call('POST', `order/${order._id}/shipments`, {}, 'key')
  await openDispute(setup.owner, order.transactionId, 50)
  await setup.shop.runJobs()
  const repeat = await call('POST', `order/${order._id}/shipments`, {}, 'key')
  expect([repeat.status, repeat.body.shipmentId]).toEqual([201, made.body.shipmentId])
})

test('a shipment is cancelled, and that undone, whatever the dispute: no piece leaves by that', async () => {
  const { order } = await disputedOrder()
  await call('PUT', `order/${order._id}`, { status: 'shipped', despiteDispute: true })
  const [{ _id: id }] = (await unpolled(order)).shipments
  expect((await call('DELETE', `order/${order._id}/shipments/${id}`)).body.status).toBe('pending')
  const restored = await call('POST', `order/${order._id}/restored-shipments`, { shipments: [id] })
  expect([restored.status, restored.body.status]).toEqual([200, 'shipped'])
  expect((await call('PUT', `order/${order._id}`, { status: 'pending' })).status).toBe(200)
})

test('a decided dispute needs no warning any more', async () => {
  const { order, dispute } = await disputedOrder(50)
  await decideDispute(setup.owner, dispute, 'lost')
  await setup.shop.runJobs()
  expect((await call('POST', `order/${order._id}/shipments`, {})).status).toBe(201)
})
