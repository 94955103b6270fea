import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * PostgreSQL's index of products has larger areas of places beside its stretches: words that are not frequent are then
 * looked for in many places at once. Processes of the version before ask for stretches, which stay.
 */
export const areasOfPlaces: Migration = {
  name: '0017-areas-of-places',
  async up(trx, kind) {
    if (kind === 'sqlite') return
    await runStatements(trx, [
      'drop index if exists products_search',
      `create or replace function product_grams(search_text text, place bigint) returns text[]
        language sql immutable parallel safe cost 100000 as $$
          select array_agg(a) || array_agg(a || b) || array_agg(a || b || c) || array_agg(a || b || c || d)
            || array['place ' || place / 4096, 'area ' || place / 65536]
          from unnest(string_to_array(search_text, null), (string_to_array(search_text, null))[2:],
            (string_to_array(search_text, null))[3:], (string_to_array(search_text, null))[4:])
            as letters (a, b, c, d)
        $$`,
      `create index products_search on products using gin (product_grams(search_text, place))
        with (fastupdate = off) where archived_at is null`,
    ])
  },
}
