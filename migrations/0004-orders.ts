import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** Orders with their lines and events. Placing an order appends to the ends of the indexes. */
export const orders: Migration = {
  name: '0004-orders',
  async up(trx, kind) {
    const { bigint, strict, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table orders (
        id text not null primary key, user_id text not null references "user" ("id"),
        name text not null, email text not null, phone text not null, address text not null,
        search_text text not null,
        total_cents ${bigint} not null check (total_cents > 0), currency text not null,
        status text check (status in ('pending', 'shipped')),
        transaction_id text unique,
        idempotency_key text, idempotency_hash text,
        created_at ${bigint} not null, hold_until ${bigint} not null,
        paid_at ${bigint}, shipped_at ${bigint}, cancelled_at ${bigint}, reminded_at ${bigint}, lapse_retry_at ${bigint},
        refunded_cents ${bigint} not null default 0,
        dispute text check (dispute in ('open', 'won', 'lost')),
        unmatched_refund text check (unmatched_refund in ('pending', 'requires_action', 'failed', 'canceled')),
        check ((paid_at is null) = (transaction_id is null)),
        check ((paid_at is null) = (status is null)),
        check (paid_at is null or cancelled_at is null)) ${strict}`,
      'create unique index orders_idempotency on orders (user_id, idempotency_key) where idempotency_key is not null',
      'create index orders_of_user on orders (user_id, created_at desc, id desc) where cancelled_at is null',
      'create index orders_of_account on orders (user_id, id)',
      'create index orders_newest on orders (created_at, id) where cancelled_at is null',
      'create index orders_by_status on orders (status, created_at desc, id desc) where status is not null',
      'create index orders_holds on orders (hold_until) where paid_at is null and cancelled_at is null',
      `create table order_lines (
        order_id text not null references orders (id), position integer not null,
        product_id text not null references products (id), product_name text not null, sku text not null,
        unit_price_e4 ${bigint} not null check (unit_price_e4 > 0),
        quantity integer not null check (quantity >= 100),
        primary key (order_id, position)) ${clustered}`,
      `create table order_events (
        id text not null, order_id text not null references orders (id),
        kind text not null check (kind in
          ('placed', 'held', 'paid', 'shipped', 'reverted', 'cancelled', 'lapsed', 'refunded', 'disputed')),
        actor text not null, detail text, at ${bigint} not null,
        primary key (order_id, at, id)) ${clustered}`,
    ])
  },
}
