import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Pieces of lines that the stock did not cover, and when some of them came into stock. They stand apart from the lines: what comes
 * into stock is given away with the product locked and the order not, and transactions that lock an order write its lines before they
 * lock products. The events stand apart too: the kinds of `order_events` are checked, and SQLite would write that table anew.
 */
export const backorders: Migration = {
  name: '0116-backorders',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table backorders (
        order_id text not null references orders (id) on delete cascade, position integer not null,
        product_id text not null, quantity integer not null check (quantity > 0),
        primary key (order_id, position)) ${strict}`,
      'create index backorders_of on backorders (product_id, order_id, position)',
      `create table covered_backorders (
        id text not null primary key, order_id text not null references orders (id) on delete cascade,
        lines text not null, at ${bigint} not null) ${strict}`,
      'create index covered_backorders_of on covered_backorders (order_id, at)',
    ])
  },
}
