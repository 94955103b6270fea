import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * The number of products for sale in each category, as `products in <slug>` of `row_counts`: counting a million products
 * takes longer than a page.
 */
export const categoryCounts: Migration = {
  name: '0015-category-counts',
  up: (trx, kind) =>
    runStatements(trx, [
      `insert into row_counts (name, counted)
        select 'products in ' || category, count(*) from products
        where archived_at is null and category is not null group by category`,
      ...countTriggers[kind],
    ]),
}

const CHANGED = `old.category is distinct from new.category
  or (old.archived_at is null) <> (new.archived_at is null)`

/**
 * PostgreSQL runs triggers in the sequence of their names. These are after those that count all products, so that every
 * change locks that count first, and changes at the same time wait for each other instead of for ever.
 */
const INSERTED = 'products_with_category_inserted'
const UPDATED = 'products_with_category_updated'

/** Adds to the count of a product's category if the product is for sale. */
const add = (row: 'old' | 'new', change: 1 | -1): string => `
  insert into row_counts (name, counted)
    select 'products in ' || ${row}.category, ${change} where ${row}.archived_at is null and ${row}.category is not null
    on conflict (name) do update set counted = counted + excluded.counted`

/** The triggers that keep them. */
export const countTriggers = {
  sqlite: [
    `create trigger ${INSERTED} after insert on products begin ${add('new', 1)}; end`,
    `create trigger ${UPDATED} after update of category, archived_at on products when ${CHANGED} begin
      ${add('old', -1)}; ${add('new', 1)};
    end`,
  ],
  postgres: [
    `create function ${INSERTED}() returns trigger language plpgsql as $$ begin
      insert into row_counts as counts (name, counted)
        select 'products in ' || category, count(*) from added
        where archived_at is null and category is not null group by category order by category
        on conflict (name) do update set counted = counts.counted + excluded.counted;
      return null;
    end $$`,
    `create trigger ${INSERTED} after insert on products referencing new table as added
      for each statement execute function ${INSERTED}()`,
    // In the sequence of the names, for the same reason.
    `create function ${UPDATED}() returns trigger language plpgsql as $$ begin
      insert into row_counts as counts (name, counted)
        select 'products in ' || category, sum(change) from (values
          (old.category, case when old.archived_at is null then -1 else 0 end),
          (new.category, case when new.archived_at is null then 1 else 0 end)) as changes (category, change)
        where category is not null group by category order by category
        on conflict (name) do update set counted = counts.counted + excluded.counted;
      return null;
    end $$`,
    `create trigger ${UPDATED} after update of category, archived_at on products for each row
      when (${CHANGED}) execute function ${UPDATED}()`,
  ],
} as const
