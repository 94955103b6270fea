import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { DAY_MS } from '#kit/time.ts'
import { GOOD_CARD, intentOf, ORIGIN, type Person } from '#tests/support/customer.ts'
import { ownerSdk } from '#tests/support/payment-provider.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { LINK_GUESS_LIMIT, openLink, openReceipt } from '../links/linked-orders.ts'
import { receiptPdfPath } from '../paths.ts'
import { offerReceipt, readReceipt } from './receipts.ts'

const ADDRESS = '192.0.2.1'

let shop: TestApp
let customer: Person
let order: Order
let token: string

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register({ name: 'Sample Engineer' })
  order = await shop.order(customer, await shop.addProduct({ quantity: 10_000 }))
  token = await shop.createLink(customer, order)
})
afterEach(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

const offer = async (of = token) => offerReceipt(shop.shop, await openLink(shop.shop, of, ADDRESS), of)

const payByLink = async (of = token): Promise<string> => {
  const { clientSecret } = (await shop.call('POST', `/api/payment-link/${of}/payment-intent`)).body
  await shop.confirmCard(clientSecret, GOOD_CARD)
  const body = { transactionId: intentOf(clientSecret) }
  expect((await shop.call('PATCH', `/api/payment-link/${of}`, { body })).status).toBe(200)
  return body.transactionId
}

const payAndOffer = async (): Promise<string> => {
  await payByLink()
  return (await offer()) ?? ''
}

const pdf = (of: string) => shop.app.fetch(new Request(`${ORIGIN}${receiptPdfPath(of)}`))

const read = async (of: string) => readReceipt(shop.shop, await openReceipt(shop.shop, of, ADDRESS))

const textOf = async (response: Response): Promise<string> => {
  expect(response.status).toBe(200)
  return readPdf(new Uint8Array(await response.arrayBuffer())).pages.join('\n')
}

const hashes = () => shop.shop.db.selectFrom('payment_links').select('receipt_hash').execute()

// attack: foreign-receipt
test('whoever paid by the link is given the same receipt each time, and it stays when the link has ended', async () => {
  expect(await offer()).toBeUndefined()
  expect(await hashes()).toEqual([{ receipt_hash: null }])
  const transactionId = await payByLink()
  const receipt = (await offer()) ?? ''
  expect(receipt).toMatch(/^[0-9a-f]{40}$/)
  expect(receipt).not.toBe(token)
  expect(await offer()).toBe(receipt)
  expect(JSON.stringify(await hashes())).not.toContain(receipt)
  shop.shop.advance(DAY_MS)
  await expect(offer()).rejects.toMatchObject({ code: 'not_found' })
  const { number, lines, totalPrice } = order
  const shown = {
    number,
    name: 'Sample Engineer',
    lines,
    totalPrice,
    payable: totalPrice,
    tax: { kind: 'none', percent: 0, amount: 0 },
    paidAt: expect.any(String),
    transactionId,
  }
  expect(JSON.parse(JSON.stringify(await read(receipt)))).toEqual(shown)
  shop.shop.advance(89 * DAY_MS)
  for (const answer of [pdf(receipt), pdf(token)]) expect((await answer).status).toBe(404)
})

// attack: foreign-receipt
test('the receipt as a document has the order and its payment, and nothing else of the customer', async () => {
  const response = await pdf(await payAndOffer())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-disposition': `inline; filename="receipt-${order.number}.pdf"`,
  })
  const text = await textOf(response)
  for (const shown of [
    `Receipt ${order.number}`,
    'Ordered by Sample Engineer',
    order.lines[0]?.sku,
    'Paid on',
  ])
    expect(text).toContain(shown)
  for (const hidden of [customer.email, order.address.slice(0, 10), order.phone, order._id])
    expect(text).not.toContain(hidden)
})

test('a receipt says what of the money went back by refunds, in part and in full, and that it was paid', async () => {
  const receipt = await payAndOffer()
  expect(await textOf(await pdf(receipt))).not.toMatch(/Refunded|charged back/)
  const admin = await shop.registerAdmin()
  const refund = async (amount: number) => {
    const headers = { 'Idempotency-Key': `refund of ${amount}` }
    const body = { amount, reason: 'Sent back', restock: true }
    const answer = await shop.call('POST', `/api/order/${order._id}/refunds`, { as: admin, body, headers })
    expect(answer.status).toBe(201)
  }
  const total = order.totalPrice
  await refund(1.25)
  expect(await read(receipt)).toMatchObject({ totalPrice: total, refundedAmount: 1.25 })
  const part = await textOf(await pdf(receipt))
  for (const shown of ['Refunded\n−$1.25', 'Paid on', `$${total.toFixed(2)}`]) expect(part).toContain(shown)
  expect(part).not.toContain('Sent back')
  await refund(total - 1.25)
  expect(await read(receipt)).toMatchObject({ totalPrice: total, refundedAmount: total })
  const whole = await textOf(await pdf(receipt))
  for (const shown of [`Refunded\n−$${total.toFixed(2)}`, 'Paid on']) expect(whole).toContain(shown)
})

test('a receipt says that the payment was charged back', async () => {
  const receipt = await payAndOffer()
  await shop.shop.db.updateTable('orders').set({ dispute: 'lost' }).execute()
  expect((await read(receipt)).dispute).toBe('lost')
  expect(await textOf(await pdf(receipt))).toContain('charged back by the bank')
})

test('a paid order cannot be cancelled, and its receipt stays true', async () => {
  const receipt = await payAndOffer()
  const before = await read(receipt)
  expect((await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })).status).toBe(409)
  shop.shop.advance(DAY_MS)
  await shop.runJobs()
  expect(await read(receipt)).toEqual(before)
  expect(await textOf(await pdf(receipt))).toContain('Paid on')
})

test('a payment that arrives after its order was cancelled goes back, and there is no receipt of it', async () => {
  const { clientSecret } = (await shop.call('POST', `/api/payment-link/${token}/payment-intent`)).body
  const opened = await openLink(shop.shop, token, ADDRESS)
  await shop.confirmCard(clientSecret, GOOD_CARD)
  await shop.shop.db.updateTable('orders').set({ cancelled_at: shop.shop.now() }).execute()
  await shop.runJobs()
  expect(await offerReceipt(shop.shop, opened, token)).toBeUndefined()
  await expect(offer()).rejects.toMatchObject({ code: 'not_found' })
  expect(await hashes()).toEqual([{ receipt_hash: null }])
  const { refunds } = ownerSdk(shop.shop)
  const made = (await refunds.list({ payment_intent: intentOf(clientSecret) })).data
  expect(made.map(({ amount }) => amount)).toEqual([Math.round(order.totalPrice * 100)])
})

// attack: foreign-receipt
test('a receipt opens nothing else, a payment link opens no receipt, and another order’s is another', async () => {
  const receipt = await payAndOffer()
  expect((await shop.call('GET', `/api/payment-link/${receipt}`)).status).toBe(404)
  const other = await shop.order(customer, await shop.addProduct())
  const otherToken = await shop.createLink(customer, other)
  await payByLink(otherToken)
  const otherReceipt = (await offer(otherToken)) ?? ''
  expect((await read(otherReceipt)).number).toBe(other.number)
  expect((await read(receipt)).number).toBe(order.number)
  await shop.call('DELETE', `/api/myorder/${order._id}/payment-link`, { as: customer })
  const answers = []
  for (const wrong of [receipt, token, otherToken, '0'.repeat(40), 'x'.repeat(3000)]) {
    const answer = await pdf(wrong)
    const { requestId: _, instance: _path, ...body } = await answer.json()
    answers.push(JSON.stringify([answer.status, body]))
  }
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('404')
})

// attack: foreign-receipt
test('wrong tokens of receipts count with those of payment links, then the right one is refused too', async () => {
  const receipt = await payAndOffer()
  expect((await pdf('0'.repeat(40))).status).toBe(404)
  const hits = LINK_GUESS_LIMIT.address
  await shop.shop.db.updateTable('rate_limits').set({ hits }).where('key', 'like', 'link-guess-%').execute()
  expect((await pdf(receipt)).status).toBe(429)
  expect((await shop.call('GET', `/api/payment-link/${token}`)).status).toBe(429)
})
