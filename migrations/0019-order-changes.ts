import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

const KINDS = `('placed', 'held', 'changed', 'link_created', 'paid', 'shipped', 'reverted', 'cancelled', 'lapsed',
  'refunded', 'disputed')`

/** Orders record when their customer changes them, and when a payment link is created. */
export const orderChanges: Migration = {
  name: '0019-order-changes',
  async up(trx, kind) {
    await runStatements(trx, statements(kind))
  },
}

/** SQLite cannot change a check, so its table is written anew. */
function statements(kind: DatabaseKind): readonly string[] {
  if (kind === 'postgres')
    return [
      'alter table order_events drop constraint order_events_kind_check',
      `alter table order_events add constraint order_events_kind_check check (kind in ${KINDS})`,
    ]
  const { bigint, clustered } = typesOf(kind)
  return [
    `create table new_order_events (
      id text not null, order_id text not null references orders (id),
      kind text not null check (kind in ${KINDS}),
      actor text not null, detail text, at ${bigint} not null,
      primary key (order_id, at, id)) ${clustered}`,
    `insert into new_order_events (id, order_id, kind, actor, detail, at)
      select id, order_id, kind, actor, detail, at from order_events order by order_id, at, id`,
    'drop table order_events',
    'alter table new_order_events rename to order_events',
  ]
}
