import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** Products, orders, payments, reviews and mail. STRICT makes SQLite as picky about types as PostgreSQL is. */
export const shop: Migration = {
  name: '0002-shop',
  async up(trx, kind) {
    const big = kind === 'sqlite' ? 'integer' : 'bigint'
    const strict = kind === 'sqlite' ? 'strict' : ''
    await runStatements(trx, [
      ...catalogStatements(big, strict),
      ...orderStatements(big, strict),
      ...paymentStatements(big, strict),
      `create table ratings (
        id text not null primary key, user_id text references "user" ("id"), name text not null,
        comment text not null, half_stars integer not null check (half_stars between 0 and 10),
        created_at ${big} not null) ${strict}`,
      'create index ratings_newest on ratings (created_at desc, id desc)',
      `create table mails (
        id text not null primary key, recipient text not null, subject text not null, text text not null,
        html text not null, created_at ${big} not null, attempts integer not null default 0,
        next_attempt_at ${big}, sent_at ${big}, last_error text, once_key text unique) ${strict}`,
      'create index mails_due on mails (next_attempt_at) where next_attempt_at is not null',
      `create table sandbox_mails (
        id text not null primary key, recipient text not null, subject text not null, text text not null,
        html text not null, received_at ${big} not null) ${strict}`,
    ])
  },
}

const catalogStatements = (big: string, strict: string): string[] => [
  `create table products (
    id text not null primary key, sku text not null, sku_key text not null unique,
    name text not null, name_key text not null, search_text text not null,
    price_e4 ${big} not null check (price_e4 > 0),
    quantity integer not null check (quantity >= 0),
    description text not null, image text not null,
    created_at ${big} not null, archived_at ${big}) ${strict}`,
  'create unique index products_living_name on products (name_key) where archived_at is null',
  'create index products_newest on products (created_at desc, id desc) where archived_at is null',
  'create index products_by_name on products (name_key, id) where archived_at is null',
  'create index products_by_price on products (price_e4, id) where archived_at is null',
]

const orderStatements = (big: string, strict: string): string[] => [
  `create table orders (
    id text not null primary key, user_id text not null references "user" ("id"),
    name text not null, email text not null, phone text not null, address text not null,
    search_text text not null,
    total_cents ${big} not null check (total_cents > 0), currency text not null,
    status text check (status in ('pending', 'shipped')),
    transaction_id text unique,
    idempotency_key text, idempotency_hash text,
    created_at ${big} not null, hold_until ${big} not null,
    paid_at ${big}, shipped_at ${big}, cancelled_at ${big},
    check ((paid_at is null) = (transaction_id is null)),
    check ((paid_at is null) = (status is null)),
    check (paid_at is null or cancelled_at is null)) ${strict}`,
  'create unique index orders_idempotency on orders (user_id, idempotency_key) where idempotency_key is not null',
  'create index orders_of_user on orders (user_id, created_at desc, id desc) where cancelled_at is null',
  'create index orders_newest on orders (created_at desc, id desc) where cancelled_at is null',
  'create index orders_holds on orders (hold_until) where paid_at is null and cancelled_at is null',
  `create table order_lines (
    order_id text not null references orders (id), position integer not null,
    product_id text not null references products (id), product_name text not null, sku text not null,
    unit_price_e4 ${big} not null check (unit_price_e4 > 0),
    quantity integer not null check (quantity >= 100),
    line_total_cents ${big} not null check (line_total_cents > 0),
    primary key (order_id, position)) ${strict}`,
  `create table order_events (
    id text not null primary key, order_id text not null references orders (id),
    kind text not null check (kind in
      ('placed', 'held', 'paid', 'shipped', 'reverted', 'cancelled', 'lapsed', 'refunded', 'disputed')),
    actor text not null, detail text, at ${big} not null) ${strict}`,
  'create index order_events_of_order on order_events (order_id, at, id)',
]

const paymentStatements = (big: string, strict: string): string[] => [
  `create table payments (
    intent_id text not null primary key, order_id text not null references orders (id),
    amount_cents ${big} not null check (amount_cents > 0), currency text not null,
    state text not null check (state in ('open', 'succeeded', 'cancelled', 'unmatched')),
    created_at ${big} not null, checked_at ${big} not null) ${strict}`,
  `create unique index payments_one_open on payments (order_id) where state = 'open'`,
  `create unique index payments_one_succeeded on payments (order_id) where state = 'succeeded'`,
  `create index payments_to_check on payments (checked_at) where state = 'open'`,
  `create table refunds (
    intent_id text not null primary key, amount_cents ${big} not null check (amount_cents > 0),
    reason text not null, created_at ${big} not null, attempts integer not null default 0,
    next_attempt_at ${big}, refund_id text unique) ${strict}`,
  'create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null',
  `create table sandbox_stripe (
    kind text not null, id text not null, body text not null, created_at ${big} not null,
    due_at ${big}, primary key (kind, id)) ${strict}`,
  'create index sandbox_stripe_due on sandbox_stripe (due_at) where due_at is not null',
]
