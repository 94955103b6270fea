import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { LYON, openTrade, orderTo, saveSettings, TRADE, TRADED } from '#tests/support/delivery-shop.ts'
import { checkFacts, readInvoice } from '#tests/support/en16931/check-invoice.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { XML_FORMATS, type XmlFormat } from '../invoices.ts'

const REFUND_FAILS = '4000000000005126'

let shop: TestApp
let admin: Person
let customer: Person

beforeAll(async () => {
  shop = await createTestApp()
  await openTrade(shop)
  admin = await shop.registerAdmin()
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  customer = await shop.register()
})

/** A paid order that goes to Lyon, over $245.00: 19 % more than 100 pieces for $2.00 and $5.00 for delivery. */
async function paidOrder(card?: string): Promise<Order> {
  return shop.pay(customer, await orderTo(shop, customer, await shop.addProduct(TRADED)), card)
}

const refund = ({ _id }: Order, amount: number) =>
  shop.call('POST', `/api/order/${_id}/refunds`, {
    as: admin,
    body: { amount, reason: 'A sample' },
    headers: { 'Idempotency-Key': `${_id} ${amount}` },
  })

const readOrder = async ({ _id }: Order) =>
  (await shop.call('GET', `/api/myorder/${_id}`, { as: customer })).body

const invoicePath = ({ _id }: Pick<Order, '_id'>, query = '') => `/api/myorder/${_id}/invoice.xml${query}`

const notePath = ({ _id }: Pick<Order, '_id'>, number: string, query = '') =>
  `/api/myorder/${_id}/credit-note/${number}.xml${query}`

async function xmlAt(path: string, as = customer): Promise<{ xml: string; disposition: string | null }> {
  const request = new Request(ORIGIN + path, { headers: { Authorization: `Bearer ${as.token}` } })
  const answer = await shop.app.fetch(request)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  return { xml: await answer.text(), disposition: answer.headers.get('Content-Disposition') }
}

/** What the XML says, after the rules of EN 16931 were checked. */
async function factsAt(path: string, format: XmlFormat) {
  const facts = readInvoice((await xmlAt(path)).xml, format)
  expect(checkFacts(facts, format).failed).toEqual([])
  return facts
}

const refusalAt = async (path: string, as = customer) => {
  const { status, body } = await shop.call('GET', path, { as })
  return [status, body.code]
}

const rows = async () => ({
  invoices: await shop.shop.db.selectFrom('invoices').selectAll().orderBy('number').execute(),
  notes: await shop.shop.db.selectFrom('credit_notes').selectAll().orderBy('number').execute(),
  counts: await shop.shop.db.selectFrom('row_counts').selectAll().orderBy('name').execute(),
})

test('an invoice and its credit notes say in each format what was paid, and stay the same', async () => {
  await saveSettings(shop, admin, {
    ...TRADE,
    seller: { ...TRADE.seller, email: 'sales@shop.example', phone: '+49 30 9018 2000' },
  })
  const order = await paidOrder()
  await refund(order, 10)
  const [note] = (await readOrder(order)).creditNotes
  const paths = XML_FORMATS.flatMap((format) => [
    { format, sum: order.payable, path: invoicePath(order, `?format=${format}`) },
    { format, sum: 10, path: notePath(order, note.number, `?format=${format}`) },
  ])
  const before = []
  for (const { path, format, sum } of paths) {
    expect((await factsAt(path, format)).totals.gross).toBe(sum.toFixed(2))
    before.push((await xmlAt(path)).xml)
  }
  expect((await xmlAt(invoicePath(order))).xml).toBe(before[0])
  expect((await xmlAt(notePath(order, note.number), admin)).disposition).toBe(
    `attachment; filename="${note.number}.xml"`,
  )
  await refund(order, 20)
  await saveSettings(shop, admin, { ...TRADE, seller: { name: 'Another Seller' } })
  await shop.shop.db.updateTable('orders').set({ po_number: '4711', email: 'other@example.com' }).execute()
  for (const [index, { path }] of paths.entries()) expect((await xmlAt(path)).xml).toBe(before[index])
  await saveSettings(shop, admin, TRADE)
})

test('the invoice over a credit note whose money came back is found by its number', async () => {
  const order = await paidOrder(REFUND_FAILS)
  await refund(order, 10)
  shop.shop.advance(6000)
  await shop.runJobs()
  const [{ number, invoicedAgain }] = (await readOrder(order)).creditNotes
  const facts = await factsAt(invoicePath(order, `?number=${invoicedAgain}`), 'cii')
  expect([facts.number, facts.totals.gross]).toEqual([invoicedAgain, '10.00'])
  expect((await xmlAt(invoicePath(order, `?number=${invoicedAgain}`))).xml).toContain(number)
  expect((await factsAt(invoicePath(order), 'cii')).totals.gross).toBe(order.payable.toFixed(2))
})

// attack: foreign-invoice
test('only the owner of the order and admins get its documents as XML, and no refusal changes anything', async () => {
  const [order, other] = [await paidOrder(), await paidOrder()]
  await refund(order, 10)
  const unpaid = await orderTo(shop, customer, await shop.addProduct(TRADED))
  const [{ number }] = (await readOrder(order)).creditNotes
  const stranger = await shop.register()
  const before = await rows()
  for (const path of [invoicePath(order), notePath(order, number)])
    expect(await refusalAt(path, stranger)).toEqual([404, 'not_found'])
  for (const path of [
    invoicePath({ _id: 'unknown' }),
    notePath(other, number),
    notePath(order, 'CN-999999'),
    notePath(order, 'INV-000001'),
    notePath(order, '%F0%9F%98%80'),
    invoicePath(other, '?number=INV-000001'),
    invoicePath(order, `?number=${number}`),
    notePath(order, number).replace('.xml', '.csv'),
    notePath(order, number).replace('.xml', ''),
  ])
    expect([path, ...(await refusalAt(path))]).toEqual([path, 404, 'not_found'])
  expect(await refusalAt(invoicePath(order, '?format=pdf'))).toEqual([422, 'invalid'])
  expect(await refusalAt(invoicePath(unpaid))).toEqual([409, 'conflict'])
  expect(await rows()).toEqual(before)
})

test('what the seller or the address lacks is named by its field, and there is no XML without it', async () => {
  const { vatId: _, ...seller } = TRADE.seller
  await saveSettings(shop, admin, { ...TRADE, seller })
  const order = await paidOrder()
  await refund(order, 10)
  const [{ number }] = (await readOrder(order)).creditNotes
  await saveSettings(shop, admin, TRADE)
  const before = await rows()
  for (const path of [invoicePath(order, '?format=ubl'), notePath(order, number)]) {
    const { status, body } = await shop.call('GET', path, { as: customer })
    expect([status, body.code, body.missing]).toEqual([409, 'missing_fields', ['seller.taxNumber']])
    expect(body.detail).toContain('a VAT ID or a tax number of the seller')
  }
  const german = await shop.call('GET', invoicePath(await paidOrder(), '?format=xrechnung'), { as: customer })
  expect(german.body.missing).toEqual(['seller.phone', 'seller.email'])
  expect((await rows()).notes).toEqual(before.notes)
})

test('of a seller without an address the address is what is missing', async () => {
  const before = await rows()
  await saveSettings(shop, admin, { ...TRADE, seller: { name: 'Sample Parts GmbH' } })
  const order = await paidOrder()
  await saveSettings(shop, admin, TRADE)
  const { status, body } = await shop.call('GET', invoicePath(order), { as: customer })
  expect([status, body.code, body.missing]).toEqual([
    409,
    'missing_fields',
    ['seller.address', 'seller.taxNumber'],
  ])
  expect((await rows()).notes).toEqual(before.notes)
})

test('there is no XML of a sample, nor of an invoice from before its data was kept', async () => {
  await using own = await createTestApp()
  const buyer = await own.register()
  const ownAdmin = await own.registerAdmin()
  const order = await own.order(buyer, await own.addProduct())
  await own.pay(buyer, order)
  const at = async (path: string) => {
    const { status, body } = await own.call('GET', path, { as: buyer })
    return [status, body.code]
  }
  expect(await at(invoicePath(order))).toEqual([409, 'sample'])
  await own.call('POST', `/api/order/${order._id}/refunds`, {
    as: ownAdmin,
    body: { amount: 1, reason: 'A sample' },
    headers: { 'Idempotency-Key': 'a key' },
  })
  expect(await at(notePath(order, 'CN-000001'))).toEqual([409, 'sample'])
  // Who sells now sold nothing then.
  await saveSettings(own, ownAdmin, TRADE)
  expect(await at(invoicePath(order))).toEqual([409, 'sample'])
  const terms = JSON.stringify({ seller: { name: 'Sample', address: LYON.street }, taxPercent: 0 })
  await own.shop.db.updateTable('invoices').set({ terms, document: null }).execute()
  await own.shop.db.updateTable('credit_notes').set({ document: null }).execute()
  expect(await at(invoicePath(order))).toEqual([409, 'conflict'])
  expect(await at(notePath(order, 'CN-000001'))).toEqual([409, 'conflict'])
})
