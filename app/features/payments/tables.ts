import type { Generated } from 'kysely'
import type { RefundStatus } from './refund-states.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    payments: {
      intent_id: string
      order_id: string
      amount_cents: number
      currency: string
      /** `stray`: money that came for an order that could not take it; it goes back. */
      state: 'open' | 'succeeded' | 'cancelled' | 'stray'
      created_at: number
      /** When the customer last asked for it, to pay. */
      asked_at: Generated<number>
      /** While it is open: when to ask the provider about it next. */
      next_check_at: Generated<number>
    }
    intent_attempts: {
      order_id: string
      /** How many attempts to open an intent for the order the provider has answered with a refusal. */
      refused: number
    }
    refunds: {
      intent_id: string
      amount_cents: number
      created_at: number
      attempts: number
      /** When to ask the provider (again); absent once the refund has succeeded. */
      next_attempt_at: number | null
      refund_id: string | null
      /** The order that the money came for. */
      order_id: string | null
      /** How the refund stood when the provider was last asked; absent before there is one. */
      status: RefundStatus | null
      /** How many attempts the provider has refused, or a bank has sent back. */
      refused: Generated<number>
    }
    followed_events: {
      provider: string
      /** What the provider did before was followed. */
      until_ms: number
    }
  }
}
