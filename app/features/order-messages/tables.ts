import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** What customers and staff wrote about orders: inserted, never changed. */
    order_messages: {
      id: string
      order_id: string
      /** The account of the customer who wrote it; null of the staff's. */
      user_id: string | null
      /** The e-mail of whoever of the staff wrote it, at that time; null of the customer's. */
      author_email: string | null
      text: string
      at: number
      /** 1 for one of the customer that waits for an answer. */
      waits: 0 | 1
      /** The key of the request, by which it is known if it is sent again. */
      idempotency_key: string | null
      idempotency_hash: string | null
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  order_messages: {
    columns: ['user_id'],
    firstReset: 'deleted',
    account: 'deleted',
    leaving: 'stays',
    because: 'letters about an order stay with it',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`order_messages` (350 and the text)':
    'with the order; at most 200 of each. Those about orders of an account that was never verified go at its first reset, with the answers',
}
