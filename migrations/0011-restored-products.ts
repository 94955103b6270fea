import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** An archived product can be for sale again: the index finds it, and the count includes it. It is listed as the newest. */
export const restoredProducts: Migration = {
  name: '0011-restored-products',
  up: (trx, kind) => runStatements(trx, RESTORED[kind]),
}

const RESTORED = {
  sqlite: [
    `create trigger products_restored after update of archived_at on products
      when old.archived_at is not null and new.archived_at is null begin
      insert into product_search (rowid, grams)
        select -listing_sequence, grams from product_grams where id = new.id;
      update row_counts set counted = counted + 1 where name = 'products';
    end`,
  ],
  postgres: [
    `create function products_restored() returns trigger language plpgsql as $$ begin
      update row_counts set counted = counted + 1 where name = 'products';
      return null;
    end $$`,
    `create trigger products_restored after update of archived_at on products for each row
      when (old.archived_at is not null and new.archived_at is null) execute function products_restored()`,
  ],
}
