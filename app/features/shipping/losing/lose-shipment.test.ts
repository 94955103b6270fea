import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order, OrderDetails } from '#features/orders/schema.ts'
import { MAIL_AFTER_MS } from '#kit/time.ts'
import { verifyEmail } from '#tests/support/customer.ts'
import { openDispute } from '#tests/support/payment-provider.ts'
import { createRefundSetup, type RefundSetup } from '#tests/support/refund-setup.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'

let setup: RefundSetup
let product: Product
let order: Order & { readonly transactionId: string }
let shipment: string

/** A paid order of 100 of 250 pieces, which is shipped. */
beforeEach(async () => {
  setup = await createRefundSetup()
  const { shop, customer } = setup
  await verifyEmail(shop.shop, customer)
  product = await shop.addProduct({ price: 0.0425, quantity: 250 })
  order = (await shop.pay(customer, await shop.order(customer, product))) as typeof order
  shipment = await ship({ carrier: 'DHL', tracking: 'JD 1' })
})
afterEach(() => setup[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: object, as = setup.admin) =>
  setup.shop.call(method, `/api/${path}`, { as, ...(body && { body }) })

const ship = async (body: object): Promise<string> =>
  (await call('POST', `order/${order._id}/shipments`, body)).body.shipmentId

const lose = (body: object = { reason: 'The carrier says so' }, id = shipment) =>
  call('POST', `order/${order._id}/shipments/${id}/lost`, body)

const stock = async (): Promise<number> => (await call('GET', `order/${product._id}`)).body.quantity

const setStock = (quantity: number) =>
  setup.shop.shop.db.updateTable('products').set({ quantity }).where('id', '=', product._id).execute()

const mails = async (subject: RegExp): Promise<{ subject: string; text: string }[]> => {
  await setup.shop.runJobs('mail')
  const { body } = await setup.shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  return body.filter((mail: { subject: string }) => subject.test(mail.subject)).reverse()
}

async function digest() {
  const { db } = setup.shop.shop
  const all = (table: 'shipments' | 'lost_shipments' | 'order_events' | 'audit_entries' | 'outbox') =>
    db.selectFrom(table).select('id').execute()
  return {
    order: await setup.read(order),
    stock: await stock(),
    rows: await Promise.all([
      all('shipments'),
      all('lost_shipments'),
      all('order_events'),
      all('audit_entries'),
      all('outbox'),
    ]),
  }
}

test('a lost parcel keeps its number, its pieces are taken from stock again, and the order ships once more', async () => {
  setup.shop.shop.advance(MAIL_AFTER_MS)
  expect(await mails(/shipped/)).toHaveLength(1)
  expect(await stock()).toBe(150)
  const { status, body } = await lose()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'pending',
    shipments: [
      {
        _id: shipment,
        tracking: 'JD 1',
        lostAt: expect.any(String),
        lostReason: 'The carrier says so',
        lines: [{ position: 0, quantity: 100 }],
      },
    ],
  })
  expect(body.progress).toBeUndefined()
  expect(await stock()).toBe(50)
  const [mail, ...more] = await mails(/lost/)
  expect(more).toEqual([])
  expect(mail?.subject).toContain('A parcel of your order was lost')
  expect(mail?.text).toContain('DHL JD 1')
  expect(mail?.text).not.toContain('The carrier says so')
  // The customer sees that it was lost, and not the reason.
  const own: OrderDetails = (await call('GET', `myorder/${order._id}`, undefined, setup.customer)).body
  expect(own.shipments).toMatchObject([{ _id: shipment, lostAt: expect.any(String) }])
  expect(JSON.stringify(own)).not.toContain('The carrier says so')
  expect(own.events.at(-1)).toMatchObject({ kind: 'reverted', detail: `lost ${shipment} 100 DHL` })
  // It is found by its number, and once it is sent again by the new one too.
  const again = await ship({ carrier: 'DHL', tracking: 'JD 2000' })
  const read = await setup.read(order)
  expect(read).toMatchObject({ status: 'shipped', shipments: [{ _id: shipment }, { _id: again }] })
  expect((await call('POST', `order/${order._id}/shipments`, {})).body.code).toBe('exceeds_left')
  expect(await readSales(setup.shop.shop)).toEqual(await salesOfOrders(setup.shop.shop))
})

test('the audit log and the history of the part say the loss', async () => {
  await lose()
  const audit = (await call('GET', 'audit?kind=order.lost')).body
  expect(audit).toMatchObject([{ by: setup.admin.email, subject: order._id, reason: 'The carrier says so' }])
  expect(audit[0].changes).toContainEqual({ field: 'tracking', from: 'JD 1', to: null })
  const [entry] = (await call('GET', `product/${product._id}/history`)).body
  expect(entry).toMatchObject({
    kind: 'stock',
    by: setup.admin.email,
    changes: [{ field: 'quantity', from: 150, to: 50 }],
    reason: `A parcel of order ${order.number} was lost`,
  })
})

test('the same call twice records one loss; a lost parcel is neither cancelled nor tracked again', async () => {
  await Promise.all([lose(), lose()])
  const before = await digest()
  expect(before.stock).toBe(50)
  expect((await lose()).status).toBe(200)
  expect((await call('DELETE', `order/${order._id}/shipments/${shipment}`)).status).toBe(404)
  const track = { tracking: 'JD 3' }
  expect((await call('PATCH', `order/${order._id}/shipments/${shipment}`, track)).status).toBe(404)
  expect(await digest()).toEqual(before)
})

test('with too few pieces in stock it is refused with what there is, and nothing changes', async () => {
  await setStock(99)
  const before = await digest()
  const { status, body } = await lose()
  expect([status, body.code]).toEqual([409, 'out_of_stock'])
  expect(body.left).toEqual([{ position: 0, quantity: 99 }])
  expect(await digest()).toEqual(before)
  await setStock(100)
  expect((await lose()).status).toBe(200)
  expect(await stock()).toBe(0)
})

test.each([
  ['without a reason', {}, 422],
  ['with an empty reason', { reason: ' ' }, 422],
  ['with a long reason', { reason: 'x'.repeat(201) }, 422],
])('refused %s, with nothing changed', async (_, body, status) => {
  const before = await digest()
  expect((await lose(body)).status).toBe(status)
  expect((await lose({ reason: 'Lost' }, 'sample')).status).toBe(404)
  expect(await digest()).toEqual(before)
})

test('of an order whose money went back nothing is sent again, and in dispute only if it is said', async () => {
  await openDispute(setup.owner, order.transactionId, 50)
  await setup.shop.runJobs()
  const before = await digest()
  expect((await lose()).body.code).toBe('disputed')
  expect(await digest()).toEqual(before)
  const refund = { amount: 3.75 }
  expect((await setup.requestParts(order, refund)).status).toBe(201)
  expect((await lose({ reason: 'Lost', despiteDispute: true })).status).toBe(200)
  await ship({ despiteDispute: true })
  const other = await setup.paidOrder()
  const made = await call('POST', `order/${other._id}/shipments`, {})
  await setup.request(other, 4.25)
  const refused = await call('POST', `order/${other._id}/shipments/${made.body.shipmentId}/lost`, {
    reason: 'Lost',
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'refunded'])
})

test('refunded pieces of the parcel are not sent again, and come into no stock', async () => {
  await setup.requestParts(order, { lines: [{ position: 0, quantity: 30 }] })
  expect((await lose()).status).toBe(200)
  expect(await stock()).toBe(80)
  const read = await setup.read(order)
  expect(read.lines).toMatchObject([{ refunded: 30, restocked: 30 }])
  expect(read.restockable).toEqual([{ position: 0, quantity: 70, stock: 80 }])
  const again = await ship({})
  expect((await setup.read(order)).shipments.find(({ _id }) => _id === again)?.lines).toEqual([
    { position: 0, quantity: 70 },
  ])
  expect((await setup.read(order)).status).toBe('shipped')
  expect(await readSales(setup.shop.shop)).toEqual(await salesOfOrders(setup.shop.shop))
})

test('of several parcels one is lost: the others stay shipped', async () => {
  await call('DELETE', `order/${order._id}/shipments/${shipment}`)
  const [one] = [await ship({ lines: [{ position: 0, quantity: 40 }] }), await ship({})]
  expect((await lose(undefined, one)).body).toMatchObject({ status: 'pending', progress: 'partly_shipped' })
  expect(await stock()).toBe(110)
  expect((await call('PUT', `order/${order._id}`, { status: 'pending' })).body.modifiedCount).toBe(1)
  const read = await setup.read(order)
  expect(read.shipments).toMatchObject([{ _id: one }])
  await ship({})
  expect((await setup.read(order)).status).toBe('shipped')
})

test('within ten seconds after it was shipped no mail says so any more', async () => {
  await lose()
  setup.shop.shop.advance(MAIL_AFTER_MS)
  expect(await mails(/shipped/)).toEqual([])
  expect(await mails(/lost/)).toHaveLength(1)
})
