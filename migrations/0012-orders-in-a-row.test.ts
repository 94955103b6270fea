import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, runStatements } from '#kit/db/migrate.ts'
import { createTestShop, type TestShop } from '../tests/support/test-shop.ts'
import { ordersInARow } from './0012-orders-in-a-row.ts'
import { migrations } from './list.ts'

const EARLIER = [
  `insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values ('user', 'Sample Customer', 'customer@example.com', :true, :now, :now)`,
  `insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description, image, created_at)
    values ('part', 'P-1', 'p-1', 'Part', 'part', 'part', 425, 1000, '', '/part.svg', 1)`,
  `insert into orders (id, user_id, name, email, phone, address, search_text, total_cents, currency, created_at, hold_until)
    values ('order', 'user', 'Sample Customer', 'customer@example.com', '1', '1 Sample Street', 'part', 425, 'usd', 1, 2)`,
  `insert into order_lines (order_id, position, product_id, product_name, sku, unit_price_e4, quantity, line_total_cents)
    values ('order', 0, 'part', 'Part', 'P-1', 425, 100, 425)`,
  `insert into order_events (id, order_id, kind, actor, detail, at)
    values ('b', 'order', 'held', 'shop', 'until 2', 1), ('a', 'order', 'placed', 'user', null, 1)`,
  `insert into mails (id, recipient, subject, text, html, created_at, next_attempt_at, template, about, once_key)
    values ('mail', 'customer@example.com', '', '', '', 1, 2, 'order placed', 'order', 'key')`,
]

test('the orders, their stories and the mails of an earlier version are kept whole', async () => {
  const step = migrations.indexOf(ordersInARow)
  await using shop = await createTestShop({}, migrations.slice(0, step))
  const now = shop.kind === 'sqlite' ? '1' : 'now()'
  const yes = shop.kind === 'sqlite' ? '1' : 'true'
  const statements = EARLIER.map((text) => text.replaceAll(':now', now).replace(':true', yes))
  await shop.db.transaction().execute((trx) => runStatements(trx, statements))
  const before = await everything(shop)
  // Later steps add columns of their own.
  await migrate(shop.database, migrations.slice(0, step + 1))
  expect(await everything(shop)).toEqual(before)
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 2, 1])
  const stray = sql`insert into order_events (id, order_id, kind, actor, at) values ('c', 'none', 'placed', 'x', 1)`
  await expect(stray.execute(shop.db)).rejects.toThrow(/foreign key/i)
})

const everything = ({ db }: TestShop) =>
  Promise.all([
    db.selectFrom('orders').selectAll().execute(),
    db.selectFrom('order_lines').selectAll().execute(),
    db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    db
      .selectFrom('mails')
      .select(['id', 'recipient', 'created_at', 'next_attempt_at', 'template', 'about', 'attempts'])
      .execute(),
  ])
