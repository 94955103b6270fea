import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type { ReturnOutcome, ReturnReason, ReturnState, ReturnStep } from './states.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    returns: {
      id: string
      order_id: string
      /** Of one that is refunded triggers write it, as the state of its refund changes. */
      state: ReturnState
      /** How it is settled; null until then, and again when its refund failed. */
      outcome: ReturnOutcome | null
      reason: ReturnReason
      /** What the customer wrote; null for nothing. */
      note: string | null
      /** How the pieces are to be sent back. */
      instructions: string | null
      /** Why it was declined or closed. */
      answer: string | null
      /** Its refund, one that failed too. */
      refund_id: string | null
      /** The entry of the outbox with the newest mail to the customer: earlier ones that wait are not sent. */
      mail_id: string | null
      /** How often it has changed, its beginning included. */
      revision: number
      created_at: number
      changed_at: number
    }
    return_lines: {
      return_id: string
      /** That of the line of the order. */
      position: number
      /** The pieces that are to come back, once it is settled those that did. */
      quantity: number
      /** The pieces that came back: to stock, or thrown away. */
      restocked: Generated<number>
      scrapped: Generated<number>
    }
    /** What happened to returns, with the keys of the requests. Inserted, never updated. */
    return_steps: {
      id: string
      return_id: string
      order_id: string
      step: ReturnStep
      pieces: number
      actor_id: string
      at: number
      idempotency_key: string | null
      idempotency_hash: string | null
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  return_steps: {
    columns: ['actor_id'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'the history of orders, with which it goes',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`returns` (560 and the texts), `return_lines` (120), `return_steps` (420)':
    'with the order; at most 50 returns of each',
}
