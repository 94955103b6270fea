import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { placeBackorder, readBackorders } from '#tests/support/backorders.ts'
import { type Answer, orderOfLines, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let customer: Person
let product: Product

beforeEach(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  customer = await app.register()
  product = await app.addProduct({ quantity: 40, price: 1 })
})
afterEach(() => app[Symbol.asyncDispose]())

const place = (quantity: number, of = product) => placeBackorder(app, customer, [{ product: of, quantity }])

const call = (method: string, path: string, body?: object, as = admin, key = path): Promise<Answer> =>
  app.call(method, path, { as, body, headers: { 'Idempotency-Key': key } })

const change = (body: object, { _id } = product) =>
  call('POST', `/api/product/${_id}/stock`, { reason: 'Delivered', ...body })

const stock = async ({ _id } = product): Promise<number> =>
  (await app.call('GET', `/api/order/${_id}`)).body.quantity

const read = async ({ _id }: Pick<Order, '_id'>, as = admin) =>
  (await app.call('GET', `/api/myorder/${_id}`, { as })).body

/** What the lines of these orders lack. */
const lacking = async (...orders: readonly Pick<Order, '_id'>[]): Promise<number[]> => {
  const rows = await Promise.all(orders.map((order) => read(order)))
  return rows.map(({ lines }) =>
    lines.reduce((sum: number, line: { backordered?: number }) => sum + (line.backordered ?? 0), 0),
  )
}

const ship = ({ _id }: Pick<Order, '_id'>, lines?: readonly object[]) =>
  app.call('POST', `/api/order/${_id}/shipments`, { as: admin, body: lines ? { lines } : {} })

async function refused(send: () => Promise<Answer>, code: string): Promise<Answer> {
  const before = await readBackorders(app)
  const answer = await send()
  expect([answer.status, answer.body.code]).toEqual([409, code])
  expect(await readBackorders(app)).toEqual(before)
  return answer
}

const mails = async ({ _id }: Pick<Order, '_id'>): Promise<number> => {
  const rows = app.shop.db.selectFrom('outbox').select('id').where('about', '=', _id)
  return (await rows.where('payload', 'like', '%"order covered"%').execute()).length
}

test('an order takes what the stock covers and lacks the rest; without the option it is refused as before', async () => {
  await refused(
    () => app.call('POST', '/api/order', { as: customer, body: orderOfLines([{ product, quantity: 100 }]) }),
    'out_of_stock',
  )
  const order = await place(100)
  expect(order.lines).toMatchObject([{ quantity: 100, backordered: 60 }])
  expect(await lacking(order)).toEqual([60])
  expect(await stock()).toBe(0)
  expect((await read(order, customer)).lines[0].backordered).toBe(60)
  const held = (await app.call('GET', `/api/stock-count?ids=${product._id}`, { as: admin })).body
  expect(held).toMatchObject([{ forSale: 0, held: { unpaid: 40, paid: 0 }, onHand: 40 }])
  const other = await place(110)
  expect(other.lines[0]?.backordered).toBe(110)
})

test('what comes into stock goes to the oldest order first; each customer gets one mail, and the timeline an event', async () => {
  const [first, second] = [await place(100), await place(100)]
  expect((await change({ change: 50 })).body.quantity).toBe(0)
  expect(await lacking(first, second)).toEqual([10, 100])
  expect([await mails(first), await mails(second)]).toEqual([1, 0])
  expect((await change({ change: 25 })).body.quantity).toBe(0)
  expect(await lacking(first, second)).toEqual([0, 85])
  // While the first mail waits it tells of further pieces too.
  expect([await mails(first), await mails(second)]).toEqual([1, 1])
  expect((await change({ change: 100 })).body.quantity).toBe(15)
  expect(await lacking(first, second)).toEqual([0, 0])
  const events = (await read(first, customer)).events.filter(
    ({ kind }: { kind: string }) => kind === 'covered',
  )
  expect(events).toMatchObject([
    { by: 'shop', detail: '50' },
    { by: 'shop', detail: '10' },
  ])
  expect((await read(first)).lines[0].backordered).toBeUndefined()
})

test('counted is what lies on the shelf before orders take theirs: by the older call, by a count and by an import', async () => {
  const order = await place(100)
  expect((await change({ counted: 20 })).body.quantity).toBe(0)
  expect(await lacking(order)).toEqual([40])
  const parts = [{ productId: product._id, counted: 75, seen: { forSale: 0, held: 60 } }]
  const counted = await call('POST', '/api/stock-count', { reason: 'Stocktaking', parts })
  expect(counted.body.parts).toMatchObject([{ onHand: { from: 60, to: 75 }, forSale: { from: 0, to: 0 } }])
  expect(await lacking(order)).toEqual([25])
  expect((await call('POST', `/api/stock-count/${counted.body._id}/undo`)).status).toBe(409)
  const headers = { 'Content-Type': 'text/csv' }
  const file = `sku,quantity\n${product.sku},200`
  const { body } = await app.call('POST', '/api/import', { as: admin, body: file, headers })
  await app.runJobs('resume imports')
  expect((await call('POST', `/api/import/${body._id}/apply`)).status).toBeLessThan(300)
  for (let round = 0; round < 3; round += 1) {
    await app.runJobs('resume imports')
    app.shop.advance(5000)
  }
  expect(await lacking(order)).toEqual([0])
  expect(await stock()).toBe(175)
})

test('pieces of a cancelled and of a lapsed order go to others; what these lack comes into no stock', async () => {
  const [first, second] = [await place(100), await place(100)]
  expect((await call('DELETE', `/api/myorder/${first._id}`, undefined, customer)).status).toBeLessThan(300)
  expect(await lacking(second)).toEqual([60])
  expect(await stock()).toBe(0)
  app.shop.advance(app.shop.config.holdMs + 60_000)
  await app.runJobs('cancel lapsed orders')
  expect(await stock()).toBe(40)
  expect(await app.shop.db.selectFrom('backorders').selectAll().execute()).toEqual([])
})

test('no more is shipped than is in stock: by a shipment, by the status and by many at once', async () => {
  const order = await place(100)
  await app.pay(customer, order)
  const { body } = await refused(() => ship(order), 'backordered')
  expect(body.left).toEqual([{ position: 0, quantity: 40 }])
  await refused(() => ship(order, [{ position: 0, quantity: 41 }]), 'backordered')
  await refused(() => call('PUT', `/api/order/${order._id}`, { status: 'shipped' }), 'backordered')
  const many = await call('PUT', '/api/orders', { ids: [order._id], status: 'shipped' })
  expect(many.body).toMatchObject({ modifiedCount: 0, refused: [{ id: order._id, code: 'backordered' }] })
  const list = async () => (await app.call('GET', '/api/orders?status=to_ship', { as: admin })).body.length
  expect(await list()).toBe(1)
  expect((await ship(order, [{ position: 0, quantity: 40 }])).status).toBe(201)
  expect(await list()).toBe(0)
  await refused(() => ship(order), 'backordered')
  await change({ change: 60 })
  expect(await list()).toBe(1)
  expect((await ship(order)).body).toMatchObject({ status: 'shipped' })
  expect(await stock()).toBe(0)
})

test('of refunded pieces those that are not in stock are given up first, and come into no stock', async () => {
  const order = await place(100)
  await app.pay(customer, order)
  const refund = (quantity: number, restock: boolean) =>
    call(
      'POST',
      `/api/order/${order._id}/refunds`,
      { lines: [{ position: 0, quantity }], reason: 'Too late', restock },
      admin,
      `refund of ${quantity}`,
    )
  expect((await refund(50, false)).status).toBeLessThan(300)
  expect(await lacking(order)).toEqual([10])
  expect((await read(order)).restockable).toEqual([{ position: 0, quantity: 50, stock: 0 }])
  await change({ change: 30 })
  expect(await lacking(order)).toEqual([0])
  expect(await stock()).toBe(20)
  expect((await refund(20, true)).status).toBeLessThan(300)
  expect(await stock()).toBe(40)
  expect((await ship(order)).body).toMatchObject({
    status: 'shipped',
    shipments: [{ lines: [{ quantity: 30 }] }],
  })
})

test('all of the money refunded with restock puts back what was taken, and nothing else', async () => {
  const order = await place(100)
  await app.pay(customer, order)
  const body = { amount: order.payable, reason: 'Not needed', restock: true }
  expect((await call('POST', `/api/order/${order._id}/refunds`, body)).status).toBeLessThan(300)
  expect(await stock()).toBe(40)
  expect(await app.shop.db.selectFrom('backorders').selectAll().execute()).toEqual([])
  await change({ change: 10 })
  expect(await stock()).toBe(50)
})

test('an order whose money went back gets nothing that comes into stock', async () => {
  const order = await place(100)
  await app.pay(customer, order)
  const later = await place(100)
  const body = { amount: order.payable, reason: 'Not needed', restock: false }
  expect((await call('POST', `/api/order/${order._id}/refunds`, body)).status).toBeLessThan(300)
  await change({ change: 30 })
  expect(await lacking(later)).toEqual([70])
  await change({ change: 80 })
  expect(await lacking(later)).toEqual([0])
  expect(await stock()).toBe(10)
  expect((await call('POST', `/api/order/${order._id}/restock`, {})).status).toBeLessThan(300)
  expect(await stock()).toBe(50)
})

test('fewer pieces of a line give up what it lacks first; the other lines keep what they lack', async () => {
  const other = await app.addProduct({ quantity: 0, price: 1 })
  const order = await placeBackorder(app, customer, [
    { product, quantity: 300 },
    { product: other, quantity: 200 },
  ])
  const put = (lines: { product: Product; quantity: number }[]) => {
    const { lines: asked, totalPrice } = orderOfLines(lines)
    return call('PUT', `/api/myorder/${order._id}/lines`, { lines: asked, totalPrice }, customer)
  }
  expect(
    (
      await put([
        { product, quantity: 200 },
        { product: other, quantity: 200 },
      ])
    ).status,
  ).toBe(200)
  expect((await read(order)).lines).toMatchObject([{ backordered: 160 }, { backordered: 200 }])
  expect((await put([{ product: other, quantity: 200 }])).status).toBe(200)
  expect((await read(order)).lines).toMatchObject([{ sku: other.sku, backordered: 200 }])
  expect([await stock(), await stock(other)]).toEqual([40, 0])
  await change({ change: 250 }, other)
  expect([await lacking(order), await stock(other)]).toEqual([[0], 50])
})

test('a returned piece that goes back to stock goes to who lacks it', async () => {
  await change({ change: 60 })
  const sold = await place(100)
  await app.pay(customer, sold)
  expect((await ship(sold)).status).toBe(201)
  const waiting = await place(125)
  const asked = { lines: [{ position: 0, quantity: 10 }], reason: 'damaged' }
  const { body } = await call('POST', `/api/myorder/${sold._id}/returns`, asked, customer)
  const step = async (name: string, more: object) => {
    const { revision } = await app.shop.db
      .selectFrom('returns')
      .select('revision')
      .where('id', '=', body._id)
      .executeTakeFirstOrThrow()
    return call('POST', `/api/return/${body._id}/${name}`, { revision, ...more })
  }
  await step('accept', { instructions: 'Send it to us.' })
  const came = await step('receive', { lines: [{ position: 0, restocked: 10, scrapped: 0 }] })
  expect(came.status).toBe(200)
  expect([await lacking(waiting), await stock()]).toEqual([[115], 0])
})
