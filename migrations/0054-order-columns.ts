import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** Which columns of Manage Orders each admin chose, and the index of its sequence by the sum. */
export const orderColumns: Migration = {
  name: '0054-order-columns',
  async up(trx, kind) {
    const { clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table order_columns (
        user_id text not null primary key references "user" ("id") on delete cascade, columns text not null)
        ${clustered}`,
      'create index orders_by_sum on orders (total_cents desc, id desc) where cancelled_at is null',
    ])
  },
}
