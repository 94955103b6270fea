import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * At how many pieces in stock a product has to be ordered again. SQLite has an index of the parts that are low: an order
 * writes it only for such a part. PostgreSQL has one of the parts with a reorder point, which an order never writes: in an
 * index that depends on the stock it would write all indexes of the product again. `archived_at` is the first column of
 * SQLite's, although it is null in all of it: so SQLite chooses this index without statistics of the tables.
 *
 * And what mails to the staff need: who gets them, when the next of a kind may leave, what they tell of next, and of which low
 * parts they told.
 */
export const reorderPointsAndStaffMails: Migration = {
  name: '0059-reorder-points-and-staff-mails',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `alter table products add column reorder_point integer check (reorder_point between 0 and 1000000000)`,
      kind === 'sqlite'
        ? `create index products_low on products (archived_at, quantity - reorder_point, id)
            where archived_at is null and reorder_point is not null and quantity <= reorder_point`
        : `create index products_with_reorder_point on products (id)
            where archived_at is null and reorder_point is not null`,
      `alter table settings add column mails text not null default '{"newOrders":[],"lowStock":[]}'`,
      `create table staff_mails (kind text not null primary key, next_at ${bigint} not null) ${clustered}`,
      `insert into staff_mails (kind, next_at) values ('newOrders', 0), ('lowStock', 0)`,
      `create table new_paid_orders (order_id text not null primary key references orders (id)) ${clustered}`,
      `create table told_low_parts (product_id text not null primary key references products (id)) ${clustered}`,
    ])
  },
}
