import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Refunds that admins made, and on each order the sum of those whose outcome is unknown, and when its pieces went back to
 * stock.
 */
export const orderRefunds: Migration = {
  name: '0021-order-refunds',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table order_refunds (
        id text not null primary key, order_id text not null references orders (id),
        amount_cents ${bigint} not null check (amount_cents > 0), reason text not null,
        restock integer not null check (restock in (0, 1)),
        state text not null check (state in ('asked', 'pending', 'succeeded', 'failed')),
        refund_id text unique, failure text, actor_id text not null, actor_email text not null,
        idempotency_key text not null, created_at ${bigint} not null, attempts integer not null default 0,
        next_check_at ${bigint}, mail_id text unique, unique (actor_id, idempotency_key)) ${strict}`,
      'create index order_refunds_of_order on order_refunds (order_id, id)',
      'create index order_refunds_due on order_refunds (next_check_at) where next_check_at is not null',
      `create index order_refunds_failed on order_refunds (order_id) where state = 'failed'`,
      `alter table orders add column refunding_cents ${bigint} not null default 0 check (refunding_cents >= 0)`,
      `alter table orders add column restocked_at ${bigint}`,
    ])
  },
}
