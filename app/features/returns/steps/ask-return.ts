import '../tables.ts'
import { lockCustomer } from '#features/accounts/accounts.ts'
import { byPosition } from '#features/orders/left-to-ship.ts'
import {
  findShipping,
  type LockedOrder,
  lockOrder,
  orderNotFound,
  refuseUnknownLines,
  sumPieces,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { requestKey } from '#kit/request-key.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { MAXIMUM_RETURNS, RETURN_DAYS } from '../limits.ts'
import { mailReturn } from '../mails/return-mails.ts'
import { askableUntil } from '../records/list-returns.ts'
import { findReturn, type ReturnRow } from '../records/return-rows.ts'
import { findReturnable } from '../records/returnable.ts'
import { returnRefusals } from '../refusals.ts'
import type { AskReturn } from '../schema.ts'
import { type Actor, audit, findStepOf, recordReturnStep, whoseOf } from './take-step.ts'

/** A return that is asked for, or opened by the staff with instructions. With a key the same request begins one. */
export interface NewReturn extends AskReturn {
  readonly orderId: string
  readonly instructions?: string | undefined
  readonly key?: string | undefined
}

/**
 * Begins a return of shipped pieces: a customer asks for one of an own order, and the staff get a mail; or the staff open one, which
 * is accepted with that, and the customer gets the instructions. Refused, with nothing changed: another's or a cancelled order (404),
 * a line that it has not (422), more pieces than are shipped and in no other return, for a customer after 30 days, and too many
 * returns of the order (409), the key of another request (422).
 */
export const beginReturn = (shop: Shop, actor: Actor, asked: NewReturn): Promise<ReturnRow> =>
  shop.db.transaction().execute(async (trx) => {
    if (actor.by === 'customer') await lockCustomer(trx, actor.user)
    const order = await lockFor(trx, actor, asked.orderId)
    const { key: sent, ...input } = asked
    const key = requestKey(sent, ['begin', input])
    const earlier = key && (await findStepOf(trx, actor, key))
    if (earlier !== undefined) return findReturn(trx, earlier)
    const at = shop.now()
    await refuseAsked(trx, actor, asked, at)
    const id = newId(at)
    await insertReturn(trx, { ...asked, id, at })
    const row = await findReturn(trx, id)
    const step = actor.by === 'customer' ? 'asked' : 'opened'
    await recordReturnStep(trx, actor, { row, step, pieces: sumPieces(asked.lines), at, key })
    const lines = asked.lines.map(({ position, quantity }) => ({ position, quantity }))
    const audited = [{ field: 'lines', from: null, to: lines }]
    await audit(trx, actor, { step, order, at, audited })
    await mailReturn(trx, shop, { step, order, row, at })
    return findReturn(trx, id)
  })

async function lockFor(trx: Db, actor: Actor, orderId: string): Promise<LockedOrder> {
  const own = await trx
    .selectFrom('orders')
    .select('id')
    .where('orders.id', '=', orderId)
    .where(whoseOf(actor))
    .executeTakeFirst()
  const order = own && (await lockOrder(trx, own.id))
  if (!order) throw orderNotFound()
  return order
}

async function refuseAsked(trx: Db, { by }: Actor, { orderId, lines }: NewReturn, at: number): Promise<void> {
  const shipping = await findShipping(trx, orderId)
  refuseUnknownLines(shipping.lines, lines)
  if (by === 'customer' && shipping.lastAt !== null && askableUntil(shipping.lastAt) <= at)
    throw new AppError(
      returnRefusals.tooLate,
      `A return can be requested until ${RETURN_DAYS} days after the last shipment. Write to the shop instead.`,
    )
  const left = await findReturnable(trx, orderId)
  const most = byPosition(left)
  if (lines.some(({ position, quantity }) => quantity > (most.get(position) ?? 0)))
    throw new AppError(
      orderRefusals.exceedsLeft,
      left.length === 0
        ? 'Nothing of the order can be returned: it is not shipped, or in a return already.'
        : 'So many pieces are not shipped, or they are in a return already.',
      { left },
    )
  const { returns } = await trx
    .selectFrom('returns')
    .select(({ fn }) => fn.countAll<number>().as('returns'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (Number(returns) >= MAXIMUM_RETURNS)
    throw new AppError(
      'too_many',
      `An order has at most ${MAXIMUM_RETURNS} returns. Write to the shop instead.`,
    )
}

async function insertReturn(
  trx: Db,
  { id, at, orderId, lines, reason, note, instructions }: NewReturn & { id: string; at: number },
): Promise<void> {
  await trx
    .insertInto('returns')
    .values({
      id,
      order_id: orderId,
      state: instructions === undefined ? 'asked' : 'accepted',
      outcome: null,
      reason,
      note: note || null,
      instructions: instructions ?? null,
      answer: null,
      refund_id: null,
      mail_id: null,
      revision: 1,
      created_at: at,
      changed_at: at,
    })
    .execute()
  await trx
    .insertInto('return_lines')
    .values(lines.map(({ position, quantity }) => ({ return_id: id, position, quantity })))
    .execute()
}
