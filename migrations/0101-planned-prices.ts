import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * New prices of products for a day of the shop, until they are applied on it. `before_prices` are those that the plan was made
 * over, as `products` has them; `held` says why the day came and they were not applied.
 */
export const plannedPrices: Migration = {
  name: '0101-planned-prices',
  // It is the first of those up to 0111 that came together, and the only one with locks: all of them run in one transaction.
  locks: ['user', 'orders', 'order_lines', 'order_refunds', 'payments', 'imports', 'products'],
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table planned_prices (
        id text not null primary key, product_id text not null references products (id) on delete cascade,
        day text not null, before_prices text not null, prices text not null,
        planned_by text not null, planned_by_email text not null, planned_at ${bigint} not null,
        held text check (held in ('prices_changed', 'archived', 'terms_changed'))) ${strict}`,
      'create unique index planned_prices_of on planned_prices (product_id, day)',
      'create index planned_prices_by_day on planned_prices (day, id)',
    ])
  },
}
