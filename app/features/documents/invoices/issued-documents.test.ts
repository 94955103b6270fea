import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import type { ListedDocument } from '#features/invoices/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { documentNumberText } from '#features/orders/texts.ts'
import { AppError } from '#kit/server/app-error.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { openTrade, orderTo, saveSettings, TRADE, TRADED } from '#tests/support/delivery-shop.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { papersOf } from './papers.ts'

const REFUND_FAILS = '4000000000005126'

const { invoice, invoiceXml, creditNote, creditNoteXml } = orderDocumentPaths

let shop: TestApp
let admin: Person
let customer: Person

beforeAll(async () => {
  shop = await createTestApp()
  await openTrade(shop)
  admin = await shop.registerAdmin()
})
afterAll(() => closeShop(shop))
beforeEach(async () => {
  customer = await shop.register()
})

async function closeShop(opened: TestApp): Promise<void> {
  await opened.app.close()
  await opened[Symbol.asyncDispose]()
}

/** A paid order that goes to Lyon, with tax and delivery. */
async function paidOrder(card?: string): Promise<Order> {
  return shop.pay(customer, await orderTo(shop, customer, await shop.addProduct(TRADED)), card)
}

const refund = ({ _id }: Order, amount: number, within = shop, as = admin) =>
  within.call('POST', `/api/order/${_id}/refunds`, {
    as,
    body: { amount, reason: 'A sample' },
    headers: { 'Idempotency-Key': `${_id} ${amount}` },
  })

const creditNotesOf = async ({ _id }: Order, within = shop, as = customer) =>
  (await within.call('GET', `/api/myorder/${_id}`, { as })).body.creditNotes

async function bytesAt(path: string, within = shop, as = customer) {
  const request = new Request(ORIGIN + path, { headers: { Authorization: `Bearer ${as.token}` } })
  const answer = await within.app.fetch(request)
  expect([path, answer.status]).toEqual([path, 200])
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}

const pdfAt = async (path: string, within = shop, as = customer) =>
  readPdf(new Uint8Array((await bytesAt(path, within, as)).bytes))

test('invoice and credit note are the same bytes whatever changes later, with their XML inside', async () => {
  const order = await paidOrder()
  await refund(order, 10)
  const [{ number }] = await creditNotesOf(order)
  const papers = [
    { pdf: invoice(order._id), xml: invoiceXml(order._id, 'cii') },
    { pdf: creditNote(order._id, number), xml: creditNoteXml(order._id, number, 'cii') },
  ]
  const before = []
  for (const { pdf, xml } of papers) {
    const { bytes, headers } = await bytesAt(pdf)
    expect(headers.get('Content-Type')).toBe('application/pdf')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(readPdf(new Uint8Array(bytes)).files.map(({ text }) => text)).toEqual([
      (await bytesAt(xml)).bytes.toString(),
    ])
    before.push(bytes)
  }
  expect((await bytesAt(creditNote(order._id, number))).headers.get('Content-Disposition')).toBe(
    `inline; filename="${number}.pdf"`,
  )
  await refund(order, 20)
  await saveSettings(shop, admin, { ...TRADE, seller: { name: 'Another Seller' } })
  await shop.shop.db.updateTable('orders').set({ po_number: '4711', name: 'Other', address: 'x' }).execute()
  for (const [index, { pdf }] of papers.entries())
    expect((await bytesAt(pdf)).bytes.equals(before[index] ?? Buffer.of())).toBe(true)
  await saveSettings(shop, admin, TRADE)
})

test('what is first requested after a change is still what was issued', async () => {
  const order = await paidOrder()
  await refund(order, 10)
  const [{ number }] = await creditNotesOf(order)
  const first = (await pdfAt(invoice(order._id))).pages
  const firstNote = (await pdfAt(creditNote(order._id, number))).pages
  await saveSettings(shop, admin, { ...TRADE, seller: { name: 'Another Seller' } })
  await shop.shop.db.updateTable('orders').set({ po_number: '4711', refunded_cents: 5 }).execute()
  await shop.shop.db.deleteFrom('document_files').execute()
  expect((await pdfAt(invoice(order._id))).pages).toEqual(first)
  expect((await pdfAt(creditNote(order._id, number))).pages).toEqual(firstNote)
  const row = await shop.shop.db
    .selectFrom('invoices')
    .select('number')
    .where('order_id', '=', order._id)
    .executeTakeFirstOrThrow()
  expect(firstNote.join('\n')).toContain(`For invoice\n${documentNumberText('invoice', row.number)}`)
  await saveSettings(shop, admin, TRADE)
})

test('the invoice over a credit note whose money came back is found by its number', async () => {
  const order = await paidOrder(REFUND_FAILS)
  await refund(order, 10)
  shop.shop.advance(6000)
  await shop.runJobs()
  const [{ number, invoicedAgain }] = await creditNotesOf(order)
  const again = (await pdfAt(invoice(order._id, invoicedAgain))).pages.join('\n')
  for (const text of [`Invoice ${invoicedAgain}`, number, '$10.00']) expect(again).toContain(text)
  const whole = (await pdfAt(invoice(order._id))).pages.join('\n')
  expect(whole).not.toContain(invoicedAgain)
  // Without data it is not the invoice of the whole order in its former look.
  await shop.shop.db.deleteFrom('document_files').execute()
  await shop.shop.db
    .updateTable('invoices')
    .set({ document: null })
    .where('credit_note', 'is not', null)
    .execute()
  const { status, body } = await shop.call('GET', invoice(order._id, invoicedAgain), { as: customer })
  expect([status, body.code]).toEqual([409, 'conflict'])
  expect(await shop.shop.db.selectFrom('document_files').selectAll().execute()).toEqual([])
})

// attack: foreign-invoice
test('only the owner and admins get them, and no refusal stores a file', async () => {
  const [order, other] = [await paidOrder(), await paidOrder()]
  await refund(order, 10)
  const [{ number }] = await creditNotesOf(order)
  const stranger = await shop.register()
  const files = () => shop.shop.db.selectFrom('document_files').select(['kind', 'number']).execute()
  const before = await files()
  const refusals: [path: string, as: Person][] = [
    [invoice(order._id), stranger],
    [creditNote(order._id, number), stranger],
    [creditNote(other._id, number), customer],
    [creditNote(order._id, 'CN-999999'), customer],
    [creditNote(order._id, 'INV-000001'), customer],
    [creditNote(order._id, number).replace('.pdf', ''), customer],
    [invoice(other._id, 'INV-000001'), customer],
    [invoice(order._id, number), customer],
  ]
  for (const [path, as] of refusals) {
    const { status, body } = await shop.call('GET', path, { as })
    expect([path, status, body.code]).toEqual([path, 404, 'not_found'])
  }
  expect(await files()).toEqual(before)
  expect((await pdfAt(creditNote(order._id, number), shop, admin)).pages).toHaveLength(1)
  expect(await files()).toHaveLength(before.length + 1)
})

test('a shop without a seller has samples, which say so on each page and have no XML', async () => {
  const own = await createTestApp()
  const [buyer, seller] = [await own.register(), await own.registerAdmin()]
  const order = await own.order(buyer, await own.addProduct())
  await own.pay(buyer, order)
  await refund(order, 1, own, seller)
  const [{ number }] = await creditNotesOf(order, own, buyer)
  // What is issued about a sample later is one too, also of one from before its data was kept.
  await openTrade(own)
  await own.shop.db.updateTable('invoices').set({ document: null }).execute()
  await refund(order, 0.5, own, seller)
  const [, later] = await creditNotesOf(order, own, buyer)
  for (const [path, text] of [
    [invoice(order._id), 'Sample – not an invoice.'],
    [creditNote(order._id, number), 'Sample – not a credit note.'],
    [creditNote(order._id, later.number), 'Sample – not a credit note.'],
  ] as const) {
    const { pages, files } = await pdfAt(path, own, buyer)
    expect(files).toEqual([])
    for (const page of pages) {
      expect(page).toContain(text)
      expect(page).not.toContain(TRADE.seller.name)
    }
  }
  await closeShop(own)
})

test('a seller whom only the environment variables name is on paper word for word', async () => {
  const own = await createTestApp({
    SELLER_NAME: 'Sample Parts Ltd',
    SELLER_ADDRESS: '1 Sample Street\\nSample Town',
    SELLER_TAX_ID: 'DE123456789',
  })
  const buyer = await own.register()
  const order = await own.order(buyer, await own.addProduct())
  await own.pay(buyer, order)
  const { pages, files } = await pdfAt(invoice(order._id), own, buyer)
  for (const text of ['Sample Parts Ltd', '1 Sample Street', 'Sample Town', 'Tax number DE123456789'])
    expect(pages.join('\n')).toContain(text)
  expect(pages.join('\n')).not.toContain('Sample –')
  expect(files).toEqual([])
  await closeShop(own)
})

test('an invoice from before its data was kept has its former look, and its credit notes that of today', async () => {
  const order = await paidOrder()
  await shop.shop.db
    .updateTable('invoices')
    .set({ document: null })
    .where('order_id', '=', order._id)
    .execute()
  const { pages, files } = await pdfAt(invoice(order._id))
  expect(pages.join('\n')).toContain('Invoice number')
  expect(files).toEqual([])
  await refund(order, 10)
  const [{ number }] = await creditNotesOf(order)
  // A refund with a credit note of its own is not told by the invoice, even when that is rendered first after it.
  await shop.shop.db.deleteFrom('document_files').execute()
  expect((await pdfAt(invoice(order._id))).pages).toEqual(pages)
  const note = await pdfAt(creditNote(order._id, number))
  expect(note.pages.join('\n')).toContain('$10.00')
  expect(note.files).toHaveLength(1)
})

test('the papers of a time are one file, and what there is no file of is named with the reason', async () => {
  const [order, former] = [await paidOrder(), await paidOrder()]
  expect((await refund(order, 2.5)).status).toBeLessThan(300)
  const [{ number: note }] = await creditNotesOf(order)
  const numberOf = async ({ number }: Order): Promise<string> => {
    const { body } = await shop.call('GET', `/api/invoice?q=${number}`, { as: admin })
    return body.find(({ kind }: ListedDocument) => kind === 'invoice').number
  }
  const read = async (asked: Order): Promise<Record<string, string>> => {
    const query = new URLSearchParams({ range: 'this-month', q: asked.number })
    const { bytes } = await bytesAt(`/api/invoices.zip?${query}`, shop, admin)
    const files = Object.entries(unzipSync(new Uint8Array(bytes)))
    return Object.fromEntries(files.map(([name, file]) => [name, strFromU8(file, true)]))
  }
  const invoiced = await numberOf(order)
  const files = await read(order)
  expect(Object.keys(files)).toEqual([`${note}.pdf`, `${note}.xml`, `${invoiced}.pdf`, `${invoiced}.xml`])
  for (const [name, text] of Object.entries(files))
    expect(text.startsWith(name.endsWith('.pdf') ? '%PDF-' : '<?xml'), name).toBe(true)
  expect(files[`${invoiced}.xml`]).toContain(invoiced)

  const old = await numberOf(former)
  await shop.shop.db
    .updateTable('invoices')
    .set({ document: null })
    .where('order_id', '=', former._id)
    .execute()
  const rest = await read(former)
  expect(Object.keys(rest)).toEqual([`${old}.pdf`, 'missing.csv'])
  expect(rest['missing.csv']).toMatch(new RegExp(`^file,reason\\r\\n${old}\\.xml,`))

  const refused = await shop.call('GET', '/api/invoices.zip?from=2026-01-01', { as: admin })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/range'])
})

test('a time with more documents than one file takes is refused before anything is sent', async () => {
  const order = await paidOrder()
  const { db } = shop.shop
  await sql`insert into credit_notes (number, order_id, refund_id, issued_at, amount_cents)
    with recursive more (n) as (select 1 union all select n + 1 from more where n <= 15000)
    select 1000000 + n, ${order._id}, 'former ' || n, ${Date.UTC(2001, 4, 5)}, 1 from more`.execute(db)
  const refused = await shop.call('GET', '/api/invoices.zip?from=2001-05-01&to=2001-05-31', { as: admin })
  await db.deleteFrom('credit_notes').where('number', '>', 1_000_000).execute()
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/range' }] } })
  expect(refused.body.detail).toContain('choose a shorter time')
})

test('a paper that is not rendered for lack of time ends the file, and is not named as missing', async () => {
  const { number } = await paidOrder()
  const busy = () => Promise.reject(new AppError('unavailable', 'Too much to do.'))
  const reader = { ...admin, id: 'boss', emailVerified: true, role: 'admin', sessionId: 'one' } as const
  const asked = { reader, period: { range: 'this-month', q: number }, format: 'cii' } as const
  const files = papersOf(shop.shop, { invoice: busy, creditNote: busy }, asked)
  await expect(files.next()).rejects.toMatchObject({ code: 'unavailable' })
})
