import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** When to look at payments and lapsed orders again, and how many attempts to open an intent the provider refused. */
export const roundsOfPayments: Migration = {
  name: '0019-rounds-of-payments',
  async up(trx, kind) {
    const big = kind === 'sqlite' ? 'integer' : 'bigint'
    const strict = kind === 'sqlite' ? 'strict' : ''
    await runStatements(trx, [
      // Zero, as a process of the release before writes it, means: due now.
      `alter table payments add column asked_at ${big} not null default 0`,
      `alter table payments add column next_check_at ${big} not null default 0`,
      `update payments set asked_at = created_at where state = 'open'`,
      'drop index payments_to_check',
      `create index payments_due on payments (next_check_at) where state = 'open'`,
      `alter table orders add column lapse_retry_at ${big}`,
      `create table intent_attempts (
        order_id text not null primary key references orders (id),
        refused integer not null check (refused > 0)) ${strict}`,
    ])
  },
}
