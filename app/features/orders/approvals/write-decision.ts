import '../tables.ts'
import type { Db } from '#kit/db/db.ts'
import { columnsOf } from '../transitions/order-state.ts'
import { resultOf, type Transition } from '../transitions/transitions.ts'

interface Decided {
  readonly orderId: string
  readonly action: 'approve' | 'decline'
  readonly at: number
}

/** Writes how the approval of an order was decided, and the state in which it is then. What follows is the caller's. */
export async function writeDecision(
  trx: Db,
  step: Transition,
  { orderId, action, at }: Decided,
): Promise<void> {
  const approval = action === 'decline' ? 'declined' : 'approved'
  await trx
    .updateTable('orders')
    .set({ approval, ...columnsOf(resultOf(step), at) })
    .where('id', '=', orderId)
    .execute()
}
