import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { linesBody, orderLines, putLines, readRows, stockOf } from '#tests/support/changed-lines.ts'
import { intentOf, type Person, type Pieces, verifyEmail } from '#tests/support/customer.ts'
import { LYON, openTrade, TRADED } from '#tests/support/delivery-shop.ts'
import { sandboxMailsIn } from '#tests/support/mailer.ts'
import { replacementOf } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let bolt: Product
let nut: Product
let washer: Product
let order: Order

const LADDER = [
  { from: 100, price: 2 },
  { from: 500, price: 1 },
]

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  bolt = await shop.addProduct({ sku: 'BOLT-8', quantity: 1000, price: 2, prices: LADDER })
  nut = await shop.addProduct({ sku: 'NUT-8', quantity: 1000, price: 0.5 })
  washer = await shop.addProduct({ sku: 'WASHER-8', quantity: 1000, price: 0.1, minimum: 200, step: 50 })
  order = await orderLines(shop, customer, [
    { product: bolt, quantity: 200 },
    { product: nut, quantity: 300 },
  ])
})
afterEach(() => shop[Symbol.asyncDispose]())

const put = (lines: readonly Pieces[], sums?: { totalPrice?: number; payable?: number }, of = order) =>
  putLines(shop, customer, of, linesBody(lines, sums))

const quote = (lines: readonly Pieces[], of = order) => {
  const { lines: asked } = linesBody(lines)
  return shop.call('POST', `/api/myorder/${of._id}/lines/quote`, { as: customer, body: { lines: asked } })
}

const stocks = async () => [await stockOf(shop, bolt), await stockOf(shop, nut), await stockOf(shop, washer)]

const raisePrice = async (product: Product, price: number) => {
  const admin = await shop.registerAdmin()
  const now = (await shop.call('GET', `/api/product/${product._id}`, { as: admin })).body
  const body = replacementOf(now, { price })
  const { status } = await shop.call('PUT', `/api/product/${product._id}`, { as: admin, body })
  expect(status).toBe(200)
}

test('one line more, one fewer and one new: prices, stock, search, timeline and mail follow', async () => {
  const changed = await put([
    { product: washer, quantity: 250 },
    { product: bolt, quantity: 500 },
  ])
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    totalPrice: 525,
    payable: 525,
    holdUntil: order.holdUntil,
    paid: false,
  })
  expect(changed.body.lines).toMatchObject([
    { sku: 'WASHER-8', quantity: 250, unitPrice: 0.1 },
    { sku: 'BOLT-8', quantity: 500, unitPrice: 1 },
  ])
  expect(await stocks()).toEqual([500, 1000, 750])
  const detail = 'lines: BOLT-8 200 → 500; NUT-8 300 → 0; WASHER-8 0 → 250; total $550.00 → $525.00'
  expect(changed.body.events.at(-1)).toMatchObject({ kind: 'changed', by: 'customer', detail })
  const { search_text } = await shop.shop.db
    .selectFrom('orders')
    .select('search_text')
    .executeTakeFirstOrThrow()
  expect([search_text.includes('washer-8'), search_text.includes('nut-8')]).toEqual([true, false])
  await shop.runJobs('mail')
  const mail = (await sandboxMailsIn(shop.shop)).find(({ subject }) => subject.includes('was changed'))
  for (const change of ['BOLT-8: 200 → 500', 'NUT-8: 300 → removed', 'WASHER-8: new line of 250'])
    expect(mail?.text).toContain(change)
  expect(mail?.text).toContain('Total: $525.00')
})

test('a line that stays keeps its price, also in front of a new one; a changed one has the price of today', async () => {
  await raisePrice(nut, 0.8)
  const lines = [
    { product: bolt, quantity: 100 },
    { product: nut, quantity: 300 },
  ]
  const quoted = (await quote(lines)).body
  expect(quoted).toMatchObject({ totalPrice: 350, payable: 350, orderable: true })
  expect(quoted.lines).toMatchObject([
    { available: 1000 },
    { unitPrice: 0.5, lineTotal: 150, available: 1000 },
  ])
  const asToday = await put(lines, { totalPrice: 440 })
  expect([asToday.status, asToday.body.code, asToday.body.totalPrice]).toEqual([409, 'price_changed', 350])
  expect((await put(lines, { totalPrice: 350, payable: 350 })).body.payable).toBe(350)
  const more = [lines[0] as Pieces, { product: nut, quantity: 400 }]
  expect((await quote(more)).body.totalPrice).toBe(520)
  expect((await put(more, { totalPrice: 520 })).body.lines[1]).toMatchObject({
    unitPrice: 0.8,
    quantity: 400,
  })
})

test('the same lines again change nothing, and cancel no payment', async () => {
  const lines = [{ product: bolt, quantity: 300 }]
  expect((await put(lines)).status).toBe(200)
  const secret = await shop.startPayment(customer, await shop.readOrder(customer, order))
  const before = await readRows(shop)
  const again = await put(lines, { payable: 600 })
  expect([again.status, again.body.totalPrice]).toEqual([200, 600])
  expect((await put(lines, { payable: 599 })).body).toMatchObject({ code: 'price_changed', payable: 600 })
  expect(await readRows(shop)).toEqual(before)
  expect((await quote(lines)).body).toMatchObject({ totalPrice: 600, payable: 600 })
  expect(await shop.startPayment(customer, again.body)).toBe(secret)
})

test('what is wrong with the lines is said of all at once, with the pieces that the order has, and changes nothing', async () => {
  const before = await readRows(shop)
  const refused = await put([
    { product: nut, quantity: 300 },
    { product: bolt, quantity: 1001 },
    { product: washer, quantity: 220 },
  ])
  expect([refused.status, refused.body.code]).toEqual([409, 'out_of_stock'])
  expect(refused.body.lines).toEqual([
    { index: 1, code: 'out_of_stock', available: 1000 },
    { index: 2, code: 'off_step', step: 50 },
  ])
  const unknown = { lines: [{ productId: 'none', quantity: 100 }], totalPrice: 1 }
  expect((await putLines(shop, customer, order, unknown)).status).toBe(404)
  const twice = [bolt, bolt].map(({ _id }) => ({ productId: _id, quantity: 100 }))
  for (const lines of [[], twice])
    expect((await putLines(shop, customer, order, { lines, totalPrice: 1 })).status).toBe(422)
  expect((await put([{ product: bolt, quantity: 300 }], { payable: 1 })).body.code).toBe('price_changed')
  expect(await readRows(shop)).toEqual(before)
  expect((await put([{ product: bolt, quantity: 1000 }])).status).toBe(200)
  expect(await stocks()).toEqual([0, 1000, 1000])
})

test('a part that is no longer sold stays as it is or goes, and its pieces return to stock', async () => {
  const admin = await shop.registerAdmin()
  await shop.call('DELETE', `/api/product/${nut._id}`, { as: admin })
  const kept = [
    { product: bolt, quantity: 100 },
    { product: nut, quantity: 300 },
  ]
  expect((await put(kept)).body.totalPrice).toBe(350)
  const before = await readRows(shop)
  const fewer = [kept[0] as Pieces, { product: nut, quantity: 200 }]
  const refused = await put(fewer)
  expect([refused.status, refused.body.lines]).toEqual([404, [{ index: 1, code: 'not_found' }]])
  expect((await quote(fewer)).body).toMatchObject({ orderable: false, lines: [{}, { problem: 'unknown' }] })
  expect(await readRows(shop)).toEqual(before)
  expect((await put([kept[0] as Pieces])).status).toBe(200)
  expect(await stocks()).toEqual([900, 1000, 1000])
})

test('paid, cancelled, lapsed and other customers’ orders are refused as cancelling is, and nothing changes', async () => {
  const lines = [{ product: bolt, quantity: 100 }]
  const other = await shop.register()
  const body = linesBody(lines)
  const asOther = await putLines(shop, other, order, body)
  expect([asOther.status, asOther.body.code]).toEqual([404, 'not_found'])
  const quoteOfOther = { as: other, body: { lines: body.lines } }
  expect((await shop.call('POST', `/api/myorder/${order._id}/lines/quote`, quoteOfOther)).status).toBe(404)
  const cancelled = await shop.order(customer, bolt)
  await shop.call('DELETE', `/api/myorder/${cancelled._id}`, { as: customer })
  expect((await put(lines, {}, cancelled)).status).toBe(404)
  const over = await shop.order(customer, bolt)
  await shop.shop.db.updateTable('orders').set({ hold_until: 1 }).where('id', '=', over._id).execute()
  const before = await readRows(shop)
  expect((await put(lines, {}, over)).body).toMatchObject({ code: 'conflict' })
  expect(await readRows(shop)).toEqual(before)
  await shop.runJobs('cancel lapsed orders')
  expect((await put(lines, {}, over)).status).toBe(404)
  await shop.pay(customer, order)
  const paid = await readRows(shop)
  const refused = await put(lines)
  expect([refused.status, refused.body.code]).toEqual([409, 'already_paid'])
  expect(await readRows(shop)).toEqual(paid)
})

test('the unpaid orders of an account stay within what they may be worth, and fewer pieces are never too much', async () => {
  await shop.shop.db
    .updateTable('user')
    .set({ emailVerified: 0 })
    .where('email', '=', customer.email)
    .execute()
  const dear = await shop.addProduct({ price: 10, quantity: 10_000 })
  const before = await readRows(shop)
  const refused = await put([{ product: dear, quantity: 501 }])
  expect(refused.body).toMatchObject({ code: 'too_much_held', held: 0, maximum: 5000 })
  expect(await readRows(shop)).toEqual(before)
  expect((await put([{ product: dear, quantity: 500 }])).status).toBe(200)
  expect((await put([{ product: dear, quantity: 400 }])).status).toBe(200)
})

test('delivery, tax, weight and days are found again for the address of the order', async () => {
  await openTrade(shop)
  const part = await shop.addProduct(TRADED)
  const line = (quantity: number) => [{ product: part, quantity }]
  const sent = await orderLines(shop, customer, line(100), { deliverTo: LYON, delivery: 'express' })
  expect(sent).toMatchObject({ weight: 1, delivery: { price: 19 }, payable: 262.8 })
  const quoted = (await quote(line(1000), sent)).body
  expect(quoted).toMatchObject({ weight: 10, delivery: 'express', payable: 2438.4, tax: { percent: 20 } })
  const changed = await put(line(1000), { payable: 2438.4 }, sent)
  expect(changed.body).toMatchObject({
    weight: 10,
    payable: 2438.4,
    deliverTo: LYON,
    delivery: { _id: 'express', price: 32 },
    tax: { kind: 'added', percent: 20, amount: 406.4 },
  })
  const before = await readRows(shop)
  // Express takes 100 kg.
  const refused = await put(line(11_000), {}, sent)
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/delivery'])
  expect(refused.body.errors[0].detail).toContain('Standard ($5.00) does.')
  expect((await quote(line(11_000), sent)).body).toMatchObject({
    noDelivery: expect.any(String),
    deliveries: [{ _id: 'standard' }],
  })
  expect(await readRows(shop)).toEqual(before)
  const other = { ...linesBody(line(11_000)), delivery: 'standard' }
  expect((await putLines(shop, customer, sent, other)).body.delivery).toMatchObject({ _id: 'standard' })
})

test('another delivery alone is a change, and the one that the order has is none', async () => {
  await openTrade(shop)
  const lines = [{ product: await shop.addProduct(TRADED), quantity: 100 }]
  const sent = await orderLines(shop, customer, lines, { deliverTo: LYON, delivery: 'express' })
  const other = { ...linesBody(lines), delivery: 'standard' }
  const changed = await putLines(shop, customer, sent, other)
  expect([changed.status, changed.body.delivery]).toMatchObject([200, { _id: 'standard', price: 5 }])
  const { detail } = changed.body.events.at(-1)
  expect(detail).toMatch(/^lines: by Standard instead of Express; total \$[\d.]+ → \$[\d.]+$/)
  const before = await readRows(shop)
  expect((await putLines(shop, customer, sent, other)).status).toBe(200)
  expect(await readRows(shop)).toEqual(before)
})

test('the intent of the former sum is cancelled, and the new sum is paid and invoiced', async () => {
  const former = await shop.startPayment(customer, order)
  const { body } = await put([{ product: nut, quantity: 500 }])
  expect(body.payable).toBe(250)
  expect((await shop.confirmCard(former, '4242424242424242')).status).toBe(400)
  const stale = { body: { totalPrice: order.totalPrice, orderId: order._id }, as: customer }
  const refused = await shop.call('POST', '/api/create-payment-intent', stale)
  expect(refused.body).toMatchObject({ code: 'price_changed', payable: 250 })
  const secret = await shop.startPayment(customer, body)
  expect(intentOf(secret)).not.toBe(intentOf(former))
  const token = await shop.createLink(customer, order)
  const link = `/api/payment-link/${token}`
  expect((await shop.call('GET', link)).body).toMatchObject({ payable: 250 })
  const told = (payable: number) => shop.call('POST', `${link}/payment-intent?payable=${payable}`)
  expect((await told(order.payable)).body).toMatchObject({ code: 'price_changed', payable: 250 })
  expect((await told(250)).status).toBe(200)
  expect(await shop.pay(customer, body)).toMatchObject({ paid: true, payable: 250 })
  const invoice = await shop.shop.db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow()
  expect(invoice.document).toContain('NUT-8')
  expect(invoice.document).not.toContain('BOLT-8')
})

test('an order whose lines went back and forth can be paid', async () => {
  const lines = [
    { product: bolt, quantity: 200 },
    { product: nut, quantity: 300 },
  ]
  await shop.startPayment(customer, order)
  const { body: other } = await put([{ product: bolt, quantity: 300 }])
  await shop.startPayment(customer, other)
  const { body: back } = await put(lines)
  expect(back.payable).toBe(order.payable)
  expect((await shop.pay(customer, back)).paid).toBe(true)
})
