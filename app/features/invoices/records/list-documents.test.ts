import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { openTrade, orderTo, TRADED, ZURICH } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { ListedDocument } from '../schema.ts'

let shop: TestApp
let admin: Person
let customer: Person
let first: Order
let second: Order
/** Who placed the first and the second order. */
let buyers: Person[]

const refund = ({ _id }: Order, amount: number) =>
  shop.call('POST', `/api/order/${_id}/refunds`, {
    as: admin,
    body: { amount, reason: 'A sample' },
    headers: { 'Idempotency-Key': `${_id} ${amount}` },
  })

// INV-000001, a day later CN-000001 of it and INV-000002, whose data is missing.
beforeAll(async () => {
  shop = await createTestApp()
  await openTrade(shop)
  customer = await shop.register()
  const product = await shop.addProduct(TRADED)
  const poNumber = 'PO 4711'
  first = await shop.pay(customer, await orderTo(shop, customer, product, { poNumber }))
  buyers = [customer]
  shop.shop.advance(DAY_MS)
  admin = await shop.registerAdmin()
  customer = await shop.register()
  await refund(first, 12)
  shop.shop.advance(1000)
  const billTo = { ...ZURICH, company: 'Käufer Beispiel AG' }
  second = await shop.pay(customer, await orderTo(shop, customer, product, { billTo }))
  buyers = [await shop.signIn(buyers[0] ?? customer), customer]
  await shop.shop.db.updateTable('invoices').set({ document: null }).where('number', '=', 2).execute()
})
afterAll(() => shop[Symbol.asyncDispose]())

const list = async (query = ''): Promise<ListedDocument[]> =>
  (await shop.call('GET', `/api/invoice${query}`, { as: admin })).body

const numbers = async (query = '') => (await list(query)).map(({ number }) => number)

test('the list has all invoices and credit notes, newest first, with what was paid', async () => {
  const [last, note, invoice] = await list()
  expect(invoice).toMatchObject({
    number: 'INV-000001',
    kind: 'invoice',
    customer: 'Zoé Durand',
    company: 'Atelier Exemple',
    country: 'FR',
    taxPercent: 20,
    gross: first.payable,
    tax: first.tax?.amount,
    currency: 'USD',
    paidAt: first.paidAt,
    transactionId: first.transactionId,
    order: first.number,
    orderId: first._id,
  })
  expect(note).toMatchObject({ number: 'CN-000001', kind: 'credit_note', net: -10, tax: -2, gross: -12 })
  expect(note?.transactionId).toMatch(/^re_/)
  expect(last).toMatchObject({ number: 'INV-000002', gross: second.payable, order: second.number })
  expect(last).not.toHaveProperty('net')
})

test('it is found by number, order, company and day, and read page by page', async () => {
  expect(await numbers('?q=INV-000002')).toEqual(['INV-000002'])
  expect(await numbers('?q=cn-1')).toEqual(['CN-000001', 'INV-000001'])
  expect(await numbers(`?q=${first.number}`)).toEqual(['CN-000001', 'INV-000001'])
  expect(await numbers('?q=atelier')).toHaveLength(3)
  expect(await numbers('?q=kaufer%20beispiel')).toEqual(['INV-000002'])
  expect(await numbers('?q=nobody')).toEqual([])
  const day = dayAt(Date.parse(first.paidAt ?? ''), 'Europe/Berlin')
  expect(await numbers(`?to=${day}`)).toEqual(['INV-000001'])
  expect(await numbers('?from=&to=')).toEqual(await numbers())
  expect(await numbers(`?from=${isoDay(Date.parse(day) + DAY_MS)}`)).toEqual(['INV-000002', 'CN-000001'])
  const read: string[] = []
  for (let path: string | undefined = '/api/invoice?limit=1'; path; ) {
    const { body, headers } = await shop.call('GET', path, { as: admin })
    expect(headers.get('X-Total-Count')).toBe('3')
    read.push(...body.map(({ number }: ListedDocument) => number))
    path = /<([^>]+)>/.exec(headers.get('Link') ?? '')?.[1]
  }
  expect(read).toEqual(['INV-000002', 'CN-000001', 'INV-000001'])
})

test('those that are not paid are listed, however many later ones are', async () => {
  expect(await numbers('?open=true')).toEqual([])
  const { db } = shop.shop
  const paid = await db.selectFrom('orders').selectAll().where('id', '=', first._id).executeTakeFirstOrThrow()
  const set = ({
    paid_at,
    transaction_id,
    status,
  }: Pick<typeof paid, 'paid_at' | 'transaction_id' | 'status'>) =>
    db
      .updateTable('orders')
      .set({ paid_at, transaction_id, status, account_days: paid_at === null ? 30 : null })
      .where('id', '=', first._id)
      .execute()
  await set({ paid_at: null, transaction_id: null, status: null })
  expect(await numbers('?open=true&limit=1')).toEqual(['INV-000001'])
  const { headers } = await shop.call('GET', '/api/invoice?open=true&limit=1', { as: admin })
  expect(headers.get('X-Total-Count')).toBe('1')
  await set(paid)
})

test('the list and the file are for admins', async () => {
  const customer = await shop.register()
  for (const path of ['/api/invoice', '/api/invoices.csv']) {
    expect((await shop.call('GET', path, { as: customer })).status).toBe(403)
    expect((await shop.call('GET', path)).status).toBe(401)
  }
})

// attack: others-invoices
test('a customer lists and finds the documents of own orders alone, whatever others have', async () => {
  const [buyer] = buyers
  const own = async (query = '', as = buyer) =>
    (await shop.call('GET', `/api/myinvoices${query}`, { as })).body as ListedDocument[]
  const numbersOf = async (query = '', as = buyer) => (await own(query, as)).map(({ number }) => number)
  expect(await numbersOf()).toEqual(['CN-000001', 'INV-000001'])
  const [, invoice] = await own()
  expect(invoice).toMatchObject({ order: first.number, gross: first.payable, poNumber: 'PO 4711' })
  for (const q of ['INV-000001', 'inv1', first.number, 'PO 4711', first.lines[0]?.sku ?? ''])
    expect(await numbersOf(`?q=${encodeURIComponent(q)}`), q).toEqual(['CN-000001', 'INV-000001'])
  for (const q of ['INV-000002', second.number, 'kaufer']) expect(await numbersOf(`?q=${q}`), q).toEqual([])
  expect(await numbersOf('', buyers[1])).toEqual(['INV-000002'])
  expect(await numbersOf('', admin)).toEqual([])
  expect((await shop.call('GET', '/api/myinvoices')).status).toBe(401)
})

test.each(['?limit=0', '?after=x', '?from=2026-02-30', '?from=2026-02-02&to=2026-02-01', '?open=false'])(
  'the list refuses %s',
  async (query) => {
    const { status, body } = await shop.call('GET', `/api/invoice${query}`, { as: admin })
    expect([status, body.code]).toEqual([422, 'invalid'])
  },
)

test('the file has a row for each', async () => {
  const headers = { Authorization: `Bearer ${admin.token}` }
  const answer = await shop.app.fetch(
    new Request(`${ORIGIN}/api/invoices.csv?q=${first.number}`, { headers }),
  )
  const [head, note, invoice, ...more] = (await answer.text()).split('\r\n')
  expect(head).toBe(
    'number,kind,date,due,customer,company,country,vatId,net,taxPercent,tax,gross,currency,paidAt,transactionId,order,taxKind,open,overdueDays',
  )
  expect(note).toMatch(
    /^CN-000001,credit_note,\d{4}-\d\d-\d\d,,Zoé Durand,Atelier Exemple,FR,,-10,20,-2,-12,USD,/,
  )
  expect(invoice).toContain(
    `,${first.payable},USD,${first.paidAt},${first.transactionId},${first.number},added,,`,
  )
  expect(more).toEqual([''])
})
