import type { Db } from '#kit/db/db.ts'
import { mailCustomers } from '../mails/order-mails.ts'
import { releasePieces } from '../records/backorder-rows.ts'
import type { LockedOrder } from '../records/lock-order.ts'
import { type OrderEvent, recordEvent } from '../records/order-events.ts'
import { withOwnLines } from '../records/order-rows.ts'
import { eventOf, type Transition } from '../transitions/transitions.ts'

/** Who took a step, when, and what its event says besides its kind. */
type Told = Omit<OrderEvent, 'orderId' | 'kind'>

/** Records the event of a step. Resolves to its id. */
export const recordStep = (
  trx: Db,
  step: Transition,
  { id: orderId }: Pick<LockedOrder, 'id'>,
  told: Told,
): Promise<string | undefined> => recordEvent(trx, { orderId, kind: eventOf(step), ...told })

/**
 * Writes what follows from a step of a locked order, as its row says: the pieces that return to stock, its event and its mail. Call
 * it in the transaction of the step. Steps whose mail waits for others use `recordStep` and the mails instead.
 */
export async function follow(
  trx: Db,
  step: Transition,
  order: Pick<LockedOrder, 'id' | 'email'>,
  told: Told,
): Promise<void> {
  if (step.then.stock === 'released')
    await releasePieces(trx, order.id, (await withOwnLines(trx, order)).lines, told.at)
  await recordStep(trx, step, order, told)
  await mailCustomers(trx, told.at, step, order)
}
