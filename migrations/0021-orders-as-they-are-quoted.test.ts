import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderSearchText } from '#features/orders/order-search.ts'
import { migrate } from '#kit/db/migrate.ts'
import { createTestShop } from '../tests/support/test-shop.ts'
import { ordersAsTheyAreQuoted } from './0021-orders-as-they-are-quoted.ts'
import { migrations } from './list.ts'

test('orders of an earlier version are found by what new ones are found by', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, migrations.indexOf(ordersAsTheyAreQuoted)))
  const { db, kind, database } = shop
  const now = sql.raw(kind === 'sqlite' ? '1' : 'now()')
  const yes = sql.raw(kind === 'sqlite' ? '1' : 'true')
  await sql`insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values ('user', 'Sample Customer', 'customer@example.com', ${yes}, ${now}, ${now})`.execute(db)
  await sql`insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description, image, created_at)
    values ('part', 'P-1', 'p-1', 'Part', 'part', 'part', 425, 1000, '', '/part.svg', 1)`.execute(db)
  // More than are rewritten at once, placed at other times than their ids would say.
  const numbers = sql`with recursive numbers (number) as (
    select 1 union all select number + 1 from numbers where number < 2500)`
  await sql`insert into orders (id, user_id, name, email, phone, address, search_text, total_cents, currency, created_at, hold_until)
    ${numbers} select 'order-' || (number * 7919 % 2503), 'user', 'José O’Brien ' || number, 'customer@example.com', '1',
      'Łódź, Straße ' || number, 'part', 425, 'usd', number, 2 from numbers`.execute(db)
  await sql`insert into order_lines (order_id, position, product_id, product_name, sku, unit_price_e4, quantity, line_total_cents)
    select id, 0, 'part', 'Part', 'P-1', 425, 100, 425 from orders`.execute(db)
  await migrate(database, migrations)
  const orders = await db.selectFrom('orders').selectAll().execute()
  expect(orders).toHaveLength(2500)
  for (const { name, email, address, search_text } of orders)
    expect(search_text).toBe(orderSearchText({ product: 'Part', sku: 'P-1', name, email, address }))
  expect(orders.find((order) => order.created_at === 1)?.search_text).toBe(
    "part\np-1\njose o'brien 1\ncustomer@example.com\nlodz, strasse 1",
  )
})
