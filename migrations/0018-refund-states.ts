import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** What became of refunds of money that fits no order: a refund can fail days after the provider has taken it. */
export const refundStates: Migration = {
  name: '0018-refund-states',
  up: (trx) =>
    runStatements(trx, [
      'alter table refunds add column order_id text references orders (id)',
      `alter table refunds add column status text
        check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled'))`,
      'alter table refunds add column refused integer not null default 0',
      // Such a row was done with: what the provider had taken counted as paid back.
      `update refunds set status = 'succeeded' where next_attempt_at is null`,
      `update refunds set order_id =
        (select payments.order_id from payments where payments.intent_id = refunds.intent_id)`,
      'create index refunds_of_order on refunds (order_id)',
      `alter table orders add column unmatched_refund text
        check (unmatched_refund in ('pending', 'requires_action', 'failed', 'canceled'))`,
    ]),
}
