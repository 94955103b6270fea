import type { Generated } from 'kysely'
import type { DisputeState, OrderEventKind, OrderStatus, UnmatchedRefund } from './states.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    orders: {
      id: string
      /** What people quote, such as `K7QM-2XTB`: unique. */
      number: string
      user_id: string
      name: string
      email: string
      phone: string
      address: string
      /** The customer's own number of the purchase. */
      po_number: string | null
      note: string | null
      /** The text that a search reads, folded: see `order-search.ts`. */
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
      /** When the reminder of the hold's end was queued. */
      reminded_at: number | null
      /** What the payment provider refunded since it was paid. */
      refunded_cents: Generated<number>
      dispute: DisputeState | null
      unmatched_refund: UnmatchedRefund | null
      /** When another process may try to end the hold, after a failed try. */
      lapse_retry_at: Generated<number | null>
      /** When the customer cancelled it or its hold lapsed; its stock is released. */
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
    /** Of paid orders. */
    invoices: {
      number: number
      order_id: string
      issued_at: number
      /** The seller and the tax as JSON. */
      terms: string | null
    }
    /** The events of orders: inserted in the transaction of the change, never updated. */
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
