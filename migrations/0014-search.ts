import { sql, type Transaction } from 'kysely'
import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'
import type { Schema } from '#kit/db/schema.ts'
import { learnWords, searchColumns } from './0014-search-texts.ts'

/**
 * The search reads texts in a normal form, ranks hits with whole words first, and corrects words by the known ones. An entry
 * `␟m8` of the index means that "m8" is a whole word of the name or the part number.
 */
export const search: Migration = {
  name: '0014-search',
  async up(trx, kind) {
    const { clustered } = typesOf(kind)
    // Part numbers are compared by code points, whatever the language of the database.
    const collation = kind === 'postgres' ? 'collate "C"' : ''
    await runStatements(trx, [
      `create table word_variants (
        variant text not null, word text not null, primary key (variant, word)) ${clustered}`,
      `alter table products add column search_words text not null default ''`,
      `alter table products add column sku_search text ${collation} not null default ''`,
      ...WITHOUT_INDEX[kind],
    ])
    await writeColumns(trx)
    await runStatements(trx, [
      `create index products_by_sku_search on products (sku_search, listing_sequence desc)
        where archived_at is null`,
      ...WITH_INDEX[kind],
    ])
  },
}

const WITHOUT_INDEX: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: ['drop trigger products_rewritten'],
  postgres: ['drop index products_search', 'drop function product_grams(text, bigint)'],
}

const WITH_INDEX: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    'drop view product_grams',
    `create view product_grams (id, listing_sequence, grams) as
      select id, listing_sequence, (
        with recursive starts (start) as (
          select 1 union all select start + 1 from starts where start < length(search_text))
        select group_concat(substr(search_text, start, 4), ' ') from starts)
        || ' ␟' || replace(trim(search_words), ' ', ' ␟')
      from products where archived_at is null`,
    `create trigger products_rewritten after update of search_text, search_words on products
      when new.archived_at is null begin
      insert or replace into product_search (rowid, grams)
        select -listing_sequence, grams from product_grams where id = new.id;
    end`,
    `insert into product_search (product_search) values ('delete-all')`,
    `insert into product_search (rowid, grams)
      select -listing_sequence, grams from product_grams order by listing_sequence desc`,
  ],
  postgres: [
    `create function product_grams(search_text text, search_words text, listing_sequence bigint) returns text[]
      language sql immutable parallel safe cost 100000 as $$
        select array_agg(a) || array_agg(a || b) || array_agg(a || b || c) || array_agg(a || b || c || d)
          || ('block ' || listing_sequence / 32768)
          || string_to_array('␟' || replace(trim(search_words), ' ', ' ␟'), ' ')
        from unnest(string_to_array(search_text, null), (string_to_array(search_text, null))[2:],
          (string_to_array(search_text, null))[3:], (string_to_array(search_text, null))[4:])
          as letters (a, b, c, d)
      $$`,
    `create index products_search on products
      using gin (product_grams(search_text, search_words, listing_sequence))
      with (fastupdate = off) where archived_at is null`,
  ],
}

const ROWS_AT_ONCE = 1000

/** Writes the columns of the products that there are, and the known words. */
async function writeColumns(trx: Transaction<Schema>): Promise<void> {
  const categories = await trx.selectFrom('categories').select('name').execute()
  await learnWords(
    trx,
    categories.map(({ name }) => name),
  )
  for (let after = ''; ; ) {
    const products = await trx
      .selectFrom('products')
      .select(['id', 'name', 'sku', 'description'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const last = products.at(-1)
    if (!last) return
    const rows = products.map((product) => {
      const { search_text, search_words, sku_search } = searchColumns(product)
      return sql`(${product.id}, ${search_text}, ${search_words}, ${sku_search})`
    })
    await sql`
      update products set search_text = column2, search_words = column3, sku_search = column4
      from (values ${sql.join(rows)}) as written where id = column1`.execute(trx)
    await learnWords(
      trx,
      products.flatMap(({ name, description }) => [name, description]),
    )
    after = last.id
  }
}
