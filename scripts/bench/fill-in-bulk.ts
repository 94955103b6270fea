import { sql } from 'kysely'
import { type Db, kindOf } from '#kit/db/db.ts'
import { type CustomerIds, fillOrders, fillProducts } from './fill.ts'

const CATALOGUE = ['products', 'product_facets']
const ORDERS = ['orders', 'order_lines', 'shipments', 'shipment_lines']

/** The tables of running totals. */
export const TOTALS = ['order_money', 'sales_days', 'product_sales', 'sold_products']

/** Fills an empty shop with products. */
export const fillCatalogue = (db: Db, products: number): Promise<void> =>
  fillInBulk(db, CATALOGUE, (trx) => fillProducts(trx, products))

/** Fills an empty shop with products and orders; `change` may change these. */
export const fillShop = (
  db: Db,
  { products, orders }: { products: number; orders: number },
  customers: CustomerIds,
  change = async (_: Db) => {},
): Promise<void> =>
  fillInBulk(db, [...CATALOGUE, ...ORDERS, ...TOTALS], async (trx) => {
    await fillProducts(trx, products)
    await fillOrders(trx, orders, products, customers)
    await change(trx)
  })

/** Fills tables without their indexes and creates these afterwards: a million rows then take a tenth of the time. */
export async function fillInBulk(
  db: Db,
  tables: readonly string[],
  fill: (trx: Db) => Promise<void>,
): Promise<void> {
  const kind = kindOf(db)
  // Triggers fill the table of the search on PostgreSQL.
  const withTexts = kind === 'postgres' && tables.includes('products') ? [...tables, 'product_texts'] : tables
  if (kind === 'sqlite') await sql`pragma cache_size = -500000`.execute(db)
  await db.transaction().execute(async (trx) => {
    if (kind === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`set local maintenance_work_mem = '1GB'`.execute(trx)
    }
    const names = sql.join(withTexts)
    const { rows } = await (kind === 'sqlite'
      ? sql<{ name: string; definition: string }>`select name, sql as definition from sqlite_master
          where type = 'index' and sql is not null and tbl_name in (${names})`
      : sql<{
          name: string
          definition: string
        }>`select indexname as name, indexdef as definition from pg_indexes
          where tablename in (${names}) and indexname not in (select conname from pg_constraint)`
    ).execute(trx)
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(trx)
    await fill(trx)
    // An index of a table waits for its triggers, also for those that run at the end.
    if (kind === 'postgres') await sql`set constraints all immediate`.execute(trx)
    for (const { definition } of rows) await sql.raw(definition).execute(trx)
  })
  // After a bulk insert FTS5's index has more segments than that of an older shop, and PostgreSQL has no statistics and
  // many dirty pages.
  if (kind === 'sqlite') {
    await sql`insert into product_search (product_search) values ('optimize')`.execute(db)
    return
  }
  const vacuums = withTexts.map((table) => `vacuum analyze ${table}`)
  const statements = ['set statement_timeout = 0', ...vacuums, 'checkpoint', 'reset statement_timeout']
  await db.connection().execute(async (connection) => {
    for (const statement of statements) await sql.raw(statement).execute(connection)
  })
}
