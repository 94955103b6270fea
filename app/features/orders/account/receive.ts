import '../tables.ts'
import { dayNumberAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { LockedOrder } from '../records/lock-order.ts'
import { ORDER_COLUMNS, type OrderRow, toOrder, withOwnLines } from '../records/order-rows.ts'
import { orderRefusals } from '../refusals.ts'
import type { Order } from '../schema.ts'
import { transition } from '../steps/ask.ts'
import { follow } from '../steps/follow.ts'
import { openCents } from '../transitions/on-account.ts'
import { columnsOf, OWED_AS, stateOf } from '../transitions/order-state.ts'
import { findAllowed, type Transition } from '../transitions/transitions.ts'

interface Paid {
  readonly transactionId: string
  /** The reference of the receipt, where that paid it. */
  readonly paidBy?: string
  readonly at: number
  readonly timeZone: string
  readonly state: ReturnType<typeof columnsOf>
}

/** Writes that an order is paid, on the day in the shop's time zone. What was credited before is taken off on that day. */
export async function writePaid(
  trx: Db,
  orderId: string,
  { transactionId, paidBy, at, timeZone, state }: Paid,
): Promise<OrderRow> {
  const day = dayNumberAt(at, timeZone)
  return trx
    .updateTable('orders')
    .set({ paid_at: at, paid_day: day, transaction_id: transactionId, ...state })
    .set((eb) => ({
      paid_by: paidBy ?? null,
      money_day: eb.case().when('refunded_cents', '>', 0).then(day).else(eb.ref('money_day')).end(),
    }))
    .where('id', '=', orderId)
    .returning(ORDER_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Money that is received for a locked order on account. */
export interface Received {
  readonly receiptId: string
  readonly amountCents: number
  readonly reference: string
  readonly actor: string
  readonly at: number
  readonly timeZone: string
}

/**
 * Counts received money for a locked order on account, which is paid once all is there: then it is returned for its invoice. Refused
 * (409 `too_much`): more than is open. In any other state as the table of transitions says.
 */
export async function receiveMoney(
  trx: Db,
  order: LockedOrder,
  received: Received,
): Promise<Order | undefined> {
  const step = transition(order, 'receive', { by: 'staff', at: received.at })
  const open = openCents(order)
  if (received.amountCents > open)
    throw new AppError(
      orderRefusals.tooMuch,
      `${formatTotal(centsToDollars(open))} of this order is open. Record what was paid for another order there.`,
      { open: centsToDollars(open) },
    )
  await addReceived(trx, order.id, received.amountCents)
  return received.amountCents === open ? settleReceived(trx, order, step, received) : undefined
}

/** Marks a locked order on account as paid by its last receipt, when nothing of it is open any more; undefined otherwise. */
export async function settleIfReceived(
  trx: Db,
  order: LockedOrder,
  last: Omit<Received, 'amountCents'>,
): Promise<Order | undefined> {
  if (openCents(order) > 0) return undefined
  return settleReceived(trx, order, transition(order, 'receive', { by: 'staff', at: last.at }), last)
}

async function settleReceived(
  trx: Db,
  order: LockedOrder,
  step: Transition,
  { receiptId, reference, actor, at, timeZone }: Omit<Received, 'amountCents'>,
): Promise<Order> {
  const paidAs = step.to.find((state) => !OWED_STATES.includes(state))
  if (paidAs === undefined) throw new Error(`${step.action} does not pay an order`)
  const paid = await writePaid(trx, order.id, {
    ...{ transactionId: RECEIPT + receiptId, paidBy: reference, at, timeZone },
    state: columnsOf(paidAs, at),
  })
  await follow(trx, step, paid, { actor, at, detail: reference })
  return toOrder(await withOwnLines(trx, paid))
}

/** What stands for the receipt that paid an order, in place of a transaction of the provider. */
const RECEIPT = 'receipt '

export const isReceiptId = (transactionId: string): boolean => transactionId.startsWith(RECEIPT)

const OWED_STATES: readonly string[] = Object.values(OWED_AS)

const addReceived = (trx: Db, orderId: string, cents: number) =>
  trx
    .updateTable('orders')
    .set((eb) => ({ received_cents: eb('received_cents', '+', cents) }))
    .where('id', '=', orderId)
    .execute()

/** Takes back what was counted as received of a locked order on account: it is open again, also when it was paid. */
export async function takeBackMoney(
  trx: Db,
  order: LockedOrder,
  { amountCents, at }: Pick<Received, 'amountCents' | 'at'>,
): Promise<void> {
  findAllowed('take back', stateOf(order, at), 'staff')
  await addReceived(trx, order.id, -amountCents)
  if (order.paid_at === null) return
  await trx
    .updateTable('orders')
    .set({ paid_at: null, transaction_id: null, paid_by: null, status: null })
    .where('id', '=', order.id)
    .execute()
}

export const writeDue = (trx: Db, orderId: string, dueOn: string) =>
  trx.updateTable('orders').set({ due_on: dueOn }).where('id', '=', orderId).execute()
