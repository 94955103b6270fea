import type { Generated } from 'kysely'
import type { DisputeState, OrderEventKind, OrderStatus, UnmatchedRefund } from './states.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    orders: {
      id: string
      user_id: string
      name: string
      email: string
      phone: string
      address: string
      /** What a search looks into, folded: see `order-search.ts`. */
      search_text: string
      total_cents: number
      currency: string
      status: OrderStatus | null
      transaction_id: string | null
      idempotency_key: string | null
      idempotency_hash: string | null
      created_at: number
      hold_until: number
      paid_at: number | null
      shipped_at: number | null
      /** When its customer was told that the hold is about to lapse. */
      reminded_at: number | null
      /** What was given back at the payment provider since it was paid. */
      refunded_cents: Generated<number>
      dispute: DisputeState | null
      unmatched_refund: UnmatchedRefund | null
      /** When to try again to end a hold that could not be ended. */
      lapse_retry_at: Generated<number | null>
      /** Set when the customer cancelled it or its hold lapsed: its pieces went back for sale. */
      cancelled_at: number | null
    }
    order_lines: {
      order_id: string
      position: number
      product_id: string
      product_name: string
      sku: string
      unit_price_e4: number
      quantity: number
    }
    /** What happened to an order: written with the change itself, never changed. */
    order_events: {
      id: string
      order_id: string
      kind: OrderEventKind
      actor: string
      detail: string | null
      at: number
    }
  }
}
