import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findOrderFor, orderMailTemplates } from '#features/orders/orders.ts'
import { migrate } from '#kit/db/migrate.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0020-shipments')

test('an order that was shipped before has one shipment of all its pieces, and its mail still leaves', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, BEFORE))
  const { db } = shop
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('user-1', 'Sample Customer', 'sample@example.com', false, '2026-01-01', '2026-01-01')`.execute(db)
  await sql`insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description, image,
      created_at)
    values ('product-1', 'SKU-1', 'sku-1', 'Part 1', 'part 1', 'part 1', 425, 1000, 'A part', '/part.svg', 1000)`.execute(
    db,
  )
  for (const [id, status, shippedAt] of [
    ['shipped', 'shipped', 5000],
    ['pending', 'pending', null],
  ] as const) {
    await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
        status, transaction_id, created_at, hold_until, paid_at, shipped_at)
      values (${id}, ${id}, 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 850, 'usd',
        ${status}, ${id}, 1000, 2000, 3000, cast(${shippedAt} as bigint))`.execute(db)
    for (const position of [0, 1])
      await sql`insert into order_lines (order_id, position, product_id, product_name, sku, unit_price_e4, quantity)
        values (${id}, ${position}, 'product-1', 'Part 1', 'SKU-1', 425, 100)`.execute(db)
  }
  await sql`insert into outbox (id, kind, about, payload, not_before, attempts, next_attempt_at)
    values ('mail-1', 'mail', 'shipped', '{"to":"sample@example.com","template":"order shipped"}', 5000, 0, 5000)`.execute(
    db,
  )
  await migrate(shop.database, migrations)
  const admin = { id: 'admin', name: 'Admin', email: 'admin@example.com', role: 'admin' } as const
  const read = (id: string) => findOrderFor(db, admin as Parameters<typeof findOrderFor>[1], id)
  expect((await read('shipped')).shipments).toEqual([
    {
      _id: 'shipped',
      at: '1970-01-01T00:00:05.000Z',
      lines: [
        { position: 0, quantity: 100 },
        { position: 1, quantity: 100 },
      ],
    },
  ])
  expect(await read('pending')).toMatchObject({ status: 'pending', shipments: [] })
  const { byName } = orderMailTemplates(() => Promise.reject(new Error('no invoice is needed')))
  const payload = { to: 'ada@example.com', template: 'order shipped' }
  const mail = await byName['order shipped']?.(shop, 'shipped', { id: 'mail-1', attempts: 0, payload })
  expect(mail?.subject).toContain('Your order is shipped')
})
