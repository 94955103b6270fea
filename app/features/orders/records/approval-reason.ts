import { centsToDollars } from '#kit/money.ts'
import type { Order } from '../schema.ts'

/** By what it was decided that somebody has to approve an order: the limits of its customer then, in cents. */
export interface ApprovalReason {
  /** The limit of an order that it is above. */
  readonly orderCents?: number
  /** The limit of the month that it would pass, and what the other orders of the month came to. */
  readonly monthCents?: number
  readonly othersCents?: number
}

/** The reason as answers have it. */
export function toReason(stored: string | null): Omit<NonNullable<Order['approval']>, 'state'> {
  if (stored === null) return {}
  const { orderCents, monthCents, othersCents }: ApprovalReason = JSON.parse(stored)
  return {
    ...(orderCents !== undefined && { orderLimit: centsToDollars(orderCents) }),
    ...(monthCents !== undefined && { monthLimit: centsToDollars(monthCents) }),
    ...(othersCents !== undefined && { monthBefore: centsToDollars(othersCents) }),
  }
}
