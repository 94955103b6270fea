import type { OrderRow } from './order-rows.ts'

/** The fields of an order that a payment needs. Amounts in cents. */
export interface PayableOrder {
  readonly id: string
  readonly customerId: string
  readonly totalCents: number
  readonly currency: string
  readonly paid: boolean
  /** Milliseconds since 1970; null while it is unpaid. */
  readonly paidAt: number | null
  /** When it lapses unless it is paid, in milliseconds since 1970. */
  readonly holdUntil: number
  readonly transactionId: string | null
}

export function toPayable(row: OrderRow): PayableOrder {
  return {
    id: row.id,
    customerId: row.user_id,
    totalCents: row.total_cents,
    currency: row.currency,
    paid: row.paid_at !== null,
    paidAt: row.paid_at,
    holdUntil: row.hold_until,
    transactionId: row.transaction_id,
  }
}
