import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * PostgreSQL's index of products has four letters in a row too: of a part of a word whose threes are all frequent it
 * then knows by itself whether any product has it. Processes of the version before ask for threes, which stay.
 */
export const fourLettersInARow: Migration = {
  name: '0014-four-letters-in-a-row',
  async up(trx, kind) {
    if (kind === 'sqlite') return
    await runStatements(trx, [
      'drop index if exists products_search',
      `create or replace function product_grams(search_text text, place bigint) returns text[]
        language sql immutable parallel safe cost 100000 as $$
          select array_agg(a) || array_agg(a || b) || array_agg(a || b || c) || array_agg(a || b || c || d)
            || ('place ' || place / 4096)
          from unnest(string_to_array(search_text, null), (string_to_array(search_text, null))[2:],
            (string_to_array(search_text, null))[3:], (string_to_array(search_text, null))[4:])
            as letters (a, b, c, d)
        $$`,
      `create index products_search on products using gin (product_grams(search_text, place))
        with (fastupdate = off) where archived_at is null`,
    ])
  },
}
