import type { SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight } from '#features/accounts/rights.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { notAmongThem } from '../owners/own-orders.ts'
import { type LockedOrder, lockOrder, orderNotFound } from '../records/lock-order.ts'
import type { OrderRow } from '../records/order-rows.ts'
import { hasGone, isRowDisputed, isRowStopped } from '../records/refundable.ts'
import { type OrderState, type StatedOrder, stateOf } from '../transitions/order-state.ts'
import {
  findTransition,
  type Obstacle,
  type OrderAction,
  type OrderActor,
  type Refused,
  type Transition,
} from '../transitions/transitions.ts'

/** Who acts, and when (ms). */
interface Acting {
  readonly by: OrderActor
  readonly at: number
}

/** Who acts for an account on an order: staff are the customers of their own. Refused (404) for anybody else. */
export function actorOf(
  user: Pick<SignedInUser, 'id' | 'role' | 'rights' | 'lacksFactor'>,
  order: Pick<OrderRow, 'user_id'>,
): OrderActor {
  if (user.id === order.user_id) return 'customer'
  if (!hasRight(user, 'orders')) throw notAmongThem(user)
  return 'staff'
}

/** What the action does to the order. Refused as its row of `TRANSITIONS` says. */
export function transition<Action extends OrderAction>(
  order: StatedOrder,
  action: Action,
  { by, at }: Acting,
): Transition<Action> {
  const row = findTransition(action, stateOf(order, at), by)
  if ('refused' in row) throw refusal(row.refused)
  return row
}

/** The refusal of the action for an order in this state. */
export function refusalOf(action: OrderAction, state: OrderState, by: OrderActor): AppError {
  const row = findTransition(action, state, by)
  if ('refused' in row) return refusal(row.refused)
  throw new Error(`${action} is not refused of an order that is ${state}`)
}

const refusal = ({ code, says }: Refused): AppError => new AppError(code, says)

/** Locks the order until the transaction ends if the action may happen to it now, with what it does; undefined otherwise. */
export async function lockFor<Action extends OrderAction>(
  trx: Db,
  orderId: string,
  action: Action,
  { by, at }: Acting,
): Promise<(LockedOrder & { readonly step: Transition<Action> }) | undefined> {
  const order = await lockOrder(trx, orderId)
  const row = order && findTransition(action, stateOf(order, at), by)
  return row && 'then' in row ? { ...order, step: row } : undefined
}

const STANDS_IN_THE_WAY: Readonly<Record<Obstacle, (order: LockedOrder) => boolean>> = {
  stopped: isRowStopped,
  disputed: isRowDisputed,
  kept: (order) => !hasGone(order),
  invoiced: ({ account_days, due_on }) => account_days !== null && due_on !== null,
  uninvoiced: ({ account_days, due_on }) => account_days !== null && due_on === null,
  received: ({ received_cents }) => received_cents > 0,
}

/** Refuses what stands in the way of the action. `despiteDispute`: the admin knows of it. */
export function refuseObstacles(
  { then: { unless = {} } }: Transition,
  order: LockedOrder,
  { despiteDispute = false }: { readonly despiteDispute?: boolean | undefined } = {},
): void {
  for (const [obstacle, refused] of Object.entries(unless) as [Obstacle, Refused][])
    if (!(obstacle === 'disputed' && despiteDispute) && STANDS_IN_THE_WAY[obstacle](order))
      throw refusal(refused)
}

/** The refusal of what only a paid order has had, of an order that could not be locked: cancelled or unknown. */
export async function absentOrder(trx: Db, orderId: string, action: OrderAction): Promise<AppError> {
  const cancelled = await trx.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst()
  return cancelled ? refusalOf(action, 'cancelled', 'staff') : orderNotFound()
}
