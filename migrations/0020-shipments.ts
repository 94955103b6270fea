import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Orders ship in parts. An order that was shipped before gets one shipment of all its pieces, with the id of the order, as
 * answers had it, and with its mail if that has not left yet.
 */
export const shipments: Migration = {
  name: '0020-shipments',
  async up(trx, kind) {
    const { bigint, strict, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table shipments (
        id text not null primary key, order_id text not null references orders (id),
        at ${bigint} not null, carrier text, tracking text, mail_id text unique) ${strict}`,
      `create table shipment_lines (
        shipment_id text not null references shipments (id) on delete cascade, position integer not null,
        quantity integer not null check (quantity > 0),
        primary key (shipment_id, position)) ${clustered}`,
      `alter table orders add column progress text check (progress = 'partly_shipped')`,
      // When a process began to send an entry that may be leaving now.
      `alter table outbox add column claimed_at ${bigint}`,
      `insert into shipments (id, order_id, at, carrier, tracking, mail_id)
        select orders.id, orders.id, coalesce(shipped_at, paid_at), null, null, waiting.id
        from orders left join (
          select about, max(id) as id from outbox
          where next_attempt_at is not null and payload like '%"template":"order shipped"%' group by about
        ) as waiting on waiting.about = orders.id
        where status = 'shipped'`,
      `insert into shipment_lines (shipment_id, position, quantity)
        select order_id, position, quantity from order_lines
        where order_id in (select id from shipments)`,
      'create index shipments_of_order on shipments (order_id, at, id)',
      // The filters of lists that had no index by the time of the orders.
      `create index orders_unpaid on orders (created_at desc, id desc) where paid_at is null and cancelled_at is null`,
      `create index orders_partly_shipped on orders (created_at desc, id desc) where progress is not null`,
      `create index orders_refunded on orders (created_at desc, id desc) where refunded_cents >= total_cents`,
    ])
  },
}
