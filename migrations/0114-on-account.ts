import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'
import { accountSalesTriggers, formerSalesTriggers } from './0114-account-sales.ts'

/**
 * Orders on account: the terms of companies, those that an order was placed with, the money that was received for it in parts, and which
 * reminders of its invoice were sent.
 */
export const onAccount: Migration = {
  name: '0114-on-account',
  async up(trx, kind) {
    const { bigint, strict, clustered } = typesOf(kind)
    await runStatements(trx, [
      'alter table companies add column terms_days integer',
      `alter table companies add column credit_cents ${bigint}`,
      'alter table orders add column account_days integer',
      `alter table orders add column received_cents ${bigint} not null default 0`,
      'alter table orders add column due_on text',
      'alter table orders add column paid_by text',
      `create index orders_owed on orders (company_id, id)
        where account_days is not null and paid_at is null and cancelled_at is null`,
      `create table order_receipts (
        id text not null primary key, order_id text not null references orders (id) on delete cascade,
        amount_cents ${bigint} not null check (amount_cents > 0), received_at text not null, reference text not null,
        actor_id text not null, actor_email text not null,
        idempotency_key text not null, idempotency_hash text not null,
        created_at ${bigint} not null, taken_back_at ${bigint}) ${strict}`,
      'create index order_receipts_of on order_receipts (order_id, id)',
      'create unique index order_receipts_once on order_receipts (actor_id, idempotency_key)',
      `create table account_reminders (
        order_id text not null references orders (id) on delete cascade, day integer not null,
        primary key (order_id, day)) ${clustered}`,
      ...formerSalesTriggers[kind],
      ...accountSalesTriggers[kind],
    ])
  },
}
