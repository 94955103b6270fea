import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** What became of an order's money after it was paid: refunds and disputes at the payment provider. */
export const moneyBack: Migration = {
  name: '0006-money-back',
  async up(trx, kind) {
    const big = kind === 'sqlite' ? 'integer' : 'bigint'
    await runStatements(trx, [
      `alter table orders add column refunded_cents ${big} not null default 0`,
      `alter table orders add column dispute text check (dispute in ('open', 'won', 'lost'))`,
    ])
  },
}
