import { sql, type Transaction } from 'kysely'
import { type Migration, runStatements } from '#kit/db/migrate.ts'
import type { Schema } from '#kit/db/schema.ts'

/**
 * Lists that stay quick with a million rows: an index of every three letters in a row for the search of products,
 * counts that are kept instead of counted, and for each product its place among the newest.
 */
export const productSearch: Migration = {
  name: '0007-product-search',
  async up(trx, kind) {
    const big = kind === 'sqlite' ? 'integer' : 'bigint'
    const strict = kind === 'sqlite' ? 'strict' : ''
    await runStatements(trx, [
      `alter table products add column place ${big}`,
      `update products set place = placed.place
        from (select id, row_number() over (order by created_at, id) as place from products) as placed
        where placed.id = products.id`,
      'drop index products_newest',
      'create unique index products_newest on products (place) where archived_at is null',
      `create table row_counts (name text not null primary key, counted ${big} not null) ${strict}`,
      `insert into row_counts select 'products', count(*) from products where archived_at is null`,
    ])
    await (kind === 'sqlite' ? indexOnSqlite(trx) : indexOnPostgres(trx))
  },
}

/** `place` is also the row's number in the index, so that the index gives the newest first by itself. */
const indexOnSqlite = (trx: Transaction<Schema>): Promise<void> =>
  runStatements(trx, [
    // The texts are in lower case already. A search of two letters looks for those followed by any third, so the
    // text ends in letters that no search has.
    `create virtual table product_search using fts5
      (search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
    'create virtual table product_search_terms using fts5vocab (product_search, row)',
    `insert into product_search (rowid, search_text)
      select place, search_text || char(10, 10) from products where archived_at is null`,
    `create trigger products_published after insert on products when new.archived_at is null begin
      update products set place = coalesce(place,
        (select coalesce(max(place), 0) + 1 from products where archived_at is null)) where id = new.id;
      insert into product_search (rowid, search_text)
        select place, search_text || char(10, 10) from products where id = new.id;
      update row_counts set counted = counted + 1 where name = 'products';
    end`,
    `create trigger products_archived after update of archived_at on products
      when old.archived_at is null and new.archived_at is not null begin
      delete from product_search where rowid = old.place;
      update row_counts set counted = counted - 1 where name = 'products';
    end`,
    `create trigger products_rewritten after update of search_text on products when new.archived_at is null begin
      insert or replace into product_search (rowid, search_text)
        values (new.place, new.search_text || char(10, 10));
    end`,
  ])

async function indexOnPostgres(trx: Transaction<Schema>): Promise<void> {
  await runStatements(trx, [
    'create sequence products_place owned by products.place',
    `select setval('products_place', (select coalesce(max(place), 0) + 1 from products), false)`,
    `alter table products alter column place set default nextval('products_place')`,
    'alter table products alter column place set not null',
    // Selling changes the stock alone. With room beside the row that touches no index.
    'alter table products set (fillfactor = 85)',
    `create function products_published() returns trigger language plpgsql as $$ begin
      update row_counts set counted = counted + (select count(*) from added where archived_at is null)
        where name = 'products';
      return null;
    end $$`,
    `create trigger products_published after insert on products referencing new table as added
      for each statement execute function products_published()`,
    `create function products_archived() returns trigger language plpgsql as $$ begin
      update row_counts set counted = counted - 1 where name = 'products';
      return null;
    end $$`,
    `create trigger products_archived after update of archived_at on products for each row
      when (old.archived_at is null and new.archived_at is not null) execute function products_archived()`,
  ])
  if (!(await hasTrigrams(trx))) return
  await runStatements(trx, [
    // Products are written seldom and searched often: each write goes into the index at once.
    `create index products_search on products using gin (search_text gin_trgm_ops) with (fastupdate = off)
      where archived_at is null`,
  ])
}

/** A server without the extension, or that refuses it, searches without an index: slower, and right all the same. */
async function hasTrigrams(trx: Transaction<Schema>): Promise<boolean> {
  await sql`savepoint before_trigrams`.execute(trx)
  try {
    await sql`create extension if not exists pg_trgm`.execute(trx)
    return true
  } catch {
    await sql`rollback to savepoint before_trigrams`.execute(trx)
    return false
  }
}
