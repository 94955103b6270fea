import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** Searches that end early: an index that knows the newest on PostgreSQL too, and terms looked up one by one on SQLite. */
export const searchFromTheNewest: Migration = {
  name: '0010-search-from-the-newest',
  up: (trx, kind) => runStatements(trx, kind === 'sqlite' ? ON_SQLITE : ON_POSTGRES),
}

const ON_SQLITE = [
  'drop table product_search_terms',
  // A row for each time that a text has a term: only the first of each term is read.
  'create virtual table product_search_terms using fts5vocab (product_search, instance)',
]

const ON_POSTGRES = [
  'drop index if exists products_search',
  // Every one, two and three letters in a row, and the stretch of 4096 places that the product lies in. It costs much
  // more than the planner would think, so it says so.
  `create function product_grams(search_text text, place bigint) returns text[]
    language sql immutable parallel safe cost 100000 as $$
      select array_agg(a) || array_agg(a || b) || array_agg(a || b || c) || ('place ' || place / 4096)
      from unnest(string_to_array(search_text, null), (string_to_array(search_text, null))[2:],
        (string_to_array(search_text, null))[3:]) as letters (a, b, c)
    $$`,
  // Products are written seldom and searched often: each write goes into the index at once.
  `create index products_search on products using gin (product_grams(search_text, place)) with (fastupdate = off)
    where archived_at is null`,
]
