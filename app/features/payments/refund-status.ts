import type { UnmatchedRefund } from '#features/orders/orders.ts'

/** How a refund stands at the provider, in its words. One that has succeeded can fail later. */
export type RefundStatus = UnmatchedRefund | 'succeeded'

export interface Refund {
  readonly id: string
  readonly status: RefundStatus
}

/** Nothing more comes of it: the money has to be given back by another. */
export const hasFailed = ({ status }: Pick<Refund, 'status'>): boolean =>
  status === 'failed' || status === 'canceled'

const WORST_FIRST = ['failed', 'canceled', 'requires_action', 'pending'] as const

/** Of an order's refunds the one that needs most attention; null when all of them are done. */
export const worstOf = (statuses: readonly (RefundStatus | null)[]): UnmatchedRefund | null =>
  WORST_FIRST.find((status) => statuses.includes(status)) ?? null
