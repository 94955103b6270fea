import { sql, type Transaction } from 'kysely'
import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'
import type { Schema } from '#kit/db/schema.ts'
import { countTriggers } from './0015-category-counts.ts'
import { salesOfPaidOrders, salesTriggers } from './0025-overview.ts'

/**
 * Some steps were edited after they had landed: 0003, 0012, 0015, 0024 and 0025. This one brings databases with a former form
 * of them to the last one. It changes nothing where a table or trigger is not in a former form.
 */
export const landedForms: Migration = {
  name: '0035-landed-forms',
  async up(trx, kind) {
    const found = await readDefinitions(trx, kind)
    const has = (name: string, part = '') => found.get(name)?.includes(part) ?? false
    if (has('index products_by_name', 'listing_sequence')) await runStatements(trx, INDEXES_OF_PRODUCTS)
    if (has('index facets_by_text') && !has('index facets_by_text', ' where '))
      await runStatements(trx, FACETS[kind])
    if (has('trigger products_counted'))
      await runStatements(trx, [...FORMER_COUNTS[kind], ...countTriggers[kind]])
    if (has('table catalog_hold')) await runStatements(trx, CATALOG_LOCK[kind])
    if (!has('trigger shipments_taken_back'))
      await runStatements(trx, [...FORMER_SALES[kind], ...salesTriggers[kind], ...SALES_ANEW])
    else if (has('function shipments_taken_back', 'begin insert into sold_products'))
      await runStatements(trx, TAKEN_BACK)
  },
}

const DEFINITIONS: Readonly<Record<DatabaseKind, string>> = {
  sqlite: `select type || ' ' || name as name, sql as definition from sqlite_master where sql is not null`,
  postgres: `
    select 'table ' || tablename as name, '' as definition from pg_tables where schemaname = current_schema()
    union all select 'index ' || indexname, indexdef from pg_indexes where schemaname = current_schema()
    union all select 'trigger ' || tgname, '' from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace
    union all select 'function ' || proname, prosrc from pg_proc where pronamespace = current_schema()::regnamespace`,
}

/** The definitions in lower case, with single spaces, by kind and name. */
async function readDefinitions(trx: Transaction<Schema>, kind: DatabaseKind): Promise<Map<string, string>> {
  const { rows } = await sql.raw<{ name: string; definition: string }>(DEFINITIONS[kind]).execute(trx)
  return new Map(rows.map(({ name, definition }) => [name, definition.toLowerCase().replace(/\s+/g, ' ')]))
}

/** Of 0003. */
const INDEXES_OF_PRODUCTS = [
  'drop index products_by_name',
  'drop index products_by_price',
  'create index products_by_name on products (name_key, id) where archived_at is null',
  'create index products_by_price on products (price_e4, id) where archived_at is null',
]

/** Of 0012. */
const INDEXES_OF_FACETS = [
  'drop index products_of_category',
  'create index products_of_category on products (category, listing_sequence, id) where archived_at is null',
  `create index facets_by_text on product_facets (category, key, text_value, product_id)
    where text_value is not null`,
  `create index facets_by_number on product_facets (category, key, number_value, product_id)
    where number_value is not null`,
  'create index facets_by_product on product_facets (product_id)',
]

const FACETS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    // The key of such a table cannot be changed.
    `create table new_product_facets (
      product_id text not null references products (id), category text not null, key text not null,
      text_value text, number_value real,
      check ((text_value is null) <> (number_value is null)),
      primary key (category, key, product_id) ) ${typesOf('sqlite').clustered}`,
    `insert into new_product_facets (product_id, category, key, text_value, number_value)
      select product_id, category, key, text_value, number_value from product_facets`,
    'drop table product_facets',
    'alter table new_product_facets rename to product_facets',
    ...INDEXES_OF_FACETS,
  ],
  postgres: [
    'drop index facets_by_text',
    'drop index facets_by_number',
    'alter table product_facets drop constraint product_facets_pkey',
    'alter table product_facets add primary key (category, key, product_id) include (text_value, number_value)',
    ...INDEXES_OF_FACETS,
  ],
}

/** Of 0015. */
const FORMER_COUNTS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: ['drop trigger products_counted', 'drop trigger products_recounted'],
  postgres: [
    'drop trigger products_counted on products',
    'drop function products_counted()',
    'drop trigger products_recounted on products',
    'drop function products_recounted()',
  ],
}

/** Of 0024. */
const RENAMED = [
  'alter table catalog_hold rename to catalog_lock',
  'alter table catalog_lock rename column held_by to locked_by',
]

const CATALOG_LOCK: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: RENAMED,
  postgres: [
    ...RENAMED,
    'alter table catalog_lock rename constraint catalog_hold_pkey to catalog_lock_pkey',
    'alter table catalog_lock rename constraint catalog_hold_id_check to catalog_lock_id_check',
  ],
}

/** Of the first form of 0025. */
const FORMER_SALES: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: ['drop trigger orders_sold'],
  postgres: ['drop trigger orders_sold on orders', 'drop function orders_sold()'],
}

/** The former triggers counted pieces of restocked orders as sold whose shipments were taken back. */
const SALES_ANEW = [
  'delete from sales_days',
  'delete from product_sales',
  'delete from sold_products',
  ...salesOfPaidOrders,
]

/** Of the second form of 0025 on PostgreSQL: orders whose shipments were taken back at once could wait for each other. */
const TAKEN_BACK = salesTriggers.postgres
  .filter((statement) => statement.startsWith('create function shipments_taken_back'))
  .map((statement) => statement.replace('create function', 'create or replace function'))
