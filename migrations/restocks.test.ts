import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0039-restocks')

async function clearSales(db: Db): Promise<void> {
  for (const table of ['sales_days', 'product_sales', 'sold_products'] as const)
    await db.deleteFrom(table).execute()
}

/** The sales of the orders, as the release before kept them: less what was refunded and the pieces that went back to stock. */
async function insertSales(db: Db): Promise<void> {
  await sql`insert into sales_days (day, orders, revenue_cents) values (0, 6, 3100)`.execute(db)
  for (const [id, quantity] of [
    ['product-1', 500],
    ['product-2', 530],
  ] as const) {
    await sql`insert into product_sales (product_id, day, total_quantity, total_cents)
      values (${id}, 0, ${quantity}, 1550)`.execute(db)
    await sql`insert into sold_products (product_id, quantity, revenue_cents, last_day)
      values (${id}, ${quantity}, 1550, 0)`.execute(db)
  }
}

async function insertRows(db: Db): Promise<void> {
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('user-1', 'Sample Customer', 'sample@example.com', false, '2026-01-01', '2026-01-01')`.execute(db)
  for (const id of ['product-1', 'product-2'])
    await sql`insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description, image,
        created_at)
      values (${id}, ${id}, ${id}, ${id}, ${id}, 'part', 425, 1000, 'A part', '/part.svg', 1000)`.execute(db)
  for (const [id, refunded, dispute] of [
    ['paid', 0, null],
    ['refunded', 850, null],
    ['restocked', 850, null],
    ['lost', 0, 'lost'],
    ['lost-in-part', 200, 'lost'],
    ['open', 100, 'open'],
  ] as const) {
    await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
        status, transaction_id, created_at, hold_until, paid_at, refunded_cents, dispute)
      values (${id}, ${id}, 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 850, 'usd',
        'pending', ${id}, 1000, 2000, 3000, ${refunded}, ${dispute})`.execute(db)
    for (const position of [0, 1])
      await sql`insert into order_lines (order_id, position, product_id, product_name, sku, unit_price_e4, quantity)
        values (${id}, ${position}, ${`product-${position + 1}`}, 'Part', 'SKU', 425, 100)`.execute(db)
    await sql`insert into order_events (id, order_id, kind, actor, at) values (${id}, ${id}, 'paid', 'shop', 3000)`.execute(
      db,
    )
  }
  await sql`insert into shipments (id, order_id, at) values ('shipment-1', 'restocked', 4000)`.execute(db)
  await sql`insert into shipment_lines (shipment_id, position, quantity) values ('shipment-1', 1, 30)`.execute(
    db,
  )
  await sql`update orders set restocked_at = 5000 where id = 'restocked'`.execute(db)
  await clearSales(db)
}

test('what was put back and lost before is in the lines and the sales, and what was not stays', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, BEFORE))
  const { db } = shop
  await insertRows(db)
  await insertSales(db)
  await migrate(shop.database, migrations)
  const lines = await db
    .selectFrom('order_lines')
    .select(['order_id', 'position', 'restocked'])
    .where('restocked', '>', 0)
    .orderBy('position')
    .execute()
  expect(lines).toEqual([
    { order_id: 'restocked', position: 0, restocked: 100 },
    { order_id: 'restocked', position: 1, restocked: 70 },
  ])
  const now = await readSales(shop)
  expect(now).toEqual(await salesOfOrders(shop))
  expect(now.days).toMatchObject([{ orders: 6, revenue_cents: 850 + 750 }])
  expect(now.sold.map(({ quantity }) => quantity)).toEqual([500, 530])
  expect(await db.selectFrom('order_events').select('kind').execute()).toHaveLength(6)
})

test('what a process of the last release restocks and takes back is counted', async () => {
  await using shop = await createTestShop()
  const { db } = shop
  await insertRows(db)
  await sql`update orders set restocked_at = null`.execute(db)
  await db.updateTable('order_lines').set({ restocked: 0 }).execute()
  // As that release writes: the times of the order alone, and later what went back.
  const gone = await db.selectFrom('orders').select(['id', 'refunded_cents', 'dispute']).execute()
  await sql`update orders set paid_at = null, transaction_id = null, status = null, refunded_cents = 0,
    dispute = null`.execute(db)
  await db.deleteFrom('order_money').execute()
  // A payment that is taken back counts against the sales, which are to begin with none.
  await clearSales(db)
  await sql`update orders set paid_at = 3000, transaction_id = id, status = 'pending'`.execute(db)
  for (const { id, ...change } of gone)
    await db.updateTable('orders').set(change).where('id', '=', id).execute()
  await sql`update orders set restocked_at = 5000 where id = 'restocked'`.execute(db)
  const restocked = async () =>
    (
      await db
        .selectFrom('order_lines')
        .select('restocked')
        .where('order_id', '=', 'restocked')
        .orderBy('position')
        .execute()
    ).map((line) => line.restocked)
  expect(await restocked()).toEqual([100, 70])
  expect(await readSales(shop)).toEqual(await salesOfOrders(shop))
  await db.deleteFrom('shipments').execute()
  expect(await restocked()).toEqual([100, 100])
  expect(await readSales(shop)).toEqual(await salesOfOrders(shop))
})
