import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** All payments of an order, whatever became of them: the next one is numbered after them. */
export const paymentsOfAnOrder: Migration = {
  name: '0013-payments-of-an-order',
  up: (trx) => runStatements(trx, ['create index payments_of_order on payments (order_id)']),
}
