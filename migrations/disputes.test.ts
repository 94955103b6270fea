import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findOrderFor } from '#features/orders/orders.ts'
import { migrate } from '#kit/db/migrate.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0071-disputes-and-losses')

test('the disputes of before are kept with what they are about, and the provider is asked again', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, BEFORE))
  const { db } = shop
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('user-1', 'Sample Customer', 'sample@example.com', false, '2026-01-01', '2026-01-01')`.execute(db)
  for (const [id, dispute, cents] of [
    ['none', null, null],
    ['open', 'open', 50],
    ['lost-in-part', 'lost', 50],
    ['lost-unknown', 'lost', null],
    ['won', 'won', 850],
  ] as const)
    await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
        status, transaction_id, created_at, hold_until, paid_at, dispute, disputed_cents)
      values (${id}, ${id}, 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 850, 'usd',
        'pending', ${id}, 1000, 2000, 3000, ${dispute}, cast(${cents} as bigint))`.execute(db)
  await sql`insert into followed_events (provider, until_ms) values ('stripe', 5000)`.execute(db)
  await migrate(shop.database, migrations)
  const rows = await db.selectFrom('order_disputes').selectAll().orderBy('id').execute()
  expect(
    rows.map(({ order_id, state, amount_cents, holds_money }) => [
      order_id,
      state,
      amount_cents,
      holds_money,
    ]),
  ).toEqual([
    ['lost-in-part', 'lost', 50, 0],
    ['lost-unknown', 'lost', 850, 0],
    ['open', 'open', 50, 1],
    ['won', 'won', 850, 0],
  ])
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'open_disputes', 'held_cents'])
    .where('open_disputes', '>', 0)
    .execute()
  expect(orders).toEqual([{ id: 'open', open_disputes: 1, held_cents: 50 }])
  const admin = { id: 'admin', name: 'Admin', email: 'admin@example.com', role: 'admin' } as const
  const read = (id: string) => findOrderFor(db, admin as Parameters<typeof findOrderFor>[1], id)
  expect(await read('lost-in-part')).toMatchObject({ dispute: 'lost', lostAmount: 0.5 })
  expect((await read('lost-unknown')).lostAmount).toBeUndefined()
  expect((await db.selectFrom('followed_events').select('until_ms').execute())[0]?.until_ms).toBe(0)
  const { shop_id } = await db.selectFrom('payment_shop').selectAll().executeTakeFirstOrThrow()
  expect(shop_id).toMatch(/^[0-9a-f]{32}$/)
})
