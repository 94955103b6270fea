import type { OrderRow } from './order-rows.ts'

/** The fields of an order that a payment needs. Amounts in cents. */
export interface PayableOrder {
  readonly id: string
  readonly customerId: string
  readonly totalCents: number
  readonly currency: string
  readonly paid: boolean
  readonly transactionId: string | null
}

export function toPayable(row: OrderRow): PayableOrder {
  return {
    id: row.id,
    customerId: row.user_id,
    totalCents: row.total_cents,
    currency: row.currency,
    paid: row.paid_at !== null,
    transactionId: row.transaction_id,
  }
}
