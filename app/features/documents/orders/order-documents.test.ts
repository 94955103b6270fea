import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { foundCompany } from '#tests/support/company.ts'
import { ORIGIN, orderFor, orderOfLines, type Person } from '#tests/support/customer.ts'
import { setTerms } from '#tests/support/on-account-shop.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { orderDocumentPaths, packingSlipsPath } from '../paths.ts'

const { confirmation, invoice, packingSlip, shipmentSlip } = orderDocumentPaths

let shop: TestApp
let admin: Person
let customer: Person
let order: Order

// One shop for all tests, because its process takes long to start.
beforeAll(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterAll(() => closeShop(shop))
beforeEach(async () => {
  customer = await shop.register({ name: 'Ada Sample' })
  order = await shop.order(customer, await shop.addProduct())
})

async function closeShop(opened: TestApp): Promise<void> {
  await opened.app.close()
  await opened[Symbol.asyncDispose]()
}

const SELLER = {
  SELLER_NAME: 'Sample Parts Ltd',
  SELLER_ADDRESS: '1 Sample Street\\nSample Town',
  SELLER_TAX_ID: 'DE123456789',
  TAX_PERCENT: '19',
}

async function documentAt(path: string, as: Person = customer, { app }: TestApp = shop) {
  const headers = { Authorization: `Bearer ${as.token}` }
  const answer = await app.fetch(new Request(ORIGIN + path, { headers }))
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const { pages, outside } = readPdf(new Uint8Array(await answer.arrayBuffer()))
  return { pages, text: pages.join('\n'), outside, disposition: answer.headers.get('Content-Disposition') }
}

const statusOf = async (path: string, as: Person) => {
  const { status, body } = await shop.call('GET', path, { as })
  return [status, body.code]
}

const rows = async () => ({
  orders: await shop.shop.db.selectFrom('orders').selectAll().execute(),
  invoices: await shop.shop.db.selectFrom('invoices').selectAll().execute(),
  counts: await shop.shop.db.selectFrom('row_counts').selectAll().where('name', '=', 'invoices').execute(),
})

// attack: foreign-invoice
test('the owner and admins get the documents of an order, others do not, and no refusal changes anything', async () => {
  const other = await shop.register()
  const before = await rows()
  for (const path of [confirmation, invoice]) {
    expect(await statusOf(path(order._id), other)).toEqual([404, 'not_found'])
    for (const unknown of ['unknown', 'a b', 'x'.repeat(3000)])
      expect(await statusOf(path(unknown), customer)).toEqual([404, 'not_found'])
  }
  expect(await statusOf(packingSlip(order._id), customer)).toEqual([403, 'right_required'])
  expect(await statusOf(packingSlip('unknown'), admin)).toEqual([404, 'not_found'])
  for (const reader of [customer, admin])
    expect(await statusOf(invoice(order._id), reader)).toEqual([409, 'conflict'])
  expect(await rows()).toEqual(before)
  for (const reader of [customer, admin])
    expect((await documentAt(confirmation(order._id), reader)).text).toContain(order.number)
  expect((await documentAt(packingSlip(order._id), admin)).text).toContain('Ada Sample')
  expect(await rows()).toEqual(before)
})

test('a cancelled order has no documents for its customer, and those for admins say that it is cancelled', async () => {
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  for (const path of [confirmation, invoice])
    expect(await statusOf(path(order._id), customer)).toEqual([404, 'not_found'])
  expect(await statusOf(invoice(order._id), admin)).toEqual([409, 'conflict'])
  for (const path of [confirmation, packingSlip]) {
    const { text } = await documentAt(path(order._id), admin)
    expect(text).toContain('This order is cancelled.')
    expect(text).not.toContain('Please pay')
  }
})

test('the invoice says who sells, for how much, and how much tax that contains, also after the settings change', async () => {
  const own = await createTestApp(SELLER)
  const buyer = await own.register({ name: 'Ada Sample' })
  const bought = await own.order(buyer, await own.addProduct())
  await own.pay(buyer, bought)
  const read = () => documentAt(invoice(bought._id), buyer, own)
  const paid = await read()
  expect(paid.disposition).toBe('inline; filename="INV-000001.pdf"')
  for (const text of [
    ...['Invoice INV-000001', 'Sample Parts Ltd', '1 Sample Street', 'Tax number DE123456789', 'Ada Sample'],
    ...[bought.number, 'per 100', '$4.25', 'Includes tax (19 %) on $3.57\n$0.68', 'Page 1 of 1'],
    ...bought.lines.map(({ sku }) => sku),
  ])
    expect(paid.text).toContain(text)
  expect(paid.text).toMatch(/Paid, transaction pi_\w+\n\$4\.25/)
  expect(paid.text).not.toContain('Sample – not an invoice')
  Object.assign(own.shop.config.sellerTerms, { taxPercent: 7 })
  await own.shop.db.updateTable('orders').set({ refunded_cents: 125, dispute: 'lost' }).execute()
  expect((await read()).text).toBe(paid.text)
  await own.shop.db.deleteFrom('document_files').execute()
  // Not rendered before the refund, it does not tell of it either.
  expect((await read()).text).toBe(paid.text)
  await closeShop(own)
})

test('without a seller every page says that it is a sample', async () => {
  await shop.pay(customer, order)
  for (const path of [confirmation, packingSlip]) {
    const { pages } = await documentAt(path(order._id), admin)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Sample – not an invoice. This shop runs on sandboxes: no card is charged')
  }
})

test('admins get the packing slips of several orders as one document, in the sequence of the ids, or none of them', async () => {
  const paid = await paidOrder()
  const both = await documentAt(packingSlipsPath([paid._id, order._id, paid._id]), admin)
  expect(both.disposition).toBe('inline; filename="packing-slips.pdf"')
  expect(both.pages).toHaveLength(2)
  for (const [page, { number, lines }] of [paid, order].entries()) {
    expect(both.pages[page]).toContain(`Packing slip ${number}`)
    for (const { sku } of lines) expect(both.pages[page]).toContain(sku)
    expect(both.pages[page]).toContain('Page 1 of 1')
  }
  const before = await rows()
  expect(await statusOf(packingSlipsPath([paid._id, 'unknown']), admin)).toEqual([404, 'not_found'])
  expect(await statusOf(packingSlipsPath([]), admin)).toEqual([422, 'invalid'])
  expect(await statusOf(packingSlipsPath(Array.from({ length: 101 }, (_, id) => `${id}`)), admin)).toEqual([
    422,
    'invalid',
  ])
  expect(await statusOf(packingSlipsPath([paid._id]), customer)).toEqual([403, 'right_required'])
  expect(await rows()).toEqual(before)
})

/** A paid order of 300 pieces of two products each. */
async function paidOrder(): Promise<Order> {
  const products = [await shop.addProduct(), await shop.addProduct()]
  const body = orderOfLines(products.map((product) => ({ product, quantity: 300 })))
  const placed: Order = (await shop.call('POST', '/api/order', { body, as: customer })).body
  return shop.pay(customer, placed)
}

async function ship({ _id }: Order, body: object): Promise<string> {
  const shipped = await shop.call('POST', `/api/order/${_id}/shipments`, { body, as: admin })
  expect(shipped.status).toBe(201)
  return shipped.body.shipmentId
}

async function refund({ _id, totalPrice: amount }: Order, restock: boolean): Promise<void> {
  const headers = { 'Idempotency-Key': `refund of ${_id}` }
  const body = { amount, reason: 'A sample', restock }
  expect((await shop.call('POST', `/api/order/${_id}/refunds`, { body, headers, as: admin })).status).toBe(
    201,
  )
}

test('a packing slip has what is left to ship, and that of a shipment has its pieces', async () => {
  const placed = await paidOrder()
  const [first = '', second = ''] = placed.lines.map(({ sku, product }) => `${sku}\n${product}\n`)
  const lines = [
    { position: 0, quantity: 300 },
    { position: 1, quantity: 180 },
  ]
  const shipmentId = await ship(placed, { lines, carrier: 'UPS', tracking: '1Z999' })
  const left = await documentAt(packingSlip(placed._id), admin)
  expect(left.text).toContain(`2\n${second}120\n`)
  expect(left.text).toContain('Without the pieces that are shipped already.')
  expect(left.text).not.toContain(first)

  const readSlip = async (id: string) => (await documentAt(shipmentSlip(placed._id, id), admin)).text
  const slip = await readSlip(shipmentId)
  for (const text of [`1\n${first}300\n`, `2\n${second}180\n`, 'UPS', '1Z999', 'Pieces\n480'])
    expect(slip).toContain(text)
  expect(slip).toContain('The pieces of this shipment only.')
  expect(await readSlip(await ship(placed, {}))).toContain('Pieces\n120')
  const all = (await documentAt(packingSlip(placed._id), admin)).text
  expect(all).toContain('Pieces\n600')
  expect(all).toContain('All of it is shipped already.')

  const other = await paidOrder()
  for (const path of [shipmentSlip(other._id, shipmentId), shipmentSlip(placed._id, '')])
    expect(await statusOf(path, admin)).toEqual([404, 'not_found'])
})

test('a packing slip says that nothing is to be packed of an order whose money went back', async () => {
  const [restocked, refunded] = [await paidOrder(), await paidOrder()]
  await ship(restocked, { lines: [{ position: 0, quantity: 300 }] })
  await refund(restocked, true)
  await refund(refunded, false)
  for (const { _id, lines } of [restocked, refunded]) {
    const { text } = await documentAt(packingSlip(_id), admin)
    expect(text).toContain('Nothing is to be packed: the money of this order went back')
    expect(text).toContain('Pieces\n0')
    for (const { sku } of lines) expect(text).not.toContain(sku)
  }
})

// attack: changed-address
test('a packing slip says that the address was changed', async () => {
  await shop.pay(customer, order)
  const slip = async () => (await documentAt(packingSlip(order._id), admin)).text.replaceAll('\n', ' ')
  expect(await slip()).not.toContain('The address was changed')
  const body = { address: '2 Other Street' }
  await shop.call('PATCH', `/api/myorder/${order._id}`, { body, as: customer })
  expect(await slip()).toContain('The address was changed on')
})

test('a packing slip says that an order is not paid', async () => {
  const { text } = await documentAt(packingSlip(order._id), admin)
  expect(text).toContain('This order is not paid.')
  expect(text).toContain('Pieces\n100')
})

test('the packing slip of an order on account says nothing of its payment', async () => {
  const manager = await foundCompany(shop)
  await setTerms(shop, admin, manager, { days: 30, credit: 1_000_000 })
  const body = { ...orderFor(await shop.addProduct()), payment: 'account' }
  const { _id } = (await shop.call('POST', '/api/order', { body, as: manager })).body
  const { text } = await documentAt(packingSlip(_id), admin)
  expect(text).not.toContain('This order is not paid.')
  expect(text).toContain('Pieces\n100')
})

/** An order of so many lines, written directly: a customer would need as many products. */
async function orderOf(lines: number): Promise<Order> {
  const product = await shop.addProduct({ name: `Nut ${lines}` })
  const body = orderOfLines([{ product, quantity: 100 }])
  const placed: Order = (await shop.call('POST', '/api/order', { body, as: customer })).body
  const { db } = shop.shop
  const [first] = await db.selectFrom('order_lines').selectAll().where('order_id', '=', placed._id).execute()
  if (!first) throw new Error('The order has no line.')
  const more = Array.from({ length: lines - 1 }, (_, index) => ({
    ...first,
    position: index + 1,
    sku: `SAMPLE-${index + 2}`,
  }))
  if (more.length > 0) await db.insertInto('order_lines').values(more).execute()
  return placed
}

test.each([
  [1, 1],
  [10, 1],
  [200, 7],
])('the confirmation of an order with %i lines has %i pages with heads and numbers', async (lines, count) => {
  const placed = await orderOf(lines)
  const { pages, disposition } = await documentAt(confirmation(placed._id))
  expect(disposition).toBe(`inline; filename="confirmation-${placed.number}.pdf"`)
  expect(pages).toHaveLength(count)
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${count}`)
    expect(page).toContain('Part number')
    expect(page).toContain(`Order confirmation ${placed.number}`)
    const isBreak = [index > 0, index < count - 1].filter(Boolean).length
    expect(page.match(/^Carried over$/gm) ?? []).toHaveLength(isBreak)
  })
  const all = pages.join('\n')
  for (let line = 2; line <= lines; line++) expect(all).toContain(`\nSAMPLE-${line}\n`)
  expect(pages.at(-1)).toMatch(/\nTotal\n\$/)
})

const HOSTILE = 'A\u0007\u{1f600}\u200d e\u0301 \u202eabc\u2066 漢字 שלום العربية \u0e33 ()\\ <b> %s'

// attack: document-text
test('hostile texts never break a document, and its file name is safe', async () => {
  const text = {
    name: `${HOSTILE} ${'x'.repeat(300)}`,
    address: `${HOSTILE}\n`.repeat(10) + 'a\n'.repeat(200),
    note: HOSTILE.repeat(10),
    po_number: 'W'.repeat(64),
  }
  await shop.shop.db.updateTable('orders').set(text).where('id', '=', order._id).execute()
  await shop.shop.db
    .updateTable('order_lines')
    .set({ product_name: `${HOSTILE} ${'W'.repeat(300)}`, sku: `"${'../'.repeat(20)}` })
    .where('order_id', '=', order._id)
    .execute()
  for (const path of [confirmation, packingSlip]) {
    const { outside, disposition, pages } = await documentAt(path(order._id), admin)
    expect(outside.trimEnd()).toMatch(/%%EOF$/)
    expect(outside.match(/\/FontDescriptor \d/g)?.length).toBe(outside.match(/\/FontFile[23] /g)?.length)
    expect(pages.length).toBeGreaterThan(2)
    expect(disposition).toMatch(/^inline; filename="[\w.-]+\.pdf"$/)
  }
})
