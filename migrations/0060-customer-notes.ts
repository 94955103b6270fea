import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** What admins noted on customers; and which admin entered an order that a customer did not place, with the key of that request. */
export const customerNotes: Migration = {
  name: '0060-customer-notes',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table customer_notes (
        user_id text not null references "user" ("id") on delete cascade, id text not null,
        author_email text not null, text text not null, at ${bigint} not null, removed_at ${bigint},
        primary key (user_id, id)) ${clustered}`,
      'alter table orders add column entered_by text',
      `create unique index orders_by_admin_key on orders (entered_by, idempotency_key)
        where entered_by is not null`,
    ])
  },
}
