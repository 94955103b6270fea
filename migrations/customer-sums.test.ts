import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#kit/db/migrate.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0104-customers')

test('the customers of before have the sums of their orders, which triggers keep from then on', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, BEFORE))
  const { db } = shop
  for (const id of ['ada', 'bert', 'cleo'])
    await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values (${id}, 'Sample', ${`${id}@example.com`}, false, '2026-01-01', '2026-01-01')`.execute(db)
  const orders = [
    ['a', 'ada', 1000, { paid: 1, refunded: 100 }],
    ['b', 'ada', 2000, { paid: 1, dispute: 'lost' }],
    ['c', 'ada', 3000, { paid: 1, refunded: 100, dispute: 'lost', disputed: 50 }],
    ['d', 'ada', 4000, { cancelled: 5000 }],
    ['e', 'bert', 1500, {}],
  ] as const
  const usual = { paid: null, refunded: 0, dispute: null, disputed: null, cancelled: null }
  for (const [id, user, at, other] of orders) {
    const { paid, refunded, dispute, disputed, cancelled } = { ...usual, ...other }
    await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
        status, transaction_id, created_at, hold_until, paid_at, refunded_cents, dispute, disputed_cents, cancelled_at)
      values (${id}, ${id}, ${user}, 'Sample', 'sample@example.com', '1', 'A street', 'part', 850, 'usd',
        ${paid && 'pending'}, ${paid && id}, ${at}, 9000, cast(${paid} as bigint), ${refunded}, ${dispute},
        cast(${disputed} as bigint), cast(${cancelled} as bigint))`.execute(db)
  }
  await migrate(shop.database, migrations)
  const sums = () => db.selectFrom('customer_sums').selectAll().orderBy('user_id').execute()
  const ada = { user_id: 'ada', orders: 3, paid_cents: 750 + 700, last_at: 3000 }
  expect(await sums()).toEqual([ada, { user_id: 'bert', orders: 1, paid_cents: 0, last_at: 1500 }])
  await db.updateTable('orders').set({ cancelled_at: 6000 }).where('id', '=', 'e').execute()
  expect(await sums()).toEqual([ada, { user_id: 'bert', orders: 0, paid_cents: 0, last_at: 0 }])
})
