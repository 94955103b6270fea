import type { AccountRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The keys of the requests that made shipments, also of those that are taken back. Each admin has own ones. */
    shipment_keys: {
      actor_id: string
      idempotency_key: string
      /** Of the order and what was to be shipped. */
      idempotency_hash: string
      order_id: string
      shipment_id: string
    }
    /** The keys of the requests that put pieces back to stock. Each admin has own ones. */
    restock_keys: {
      actor_id: string
      idempotency_key: string
      /** Of the order and what was to be put back. */
      idempotency_hash: string
      order_id: string
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  shipment_keys: { columns: ['actor_id'], firstReset: 'stays', account: 'stays', because: 'of admins' },
  restock_keys: { columns: ['actor_id'], firstReset: 'stays', account: 'stays', because: 'of admins' },
} as const satisfies AccountRows
