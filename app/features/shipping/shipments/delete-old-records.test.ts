import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { newId } from '#kit/id.ts'
import { DAY_MS } from '#kit/time.ts'
import type { Person } from '#tests/support/customer.ts'
import { createRefundSetup, type RefundSetup } from '#tests/support/refund-setup.ts'

const JOB = 'delete old records of orders'

let setup: RefundSetup

beforeEach(async () => {
  setup = await createRefundSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

const runTwice = () => Promise.all([setup.shop.runJobs(JOB), setup.shop.runJobs(JOB)])

const PART = { lines: [{ position: 0, quantity: 10 }] }

const send = async (as: Person, { _id }: Order, what: 'shipments' | 'restock', key: string) => {
  const headers = { 'Idempotency-Key': key }
  const answer = await setup.shop.call('POST', `/api/order/${_id}/${what}`, { as, body: PART, headers })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

const keysIn = async (table: 'shipment_keys' | 'restock_keys'): Promise<string[]> => {
  const rows = await setup.shop.shop.db.selectFrom(table).select('idempotency_key').execute()
  return rows.map((row) => row.idempotency_key).sort()
}

test('keys of shipments are deleted after 30 days, and the shipments stay', async () => {
  const { shop, admin } = setup
  const { db, advance, now } = shop.shop
  const order = await setup.paidOrder()
  await send(admin, order, 'shipments', 'old')
  await send(admin, order, 'shipments', 'new')
  await db
    .updateTable('shipment_keys')
    .set({ shipment_id: newId(now() - 2 * DAY_MS) })
    .where('idempotency_key', '=', 'old')
    .execute()
  const shipments = () => db.selectFrom('shipments').selectAll().orderBy('id').execute()
  const before = await shipments()
  advance(27 * DAY_MS)
  await runTwice()
  expect(await keysIn('shipment_keys')).toEqual(['new', 'old'])
  advance(2 * DAY_MS)
  await runTwice()
  expect(await keysIn('shipment_keys')).toEqual(['new'])
  advance(2 * DAY_MS)
  await runTwice()
  expect(await keysIn('shipment_keys')).toEqual([])
  expect(await shipments()).toEqual(before)
})

test('keys of restocks are deleted when their order has had none for 30 days', async () => {
  const { shop, admin } = setup
  const { db, advance } = shop.shop
  const orders = [await setup.paidOrder(), await setup.paidOrder()] as const
  for (const order of orders) {
    await setup.request(order, 4.25)
    await send(admin, order, 'restock', order.number)
  }
  // As if it had been done a few days later.
  await db
    .updateTable('order_events')
    .set((eb) => ({ at: eb('at', '+', 5 * DAY_MS) }))
    .where('order_id', '=', orders[1]._id)
    .where('kind', '=', 'restocked')
    .execute()
  advance(29 * DAY_MS)
  await runTwice()
  expect(await keysIn('restock_keys')).toHaveLength(2)
  advance(2 * DAY_MS)
  await runTwice()
  expect(await keysIn('restock_keys')).toEqual([orders[1].number])
  advance(5 * DAY_MS)
  await runTwice()
  expect(await keysIn('restock_keys')).toEqual([])
})

test('a shipment that was cancelled is forgotten a day after that', async () => {
  const { shop, admin } = setup
  const { db, advance } = shop.shop
  const order = await setup.paidOrder()
  const { shipmentId } = await send(admin, order, 'shipments', 'a')
  const path = `/api/order/${order._id}/shipments/${shipmentId}`
  expect((await shop.call('DELETE', path, { as: admin })).status).toBe(200)
  const cancelledShipments = () => db.selectFrom('taken_back_shipments').select('id').execute()
  // As if it had been cancelled three days after it was made.
  await db
    .updateTable('taken_back_shipments')
    .set((eb) => ({ taken_back_at: eb('taken_back_at', '+', 3 * DAY_MS) }))
    .execute()
  advance(4 * DAY_MS - 60_000)
  await runTwice()
  expect(await cancelledShipments()).toEqual([{ id: shipmentId }])
  advance(120_000)
  await runTwice()
  expect(await cancelledShipments()).toEqual([])
})
