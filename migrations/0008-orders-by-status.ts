import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** Orders to ship among a million. Placing an order does not touch it, paying and shipping do. */
export const ordersByStatus: Migration = {
  name: '0008-orders-by-status',
  up: (trx) =>
    runStatements(trx, [
      'create index orders_by_status on orders (status, created_at desc, id desc) where status is not null',
    ]),
}
