import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Every dispute of an order by its own id, the parcels that were lost and when parcels arrive, and the shop's own id at the payment provider, by which
 * it knows its payments whose orders are lost. `orders.dispute` stays the state of all of them together: `lost` once one is,
 * with the sum of the lost ones in `disputed_cents`, so that a process of the last release counts right.
 */
export const disputesAndLosses: Migration = {
  name: '0071-disputes-and-losses',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table order_disputes (
        id text not null primary key, order_id text not null references orders (id),
        state text not null check (state in ('open', 'won', 'lost')),
        amount_cents ${bigint} not null,
        holds_money integer not null check (holds_money in (0, 1))) ${clustered}`,
      'create index order_disputes_of_order on order_disputes (order_id)',
      'alter table orders add column open_disputes integer not null default 0',
      `alter table orders add column held_cents ${bigint} not null default 0`,
      // Their ids at the provider are not known: the next look at the provider replaces them.
      `insert into order_disputes (id, order_id, state, amount_cents, holds_money)
        select 'unknown-' || id, id, dispute, coalesce(disputed_cents, total_cents),
          case when dispute = 'open' then 1 else 0 end
        from orders where dispute is not null`,
      `update orders set open_disputes = 1, held_cents = coalesce(disputed_cents, total_cents) where dispute = 'open'`,
      'drop index orders_disputed',
      `create index orders_disputed on orders (created_at, id) where dispute = 'open' or open_disputes > 0`,
      // The provider is asked again about the disputes that it lists: an order may have more than the newest one.
      'update followed_events set until_ms = 0',
      // When what is shipped arrives, by the day on which it shipped: of each shipment, and of an order that is shipped.
      'alter table shipments add column arrives text',
      'alter table taken_back_shipments add column arrives text',
      'alter table orders add column arrives text',
      `create table lost_shipments (
        id text not null primary key, order_id text not null references orders (id), at ${bigint} not null,
        carrier text, tracking text, arrives text, lines text not null, lost_at ${bigint} not null, reason text not null)
        ${clustered}`,
      'create index lost_shipments_of_order on lost_shipments (order_id)',
      `create table payment_shop (
        id integer not null primary key check (id = 1), shop_id text not null) ${clustered}`,
      `insert into payment_shop (id, shop_id) values (1, ${RANDOM[kind]})`,
      // Of an order that the database has not: a restore lost it.
      `create table lost_order_payments (
        intent_id text not null primary key, order_id text not null, amount_cents ${bigint} not null,
        paid_at ${bigint} not null, decision text check (decision in ('refund', 'keep'))) ${clustered}`,
    ])
  },
}

const RANDOM = {
  sqlite: 'lower(hex(randomblob(16)))',
  postgres: `replace(gen_random_uuid()::text, '-', '')`,
} as const
