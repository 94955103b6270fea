import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** What customers and staff write about orders. */
export const orderMessages: Migration = {
  name: '0087-order-messages',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table order_messages (
        id text not null primary key, order_id text not null references orders (id) on delete cascade,
        user_id text references "user" ("id") on delete cascade, author_email text, text text not null,
        at ${bigint} not null, waits integer not null check (waits in (0, 1)),
        idempotency_key text, idempotency_hash text) ${strict}`,
      'create index order_messages_of on order_messages (order_id, at)',
      'create index order_messages_waiting on order_messages (order_id) where waits = 1',
      'create index order_messages_by on order_messages (user_id) where user_id is not null',
    ])
  },
}
