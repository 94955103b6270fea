import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findInvoicedOrder, markPaid, type Order } from '#features/orders/orders.ts'
import type { SellerTerms } from '#features/settings/config.ts'
import type { Seller } from '#features/settings/schema.ts'
import { migrate } from '#kit/db/migrate.ts'
import { isoDay } from '#kit/time.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from '../../../../migrations/list.ts'
import { findInvoice, issueInvoice } from './issue-invoice.ts'

let shop: TestApp
let customer: Person
let orders: Order[]

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  const product = await shop.addProduct({ quantity: 10_000 })
  orders = await Promise.all(Array.from({ length: 10 }, () => shop.order(customer, product)))
})
afterEach(() => shop[Symbol.asyncDispose]())

const TERMS: SellerTerms = { seller: { name: 'Sample Ltd', address: '1 Sample Street' }, taxPercent: 19 }

const SELLER: Seller = {
  name: 'Sample Ltd',
  address: { street: '1 Sample Street', city: 'Berlin', country: 'DE' },
  vatId: 'DE136695976',
}

interface Issuing {
  readonly terms?: SellerTerms
  readonly seller?: Seller
  readonly fails?: boolean
}

const pay = (order: Order | undefined, { terms = TERMS, seller = SELLER, fails = false }: Issuing = {}) =>
  shop.shop.db.transaction().execute(async (trx) => {
    const orderId = order?._id ?? ''
    const at = shop.shop.now()
    const paid = await markPaid(trx, {
      orderId,
      transactionId: `pi_${orderId}`,
      actor: 'x',
      at,
      timeZone: 'UTC',
    })
    if (paid)
      await issueInvoice(trx, shop.shop, { order: paid, currency: 'usd', seller, terms, at, timeZone: 'UTC' })
    if (fails) throw new Error('the payment failed')
    return paid !== undefined
  })

const invoiceOfOrder = async (order: Order | undefined) => findInvoice(shop.shop.db, order?._id ?? '')

const numbers = async () =>
  (await shop.shop.db.selectFrom('invoices').select('number').orderBy('number').execute()).map(
    ({ number }) => number,
  )

test('an order has no invoice until it is paid, then one for good', async () => {
  const { db } = shop.shop
  const [order] = orders
  const id = order?._id ?? ''
  expect(await findInvoice(db, id)).toBeUndefined()
  expect(await findInvoicedOrder(db, id)).toBeUndefined()
  expect(await pay(order)).toBe(true)
  const invoice = await findInvoice(db, id)
  expect(invoice).toMatchObject({
    number: 1,
    issuedAt: expect.any(Number),
    issuedOn: isoDay(shop.shop.now()),
    terms: TERMS,
  })
  expect((await findInvoicedOrder(db, id))?.number).toBe(order?.number)
  expect(await pay(order, { terms: { taxPercent: 7 } })).toBe(false)
  expect(await findInvoice(db, id)).toEqual(invoice)
})

test('an invoice keeps what the order, the seller and the tax were when it was issued', async () => {
  const [order] = orders
  await pay(order)
  const invoice = await invoiceOfOrder(order)
  expect(invoice?.document).toMatchObject({
    kind: 'invoice',
    number: 'INV-000001',
    seller: SELLER,
    buyer: { email: customer.email },
    lines: [{ position: 0, sku: order?.lines[0]?.sku, quantity: order?.quantity, grossCents: 425 }],
    totals: { grossCents: 425, paidCents: 425, dueCents: 0 },
    references: { orderNumber: order?.number, transactionId: `pi_${order?._id}` },
  })
  const { db } = shop.shop
  await db
    .updateTable('orders')
    .set({ address: 'Elsewhere', po_number: '4711', refunded_cents: 100 })
    .execute()
  expect(await invoiceOfOrder(order)).toEqual(invoice)
})

test('an invoice of a shop without a seller is a sample for good', async () => {
  await pay(orders[0], { terms: { taxPercent: 0 }, seller: {} })
  expect(await invoiceOfOrder(orders[0])).toMatchObject({
    number: 1,
    terms: { taxPercent: 0 },
    document: { number: 'INV-000001', seller: {}, totals: { grossCents: 425 } },
  })
})

test('an order whose parts do not come to what was paid is paid, and its invoice without data is logged', async () => {
  const error = vi.spyOn(shop.shop.log, 'error')
  const { db } = shop.shop
  const orderId = orders[0]?._id ?? ''
  await db.updateTable('orders').set({ total_cents: 424 }).where('id', '=', orderId).execute()
  expect(await pay(orders[0])).toBe(true)
  expect(await invoiceOfOrder(orders[0])).toEqual({
    number: 1,
    issuedAt: expect.any(Number),
    issuedOn: isoDay(Date.now()),
    terms: TERMS,
  })
  expect(error.mock.calls).toEqual([
    [{ err: expect.any(Error), orderId }, 'a document of an order was issued without data'],
  ])
})

// attack: invoice-numbers
test('payments at once, half of which fail, have numbers without gaps', async () => {
  const fails = (index: number) => index % 2 === 1
  const results = await Promise.allSettled(orders.map((order, index) => pay(order, { fails: fails(index) })))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  expect(await numbers()).toEqual([1, 2, 3, 4, 5])
  await Promise.all(orders.filter((_, index) => fails(index)).map((order) => pay(order)))
  expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('the invoices of before are kept, and numbers go on from them', async () => {
  await using old = await createTestShop({}, migrations.slice(0, 1))
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('user-1', 'Sample Customer', 'sample@example.com', false, '2026-01-01', '2026-01-01')`.execute(
    old.db,
  )
  for (const [id, paidAt] of [
    ['a', 3000],
    ['b', null],
    ['c', 2000],
    ['d', 2000],
  ] as const)
    await sql`insert into orders (id, user_id, name, email, phone, address, search_text, total_cents, currency,
        created_at, hold_until, paid_at, transaction_id, status, number)
      values (${id}, 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 425, 'usd',
        1000, 2000, ${paidAt}, ${paidAt && `pi_${id}`}, ${paidAt && 'pending'}, ${id})`.execute(old.db)
  await sql`update orders set refunded_cents = 100 where id = 'd'`.execute(old.db)
  await sql`insert into invoices (number, order_id, issued_at, terms)
    values (1, 'c', 2000, null), (2, 'd', 2000, null), (3, 'a', 3000, null)`.execute(old.db)
  await sql`update row_counts set counted = 3 where name = 'invoices'`.execute(old.db)
  await migrate(old.database, migrations)
  const without = { terms: null, document: null, credit_note: null, credited_from: 0, former_cents: 0 }
  const rows = await old.db.selectFrom('invoices').selectAll().orderBy('number').execute()
  expect(rows).toEqual([
    { number: 1, order_id: 'c', issued_at: 2000, issued_on: '1970-01-01', ...without },
    // Its refunds have no credit note.
    {
      number: 2,
      order_id: 'd',
      issued_at: 2000,
      issued_on: '1970-01-01',
      ...without,
      credited_from: expect.any(Number),
      former_cents: 100,
    },
    { number: 3, order_id: 'a', issued_at: 3000, issued_on: '1970-01-01', ...without },
  ])
  expect(rows[1]?.credited_from).toBeGreaterThan(0)
  await old.db.transaction().execute(async (trx) => {
    const order = await markPaid(trx, {
      orderId: 'b',
      transactionId: 'pi_b',
      actor: 'x',
      at: 4000,
      timeZone: 'UTC',
    })
    if (!order) throw new Error('the order is not paid')
    // It has no lines, so there is no data of it.
    await issueInvoice(trx, old, {
      order,
      currency: 'usd',
      seller: {},
      terms: { taxPercent: 0 },
      at: 4000,
      timeZone: 'UTC',
    })
  })
  expect((await findInvoice(old.db, 'b'))?.number).toBe(4)
})
