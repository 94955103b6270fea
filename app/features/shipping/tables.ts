import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The shipments that were cancelled a moment ago: they can be restored until a mail about that leaves. Its name is from before. */
    taken_back_shipments: {
      id: string
      order_id: string
      at: number
      carrier: string | null
      tracking: string | null
      arrives: Generated<string | null>
      mail_id: string | null
      /** 1 when its mail was stopped: then another one is queued with the shipment. */
      is_mail_stopped: 0 | 1
      /** As JSON: the positions with their quantities. */
      lines: string
      taken_back_at: number
      /** The entry of the outbox that says so; null if the customer was not told of the shipment. */
      notice_id: string | null
    }
    /** The keys of the requests that made shipments, also of those that are cancelled. Each admin has own ones. */
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
  shipment_keys: {
    columns: ['actor_id'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'of admins',
  },
  restock_keys: {
    columns: ['actor_id'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'of admins',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`shipment_keys` (280), `restock_keys`':
    '30 days after the request: `delete old records of orders`. The keys of orders and refunds are columns of these',
  '`taken_back_shipments`': 'a day: `delete old records of orders`',
}
