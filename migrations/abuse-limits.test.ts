import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#kit/db/migrate.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0065-abuse-limits')

test('lists know their lines, declined cards their account, and owners do not see what others planted', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, BEFORE))
  const { db } = shop
  for (const id of ['owner', 'other'])
    await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values (${id}, 'Sample Customer', ${`${id}@example.com`}, false, '2026-01-01', '2026-01-01')`.execute(
      db,
    )
  // Of the owner: one that lapsed, one that the reset cancelled, one that was cancelled after it, and one that is open.
  for (const [id, user, kind, actor, at] of [
    ['lapsed', 'owner', 'lapsed', 'shop', 2000],
    ['unproven', 'owner', 'cancelled', 'shop', 3000],
    ['own', 'owner', 'cancelled', 'owner', 4000],
    ['open', 'owner', 'held', 'shop', null],
    ['lapsed-of-other', 'other', 'lapsed', 'shop', 2000],
  ] as const) {
    await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
        created_at, hold_until, cancelled_at)
      values (${id}, ${id}, ${user}, 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 850, 'usd',
        1000, 2000, cast(${at} as bigint))`.execute(db)
    await sql`insert into order_events (id, order_id, kind, actor, at)
      values (${id}, ${id}, ${kind}, ${actor}, 2000)`.execute(db)
  }
  await sql`insert into declined_cards (charge_id, order_id, counted_at)
    values ('ch_1', 'lapsed-of-other', 1500)`.execute(db)
  const lines = JSON.stringify([
    { productId: 'a', quantity: 100 },
    { productId: 'b', quantity: 0, note: '"[,]"' },
  ])
  for (const [id, text] of [
    ['two', lines],
    ['none', '[]'],
  ])
    await sql`insert into saved_lists (id, user_id, name, lines, revision, created_at, updated_at)
      values (${id}, 'owner', ${id}, ${text}, 1, 1000, 1000)`.execute(db)
  await migrate(shop.database, migrations)
  const lists = await db.selectFrom('saved_lists').select(['id', 'line_count']).orderBy('id').execute()
  expect(lists).toEqual([
    { id: 'none', line_count: 0 },
    { id: 'two', line_count: 2 },
  ])
  const planted = await db.selectFrom('orders').select('id').where('planted', '=', 1).orderBy('id').execute()
  expect(planted).toEqual([{ id: 'lapsed' }, { id: 'unproven' }])
  const cards = await db.selectFrom('declined_cards').select(['user_id', 'asked_from']).execute()
  expect(cards).toEqual([{ user_id: 'other', asked_from: null }])
})
