import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#kit/db/migrate.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0067-shop-days')

const dayMs = (day: number): number => day * 86_400_000

/** Orders of $4.25 and $8.50 of the last release: paid, refunded by line and by an amount, with money that came back, and lost. */
async function insertRows({ db }: TestShop): Promise<void> {
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('user-1', 'Sample Customer', 'sample@example.com', false, '2026-01-01', '2026-01-01')`.execute(db)
  for (const id of ['product-1', 'product-2'])
    await sql`insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description, image,
        created_at)
      values (${id}, ${id}, ${id}, ${id}, ${id}, 'part', 425, 1000, 'A part', '/part.svg', 1000)`.execute(db)
  for (const [id, dispute] of [
    ['paid', null],
    ['by-line', null],
    ['came-back', null],
    ['lost', 'lost'],
    ['unpaid', null],
  ] as const) {
    await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
        created_at, hold_until)
      values (${id}, ${id}, 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 1275, 'usd',
        1000, 2000)`.execute(db)
    for (const [position, quantity] of [100, 200].entries())
      await sql`insert into order_lines (order_id, position, product_id, product_name, sku, unit_price_e4, quantity)
        values (${id}, ${position}, ${`product-${position + 1}`}, 'Part', 'SKU', 425, ${quantity})`.execute(
        db,
      )
    if (id === 'unpaid') continue
    await sql`update orders set paid_at = ${dayMs(20_000)}, transaction_id = ${id}, status = 'pending'
      where id = ${id}`.execute(db)
    await sql`insert into invoices (number, order_id, issued_at, terms, document)
      values (${['paid', 'by-line', 'came-back', 'lost'].indexOf(id) + 1}, ${id}, ${dayMs(20_000) + 5}, null,
        ${id === 'paid' ? '{"issuedOn":"2024-10-04"}' : null})`.execute(db)
    if (dispute)
      await sql`insert into order_events (id, order_id, kind, actor, detail, at)
        values (${id}, ${id}, 'disputed', 'provider', 'lost', ${dayMs(20_009)})`.execute(db)
  }
  // 50 pieces of the second line on one day, and an amount on another.
  await refund(db, {
    order: 'by-line',
    cents: 213,
    day: 20_003,
    lines: [{ position: 1, quantity: 50, cents: 213 }],
  })
  await refund(db, { order: 'by-line', cents: 106, day: 20_005, lines: null })
  await refund(db, { order: 'came-back', cents: 1275, day: 20_004, lines: null })
  await sql`insert into invoices (number, order_id, issued_at, terms, document, credit_note)
    values (5, 'came-back', ${dayMs(20_006)}, null, null, 3)`.execute(db)
  await sql`update orders set refunded_cents = 0 where id = 'came-back'`.execute(db)
  await sql`update orders set dispute = 'lost', disputed_cents = 425 where id = 'lost'`.execute(db)
}

let notes = 0

async function refund(
  db: TestShop['db'],
  { order, cents, day, lines }: { order: string; cents: number; day: number; lines: object[] | null },
): Promise<void> {
  notes += 1
  await sql`insert into order_refunds (id, order_id, amount_cents, reason, restock, lines, state, actor_id, actor_email,
      idempotency_key, created_at)
    values (${`refund-${notes}`}, ${order}, ${cents}, 'A sample', 0, ${lines && JSON.stringify(lines)}, 'succeeded',
      'user-1', 'a@example.com', ${`key-${notes}`}, ${dayMs(day)})`.execute(db)
  await sql`insert into credit_notes (number, order_id, refund_id, issued_at, amount_cents, document)
    values (${notes}, ${order}, ${`re-${notes}`}, ${dayMs(day) + 7}, ${cents}, null)`.execute(db)
  await sql`update orders set refunded_cents = refunded_cents + ${cents} where id = ${order}`.execute(db)
}

test('what was paid and what went back before is on its days, as the papers have them', async () => {
  notes = 0
  await using shop = await createTestShop({}, migrations.slice(0, BEFORE))
  const { db } = shop
  await insertRows(shop)
  await migrate(shop.database, migrations)
  expect(await db.selectFrom('order_money').selectAll().orderBy('order_id').orderBy('day').execute()).toEqual(
    [
      { order_id: 'by-line', day: 20_000, paid_cents: 1275, gone_cents: 0 },
      { order_id: 'by-line', day: 20_003, paid_cents: 0, gone_cents: 213 },
      { order_id: 'by-line', day: 20_005, paid_cents: 0, gone_cents: 106 },
      { order_id: 'came-back', day: 20_000, paid_cents: 1275, gone_cents: 0 },
      { order_id: 'came-back', day: 20_004, paid_cents: 0, gone_cents: 1275 },
      { order_id: 'came-back', day: 20_006, paid_cents: 0, gone_cents: -1275 },
      { order_id: 'lost', day: 20_000, paid_cents: 1275, gone_cents: 0 },
      { order_id: 'lost', day: 20_009, paid_cents: 0, gone_cents: 425 },
      { order_id: 'paid', day: 20_000, paid_cents: 1275, gone_cents: 0 },
    ],
  )
  const gone = await db
    .selectFrom('order_lines')
    .select(['order_id', 'position', 'gone_cents'])
    .where('gone_cents', '>', 0)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
  // The amount of $1.06 is divided among $4.25 and the $6.37 that are left of the second line.
  expect(gone).toEqual([
    { order_id: 'by-line', position: 0, gone_cents: 42 },
    { order_id: 'by-line', position: 1, gone_cents: 213 + 64 },
    { order_id: 'lost', position: 0, gone_cents: 142 },
    { order_id: 'lost', position: 1, gone_cents: 283 },
  ])
  const issued = await db.selectFrom('invoices').select('issued_on').orderBy('number').execute()
  expect(issued.map(({ issued_on }) => issued_on)).toEqual([
    '2024-10-04',
    ...Array(3).fill('2024-10-04'),
    '2024-10-10',
  ])
  const kept = await readSales(shop)
  expect(await salesOfOrders(shop)).toEqual(kept)
  // Later changes are counted as of a shop that began with this release.
  await sql`update orders set paid_at = ${dayMs(20_010)}, paid_day = 20011, transaction_id = 'pi-1',
    status = 'pending' where id = 'unpaid'`.execute(db)
  await sql`update orders set refunded_cents = 100, money_day = 20012 where id = 'paid'`.execute(db)
  expect((await readSales(shop)).days.slice(-2)).toEqual([
    { day: 20_011, orders: 1, revenue_cents: 1275, gone_cents: 0 },
    { day: 20_012, orders: 0, revenue_cents: -100, gone_cents: 100 },
  ])
  expect(await readSales(shop)).toEqual(await salesOfOrders(shop))
})
