import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Which columns of Manage Products each of the staff chose, the index of its sequence by category, and the lines of which
 * refunded pieces are neither shipped nor back in stock.
 */
export const managedProducts: Migration = {
  name: '0106-managed-products',
  async up(trx, kind) {
    const { clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table product_columns (
        user_id text not null primary key references "user" ("id") on delete cascade, columns text not null)
        ${clustered}`,
      `create index products_managed_by_category on products ((coalesce(category, '')), name_key, id)
        where archived_at is null`,
      'create index lines_refunded on order_lines (product_id) where refunded > restocked',
    ])
  },
}
