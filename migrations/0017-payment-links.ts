import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * The payment link of an order, as the hash of its token, and who last came to pay: the provider does not say by whom an
 * intent was paid.
 */
export const paymentLinks: Migration = {
  name: '0017-payment-links',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table payment_links (
        order_id text not null primary key references orders (id),
        token_hash text not null unique, created_at ${bigint} not null) ${clustered}`,
      'alter table payments add column asked_by_link integer not null default 0 check (asked_by_link in (0, 1))',
    ])
  },
}
