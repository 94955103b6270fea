import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Which columns of Manage Products each of the staff chose, the index of its sequence by category, and the lines of which
 * refunded pieces are neither shipped nor back in stock. The counts of stocks, to undo them, and how often the staff have set or
 * corrected the stock of each product, so that only the last of these is undone.
 */
export const managedProducts: Migration = {
  name: '0106-managed-products',
  async up(trx, kind) {
    const { bigint, strict, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table product_columns (
        user_id text not null primary key references "user" ("id") on delete cascade, columns text not null)
        ${clustered}`,
      `create index products_managed_by_category on products ((coalesce(category, '')), name_key, id)
        where archived_at is null`,
      'create index lines_refunded on order_lines (product_id) where refunded > restocked',
      'alter table products add column stock_corrections integer not null default 0',
      `create table stock_counts (
        id text not null primary key, at ${bigint} not null, reason text not null, undone_at ${bigint}) ${strict}`,
      `create table stock_count_lines (
        count_id text not null references stock_counts (id), product_id text not null references products (id),
        on_hand_before integer not null, on_hand integer not null,
        for_sale_before integer not null, for_sale integer not null, correction integer not null,
        primary key (count_id, product_id)) ${clustered}`,
    ])
  },
}
