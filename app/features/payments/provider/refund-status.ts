import type { UnmatchedRefund } from '#features/orders/orders.ts'

/** A refund's status at the provider. A succeeded refund can fail later. */
export type RefundStatus = UnmatchedRefund | 'succeeded'

export interface Refund {
  readonly id: string
  readonly status: RefundStatus
}

/** Whether the refund failed permanently, so that another has to be made. */
export const hasFailed = ({ status }: Pick<Refund, 'status'>): boolean =>
  status === 'failed' || status === 'canceled'

const WORST_FIRST = ['failed', 'canceled', 'requires_action', 'pending'] as const

/** The status that needs attention most among an order's refunds; null if all of them have succeeded. */
export const worstOf = (statuses: readonly (RefundStatus | null)[]): UnmatchedRefund | null =>
  WORST_FIRST.find((status) => statuses.includes(status)) ?? null
