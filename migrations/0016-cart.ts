import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The carts of customers: each part once, in the sequence of `position`, 200 lines at most. */
export const cart: Migration = {
  name: '0016-cart',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table cart_lines (
        user_id text not null references "user" ("id") on delete cascade,
        position integer not null check (position between 0 and 199),
        product_id text not null references products (id) on delete cascade,
        quantity ${bigint} not null check (quantity between 0 and 9007199254740991),
        primary key (user_id, position)) ${clustered}`,
      'create unique index cart_lines_by_product on cart_lines (product_id, user_id)',
    ])
  },
}
