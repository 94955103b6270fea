import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * On PostgreSQL the searched texts of the products for sale are in a table of their own, with the search index. PostgreSQL
 * writes a row anew into all indexes of its table when one of its indexed values changes, so a new price wrote some hundred
 * entries of the search index: 100,000 prices took minutes.
 */
export const productTexts: Migration = {
  name: '0027-product-texts',
  async up(trx, kind) {
    if (kind === 'postgres') await runStatements(trx, STATEMENTS)
  },
}

const COLUMNS = 'listing_sequence, search_text, search_words, sku_search'

const STATEMENTS = [
  `create table product_texts (
    listing_sequence bigint not null primary key, search_text text not null, search_words text not null,
    sku_search text collate "C" not null)`,
  `insert into product_texts (${COLUMNS}) select ${COLUMNS} from products where archived_at is null`,
  'drop index products_search',
  `create index product_texts_search on product_texts
    using gin (product_grams(search_text, search_words, listing_sequence)) with (fastupdate = off)`,
  `create function products_texts_added() returns trigger language plpgsql as $$ begin
    insert into product_texts (${COLUMNS}) select ${COLUMNS} from added where archived_at is null;
    return null;
  end $$`,
  `create trigger products_texts_added after insert on products referencing new table as added
    for each statement execute function products_texts_added()`,
  `create function products_texts_changed() returns trigger language plpgsql as $$ begin
    delete from product_texts where listing_sequence = old.listing_sequence and old.archived_at is null;
    insert into product_texts (${COLUMNS})
      select new.listing_sequence, new.search_text, new.search_words, new.sku_search where new.archived_at is null;
    return null;
  end $$`,
  `create trigger products_texts_changed
    after update of search_text, search_words, sku_search, archived_at, listing_sequence on products for each row
    when ((old.search_text, old.search_words, old.sku_search, old.archived_at is null, old.listing_sequence)
      is distinct from (new.search_text, new.search_words, new.sku_search, new.archived_at is null, new.listing_sequence))
    execute function products_texts_changed()`,
]
