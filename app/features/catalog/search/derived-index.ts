import type { DatabaseKind } from '#kit/db/db.ts'

/** The table of the search index of each database, and the statements that make it anew of the products. */
export const searchIndex: Readonly<
  Record<DatabaseKind, { readonly name: string; readonly statements: readonly string[] }>
> = {
  sqlite: {
    name: 'product_search',
    statements: [
      `insert into product_search (product_search) values ('delete-all')`,
      'insert into product_search (rowid, grams) select -listing_sequence, grams from product_grams',
      `insert into product_search (product_search) values ('optimize')`,
    ],
  },
  postgres: {
    name: 'product_texts',
    statements: [
      'truncate product_texts',
      // Its index is made at once, by its own definition: row by row it takes many times as long.
      `do $$ declare definition text := pg_get_indexdef('product_texts_search'::regclass); begin
        drop index product_texts_search;
        insert into product_texts (listing_sequence, search_text, search_words, sku_search)
          select listing_sequence, search_text, search_words, sku_search from products where archived_at is null;
        execute definition;
      end $$`,
    ],
  },
}
