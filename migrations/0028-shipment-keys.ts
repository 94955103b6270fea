import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The idempotency keys of shipments. They stay when the shipment is taken back, so that a repeat does not ship again. */
export const shipmentKeys: Migration = {
  name: '0028-shipment-keys',
  async up(trx, kind) {
    const { clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table shipment_keys (
        actor_id text not null, idempotency_key text not null, idempotency_hash text not null,
        order_id text not null references orders (id), shipment_id text not null,
        primary key (actor_id, idempotency_key)) ${clustered}`,
    ])
  },
}
