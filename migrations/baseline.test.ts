import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listProducts } from '#features/catalog/catalog.ts'
import { findOrderFor } from '#features/orders/orders.ts'
import { kindOf } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { readSchema, readTables } from '#tests/support/read-database.ts'
import recorded from '#tests/support/schema-after-0035.json' with { type: 'json' }
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { foldedChecksums } from './folded-checksums.ts'
import { migrations } from './list.ts'

const BASELINE = migrations.slice(0, 1)

/** 0039 replaces them in the same transaction. */
const REPLACED = /^(trigger|function) (orders_sold|shipments_taken_back|shipment_lines_restored)\b/

/** Later versions of PostgreSQL have a constraint for each `not null`. */
const NOT_NULL = /^constraint .*_not_null$/

/** A digest of each table with its columns and constraints, and one of all indexes, of all triggers and so on. */
async function digests(shop: TestShop): Promise<Record<string, string>> {
  const groups = new Map<string, string[]>()
  for (const [name, definition] of Object.entries(await readSchema(shop))) {
    if (REPLACED.test(name) || NOT_NULL.test(name)) continue
    const table = /^(?:column|constraint|table) "?(\w+)/.exec(name)?.[1]
    const group = table ? `table ${table}` : `each ${name.split(' ', 1)[0]}`
    groups.set(group, [...(groups.get(group) ?? []), `${name}: ${definition}`])
  }
  const digest = (lines: readonly string[]) =>
    createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
  return Object.fromEntries([...groups].map(([name, lines]) => [name, digest(lines)]))
}

test('makes the schema that was recorded of the steps 0001 to 0035', async () => {
  await using shop = await createTestShop({}, BASELINE)
  expect(await digests(shop)).toEqual(recorded[kindOf(shop.db)])
})

/** The database of a shop that ran the single steps is the one that the baseline makes, with the names of the steps. */
test('a shop that ran the single steps is brought up to date with its products and orders', async () => {
  await using shop = await createTestShop({}, BASELINE)
  const { db } = shop
  const names = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  expect(names.rows.map(({ name }) => name)).toEqual(Object.keys(foldedChecksums))
  await insertRows(shop)
  await migrate(shop.database, migrations)
  await using fresh = await createTestShop()
  expect(await readSchema(shop)).toEqual(await readSchema(fresh))
  const { rows } = await listProducts(db, { sort: 'name' })
  expect(rows).toMatchObject([{ name: 'Part 1', price: 0.0425, minimum: 100, attributes: [] }])
  expect(rows[0]).toMatchObject({ weight: undefined, leadDays: undefined, origin: undefined })
  const admin = { id: 'admin', name: 'Admin', email: 'admin@example.com', role: 'admin' } as const
  const order = await findOrderFor(db, admin as Parameters<typeof findOrderFor>[1], 'order-1')
  expect(order).toMatchObject({ status: 'pending', number: 'ABCD-2345', shipments: [] })
})

async function insertRows({ db }: TestShop): Promise<void> {
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('user-1', 'Sample Customer', 'sample@example.com', false, '2026-01-01', '2026-01-01')`.execute(db)
  await sql`insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description, image,
      created_at)
    values ('product-1', 'SKU-1', 'sku-1', 'Part 1', 'part 1', 'part 1', 425, 1000, 'A part', '/part.svg', 1000)`.execute(
    db,
  )
  await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
      status, transaction_id, created_at, hold_until, paid_at)
    values ('order-1', 'ABCD-2345', 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 425, 'usd',
      'pending', 'pi_1', 1000, 2000, 3000)`.execute(db)
  await sql`insert into order_lines (order_id, position, product_id, product_name, sku, unit_price_e4, quantity)
    values ('order-1', 0, 'product-1', 'Part 1', 'SKU-1', 425, 100)`.execute(db)
}

const state = async (shop: TestShop) => [await readSchema(shop), await readTables(shop)]

test.each([
  { missing: 'all after the first release', from: '0008' },
  { missing: 'the last one only', from: '0035' },
])('a database without $missing is refused in two steps and not changed', async ({ from }) => {
  await using shop = await createTestShop({}, BASELINE)
  await sql`delete from schema_migrations where name >= ${from}`.execute(shop.db)
  await sql`drop table schema_checksums`.execute(shop.db)
  const before = await state(shop)
  await expect(migrate(shop.database, migrations)).rejects.toThrow(
    /Nothing was changed.*two steps: start the last release that has .*0035-landed-forms.ts on it once, then this one/,
  )
  expect(await state(shop)).toEqual(before)
})

test('a database with another form of a single step is refused and not changed', async () => {
  await using shop = await createTestShop({}, BASELINE)
  await sql`update schema_checksums set checksum = 'edited' where name = '0003-catalog'`.execute(shop.db)
  const before = await state(shop)
  await expect(migrate(shop.database, migrations)).rejects.toThrow(
    /other forms of these steps .*0003-catalog\./,
  )
  expect(await state(shop)).toEqual(before)
})
