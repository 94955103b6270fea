import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** When the address of a paid order was changed, and what it was before, for admins. */
export const changedAddresses: Migration = {
  name: '0030-changed-addresses',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `alter table orders add column address_changed_at ${bigint}`,
      `create table former_contacts (
        order_id text not null references orders (id), event_id text not null, contact text not null,
        primary key (order_id, event_id)) ${clustered}`,
    ])
  },
}
