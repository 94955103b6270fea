import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** Payments, refunds of unmatched payments, and the time until which the provider's events were processed. */
export const payments: Migration = {
  name: '0005-payments',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table payments (
        intent_id text not null primary key, order_id text not null references orders (id),
        amount_cents ${bigint} not null check (amount_cents > 0), currency text not null,
        state text not null check (state in ('open', 'succeeded', 'cancelled', 'unmatched')),
        created_at ${bigint} not null, asked_at ${bigint} not null default 0,
        next_check_at ${bigint} not null default 0) ${strict}`,
      'create index payments_of_order on payments (order_id)',
      `create unique index payments_one_open on payments (order_id) where state = 'open'`,
      `create unique index payments_one_succeeded on payments (order_id) where state = 'succeeded'`,
      `create index payments_due on payments (next_check_at) where state = 'open'`,
      `create table intent_attempts (
        order_id text not null primary key references orders (id),
        refused integer not null check (refused > 0)) ${strict}`,
      `create table refunds (
        intent_id text not null primary key, order_id text references orders (id),
        amount_cents ${bigint} not null check (amount_cents > 0), created_at ${bigint} not null,
        status text check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
        attempts integer not null default 0, refused integer not null default 0,
        next_attempt_at ${bigint}, refund_id text unique) ${strict}`,
      'create index refunds_of_order on refunds (order_id)',
      'create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null',
      `create table followed_events (provider text not null primary key, until_ms ${bigint} not null) ${strict}`,
    ])
  },
}
