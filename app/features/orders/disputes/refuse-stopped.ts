import { AppError } from '#kit/server/app-error.ts'
import type { LockedOrder } from '../records/lock-order.ts'
import { isRowDisputed, isRowStopped } from '../records/refundable.ts'
import { orderRefusals } from '../refusals.ts'

/**
 * Refuses (409) to ship pieces of an order whose money went back, and of one in dispute: whoever loses that loses the pieces
 * too. `despiteDispute`: the admin knows of it.
 */
export function refuseStopped(
  order: LockedOrder,
  { despiteDispute = false }: { readonly despiteDispute?: boolean | undefined },
): void {
  if (isRowStopped(order))
    throw new AppError(orderRefusals.refunded, 'The money of this order went back, so it cannot be shipped.')
  if (isRowDisputed(order) && !despiteDispute)
    throw new AppError(
      orderRefusals.disputed,
      'The payment of this order is disputed at the bank. Ship it only if you mean to, despite the dispute.',
    )
}
