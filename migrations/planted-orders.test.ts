import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#kit/db/migrate.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0065-abuse-limits')

/** Orders of the last release that ended at these times; the shop cancelled `unproven` when a reset proved the address. */
const ORDERS = [
  { id: 'before', cancelled: 3000, actor: 'user-1', enteredBy: null },
  { id: 'entered', cancelled: 3000, actor: 'user-1', enteredBy: 'admin-1' },
  { id: 'unproven', cancelled: 4000, actor: 'shop', enteredBy: null },
  { id: 'after', cancelled: 5000, actor: 'user-1', enteredBy: null },
] as const

async function insertRows({ db }: TestShop): Promise<void> {
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('user-1', 'Sample Customer', 'sample@example.com', true, '2026-01-01', '2026-01-01')`.execute(db)
  for (const { id, cancelled, actor, enteredBy } of ORDERS) {
    await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
        created_at, hold_until, cancelled_at, entered_by)
      values (${id}, ${id}, 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 1275, 'usd',
        1000, 2000, ${cancelled}, ${enteredBy})`.execute(db)
    await sql`insert into order_events (id, order_id, kind, actor, at)
      values (${id}, ${id}, 'cancelled', ${actor}, ${cancelled})`.execute(db)
  }
  await sql`insert into declined_cards (charge_id, order_id, counted_at) values ('ch-1', 'after', 1000)`.execute(
    db,
  )
  await sql`insert into saved_lists (id, user_id, name, lines, revision, created_at, updated_at)
    values ('list-1', 'user-1', 'A list', '[{"quantity":1},{"quantity":2}]', 1, 1000, 1000)`.execute(db)
}

test('what a reset ended before is hidden, but no order that an admin entered; cards and lists are counted', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, BEFORE))
  const { db } = shop
  await insertRows(shop)
  await migrate(shop.database, migrations)
  const planted = await db.selectFrom('orders').select('id').where('planted', '=', 1).orderBy('id').execute()
  expect(planted.map(({ id }) => id)).toEqual(['before', 'unproven'])
  const cards = await db.selectFrom('declined_cards').select(['user_id', 'asked_from']).execute()
  expect(cards).toEqual([{ user_id: 'user-1', asked_from: null }])
  const lists = await db.selectFrom('saved_lists').select('line_count').execute()
  expect(lists).toEqual([{ line_count: 2 }])
})
