import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** The refunds of payments that match no order are named so; `order_refunds` has those that admins made. */
export const unmatchedRefunds: Migration = {
  name: '0043-unmatched-refunds',
  async up(trx) {
    await runStatements(trx, [
      'alter table refunds rename to unmatched_refunds',
      'drop index refunds_of_order',
      'drop index refunds_due',
      'create index unmatched_refunds_of_order on unmatched_refunds (order_id)',
      `create index unmatched_refunds_due on unmatched_refunds (next_attempt_at) where next_attempt_at is not null`,
    ])
  },
}
