import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * What every order adds lies behind what the last one added, where a database appends without making room: orders
 * from the oldest, read backwards. On SQLite lines, events and mails lie in the order of their keys instead of in a
 * table with an index beside it, which changes fewer pages. No mail has a name of its own any more.
 */
export const ordersInARow: Migration = {
  name: '0012-orders-in-a-row',
  async up(trx, kind) {
    await runStatements(trx, [
      'drop index orders_newest',
      'create index orders_newest on orders (created_at, id) where cancelled_at is null',
    ])
    if (kind === 'sqlite') await runStatements(trx, [...rebuiltLines, ...rebuiltEvents, ...rebuiltMails])
    else await runStatements(trx, ['alter table mails drop column once_key'])
  },
}

const rebuiltLines = [
  `create table new_order_lines (
    order_id text not null references orders (id), position integer not null,
    product_id text not null references products (id), product_name text not null, sku text not null,
    unit_price_e4 integer not null check (unit_price_e4 > 0),
    quantity integer not null check (quantity >= 100),
    line_total_cents integer not null check (line_total_cents > 0),
    primary key (order_id, position)) strict, without rowid`,
  `insert into new_order_lines
    select order_id, position, product_id, product_name, sku, unit_price_e4, quantity, line_total_cents
    from order_lines order by order_id, position`,
  'drop table order_lines',
  'alter table new_order_lines rename to order_lines',
]

const rebuiltEvents = [
  `create table new_order_events (
    id text not null, order_id text not null references orders (id),
    kind text not null check (kind in
      ('placed', 'held', 'paid', 'shipped', 'reverted', 'cancelled', 'lapsed', 'refunded', 'disputed')),
    actor text not null, detail text, at integer not null,
    primary key (order_id, at, id)) strict, without rowid`,
  `insert into new_order_events (id, order_id, kind, actor, detail, at)
    select id, order_id, kind, actor, detail, at from order_events order by order_id, at, id`,
  'drop table order_events',
  'alter table new_order_events rename to order_events',
]

const rebuiltMails = [
  `create table new_mails (
    id text not null primary key, recipient text not null, subject text not null, text text not null,
    html text not null, template text, about text, created_at integer not null,
    attempts integer not null default 0, next_attempt_at integer, sent_at integer, last_error text)
    strict, without rowid`,
  `insert into new_mails
    select id, recipient, subject, text, html, template, about, created_at, attempts, next_attempt_at, sent_at, last_error
    from mails order by id`,
  'drop table mails',
  'alter table new_mails rename to mails',
  'create index mails_due on mails (next_attempt_at) where next_attempt_at is not null',
]
