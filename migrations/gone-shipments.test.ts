import '#app/app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { goneText } from '#features/orders/details/timeline-text.ts'
import { findOrderDetails } from '#features/orders/orders.ts'
import { migrate } from '#kit/db/migrate.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

const BEFORE = migrations.findIndex(({ name }) => name === '0076-gone-shipments')

/** The details that releases have written, and odd ones, with the columns that they become and what the page says. */
const DETAILS: readonly (readonly [detail: string | null, columns: readonly unknown[], text?: string])[] = [
  [null, [null, null, null, null]],
  ['01935c9a', [null, null, null, null]],
  ['01935c9a 100', ['01935c9a', 100, null, 0], 'Shipment cancelled: not shipped yet'],
  ['01935c9a 20', ['01935c9a', 20, null, 0], 'Shipment of 20 of 100 pieces cancelled: not shipped yet'],
  ['01935c9a 20 DHL', ['01935c9a', 20, 'DHL', 0], 'Shipment of 20 of 100 pieces cancelled: not shipped yet'],
  ['01935c9a 20 lost 7  Österreich’s Post', ['01935c9a', 20, 'lost 7  Österreich’s Post', 0], '20 of'],
  ['lost 01935c9a 100', ['01935c9a', 100, null, 1], 'Lost on the way: sent again'],
  ['lost 01935c9a 20 12 Express', ['01935c9a', 20, '12 Express', 1], '20 of 100 pieces lost on the way'],
  ['lost', [null, null, null, null]],
  ['', [null, null, null, null]],
  ['01935c9a ', [null, null, null, null]],
  ['01935c9a twenty', [null, null, null, null]],
  ['01935c9a 020', [null, null, null, null], '20 of'],
  ['01935c9a 99999999999999999999', [null, null, null, null], '100,000,'],
]

test('what a shipment had that was cancelled or lost is in columns, and answers and pages say what they said', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, BEFORE))
  const { db } = shop
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('user-1', 'Sample Customer', 'sample@example.com', false, '2026-01-01', '2026-01-01')`.execute(db)
  await sql`insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description, image,
      created_at)
    values ('part', 'part', 'part', 'part', 'part', 'part', 425, 1000, 'A part', '/part.svg', 1000)`.execute(
    db,
  )
  await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
      status, transaction_id, created_at, hold_until, paid_at)
    values ('order', 'order', 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 850, 'usd',
      'pending', 'pi', 1000, 2000, 3000)`.execute(db)
  await sql`insert into order_lines (order_id, position, product_id, product_name, sku, unit_price_e4, quantity)
    values ('order', 0, 'part', 'Part', 'SKU', 425, 100)`.execute(db)
  // One of another kind whose text looks alike.
  const events = [['changed', 'note 20 DHL'], ...DETAILS.map(([detail]) => ['reverted', detail])] as const
  for (const [index, [kind, detail]] of events.entries())
    await sql`insert into order_events (id, order_id, kind, actor, detail, at)
      values (${`event-${index}`}, 'order', ${kind}, 'admin', ${detail}, ${4000 + index})`.execute(db)
  await migrate(shop.database, migrations)
  // As a process of the last release writes it.
  await sql`insert into order_events (id, order_id, kind, actor, detail, at)
    values ('late', 'order', 'reverted', 'admin', 'lost 01935c9a 20 DHL', 9000)`.execute(db)

  const rows = await db.selectFrom('order_events').selectAll().orderBy('at').execute()
  const columns = rows.map((row) => [row.shipment_id, row.pieces, row.carrier, row.is_lost])
  const none = [null, null, null, null]
  expect(columns).toEqual([none, ...DETAILS.map(([, filled]) => filled), none])
  expect(rows.filter(({ detail, shipment_id }) => detail !== null && shipment_id !== null)).toEqual([])
  const admin = { id: 'admin', name: 'Admin', email: 'admin@example.com', role: 'admin' } as const
  const order = await findOrderDetails(db, admin as Parameters<typeof findOrderDetails>[1], 'order')
  expect(order.events.map(({ detail = null }) => detail)).toEqual([
    ...events.map(([, detail]) => detail),
    'lost 01935c9a 20 DHL',
  ])
  const said = order.events.map((event) => goneText(event, order))
  for (const [index, [detail, , text]] of DETAILS.entries())
    if (text === undefined) expect([detail, said[index + 1]]).toEqual([detail, undefined])
    else expect(said[index + 1]).toContain(text)
  expect(said.at(-1)).toBe('20 of 100 pieces lost on the way: sent again')
})
