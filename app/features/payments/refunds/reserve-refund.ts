import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findIssuer } from '#features/invoices/invoices.ts'
import { readRefundedParts } from '#features/orders/left-to-refund.ts'
import { byPosition } from '#features/orders/left-to-ship.ts'
import { MAXIMUM_REFUNDS } from '#features/orders/limits.ts'
import {
  type AskedParts,
  absentOrder,
  addRefunding,
  type FoundParts,
  findRefundParts,
  heldCents,
  isOwed,
  type LockedOrder,
  lockOrder,
  type Money,
  refundableCents,
  refuseObstacles,
  transition,
  writeStatus,
} from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { keyReused } from '#kit/request-key.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { beingPaid } from '../paying/open-intent.ts'
import { openIntentOf } from '../paying/settle.ts'
import type { AskedRefund, RefundRow } from '../provider/gateway.ts'
import { creditOwed } from './record-refunds.ts'

/** The shop does not ask about a refund again while the call that made it may wait for the provider. */
const FIRST_CHECK_AFTER_MS = 60_000

/** An amount, for these pieces where it settles any: nothing else is refunded for them. */
interface AskedAmount {
  readonly amountCents: number
  readonly settles?: AskedParts
}

/** A refund that an admin requests. Its key is the admin's own. */
export interface RefundRequest {
  readonly orderId: string
  readonly asked: AskedAmount | AskedParts
  readonly reason: string
  /** What the customer reads; null for none. */
  readonly message: string | null
  readonly restock: boolean
  readonly key: string
  /** What else is written with it, in the same transaction. What it throws refuses the refund. */
  readonly claim?: (trx: Db, refund: RefundRow) => Promise<void>
}

/** `isNew`: this call created the refund, so that it asks the provider. */
interface ReservedRefund extends AskedRefund {
  readonly isNew: boolean
}

/**
 * Creates a refund in the state `asked`, before the provider is asked: its amount and its pieces are no longer left for others,
 * these pieces do not ship, and while it covers the rest of the order nothing does. The same request with the same key returns
 * the same refund. Refused, with nothing changed: another request with that key (422 `key_reused`), an unknown order (404), an
 * order that is cancelled or not paid, more than is left of its money, of a line or of the delivery (409), a line that it has
 * not, and parts that cost nothing (422).
 */
export async function reserveRefund(
  shop: Shop,
  admin: SignedInUser,
  request: RefundRequest,
): Promise<ReservedRefund> {
  const issuer = await findIssuer(shop)
  return shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, request.orderId)
    const earlier = await findByKey(trx, admin, request)
    if (earlier && order) return { refund: earlier, transactionId: order.transaction_id ?? '', isNew: false }
    if (!order) throw await absentOrder(trx, request.orderId, 'refund')
    refuseObstacles(transition(order, 'refund', { by: 'staff', at: shop.now() }), order)
    const { transaction_id: transactionId } = order
    if (transactionId === null && !isOwed(order)) throw new Error('the order was paid without a transaction')
    if (isOwed(order) && (await openIntentOf(trx, order.id))) throw beingPaid()
    const amount = await findAmount(trx, order, request)
    const { refunds } = await trx
      .selectFrom('order_refunds')
      .select(({ fn }) => fn.countAll<number>().as('refunds'))
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    if (refunds >= MAXIMUM_REFUNDS)
      throw new AppError('conflict', `An order has at most ${MAXIMUM_REFUNDS} refunds.`)
    const refund = await insertRefund(trx, shop.now(), admin, { ...request, ...amount })
    // Another request of the admin has used the key for another order meanwhile.
    if (!refund) throw keyReused('another refund')
    await countRefund(trx, order, refund, 1)
    await request.claim?.(trx, refund)
    if (transactionId !== null) return { refund, transactionId, isNew: true }
    await creditOwed(trx, shop, issuer, { order, refund })
    return { refund, transactionId: '', isNew: false }
  })
}

async function findByKey(
  trx: Db,
  admin: SignedInUser,
  request: RefundRequest,
): Promise<RefundRow | undefined> {
  const row = await trx
    .selectFrom('order_refunds')
    .selectAll()
    .where('actor_id', '=', admin.id)
    .where('idempotency_key', '=', request.key)
    .executeTakeFirst()
  if (!row) return undefined
  const isSame =
    row.order_id === request.orderId &&
    isOfSame(row, request.asked) &&
    row.reason === request.reason &&
    row.message === request.message &&
    row.restock === Number(request.restock)
  if (!isSame) throw keyReused('another refund')
  return row
}

/** Whether a refund is of the amount or of the parts that are asked for. */
function isOfSame(row: RefundRow, asked: RefundRequest['asked']): boolean {
  const isByParts = row.lines !== null || row.delivery_cents !== null
  if ('amountCents' in asked) return !isByParts && row.amount_cents === asked.amountCents
  const { lines, deliveryCents } = readRefundedParts(row)
  const quantities = byPosition(asked.lines)
  return (
    isByParts &&
    lines.length === asked.lines.length &&
    lines.every(({ position, quantity }) => quantities.get(position) === quantity) &&
    (deliveryCents !== null) === asked.delivery
  )
}

/** What a refund is of, and what it comes to in cents. */
interface Amount {
  readonly amountCents: number
  readonly parts?: FoundParts
  readonly settled?: FoundParts
}

async function findAmount(trx: Db, order: LockedOrder, { asked }: RefundRequest): Promise<Amount> {
  const amount = 'amountCents' in asked ? asked : await priceParts(trx, order.id, asked)
  checkAmount(order, amount.amountCents)
  if (!('amountCents' in asked) || !asked.settles) return amount
  return { amountCents: amount.amountCents, settled: await findRefundParts(trx, order.id, asked.settles) }
}

async function priceParts(trx: Db, orderId: string, asked: AskedParts): Promise<Amount> {
  const parts = await findRefundParts(trx, orderId, asked)
  const amountCents = parts.lines.reduce((sum, { cents }) => sum + cents, parts.deliveryCents ?? 0)
  if (amountCents === 0)
    throw invalidField(
      asked.lines.length > 0 ? 'lines' : 'delivery',
      'This costs nothing, so there is nothing to refund.',
    )
  return { amountCents, parts }
}

function checkAmount(order: Money, amountCents: number): void {
  const left = refundableCents(order)
  if (amountCents > left)
    throw new AppError('conflict', leftText(left, heldCents(order), order.received_cents))
}

function leftText(left: number, held: number, receivedCents: number): string {
  const [leftAmount, heldAmount] = [left, held].map((cents) => formatTotal(centsToDollars(cents)))
  if (held > 0)
    return `${leftAmount} of this order can be refunded: the bank keeps ${heldAmount} until the dispute is decided.`
  return left === 0
    ? receivedCents > 0
      ? 'What this order was paid with came as a transfer, and goes back as one.'
      : 'All of the money of this order went back, or is on its way back.'
    : `${leftAmount} of this order can be refunded.`
}

async function insertRefund(
  trx: Db,
  now: number,
  admin: SignedInUser,
  { parts, settled, ...request }: RefundRequest & Amount,
): Promise<RefundRow | undefined> {
  return trx
    .insertInto('order_refunds')
    .values({
      id: newId(now),
      order_id: request.orderId,
      amount_cents: request.amountCents,
      lines: parts && parts.lines.length > 0 ? JSON.stringify(parts.lines) : null,
      delivery_cents: parts?.deliveryCents ?? null,
      settles: settled ? JSON.stringify(settled) : null,
      message: request.message,
      reason: request.reason,
      restock: request.restock ? 1 : 0,
      state: 'asked',
      refund_id: null,
      failure: null,
      actor_id: admin.id,
      actor_email: admin.email,
      idempotency_key: request.key,
      created_at: now,
      mail_id: null,
      next_check_at: now + FIRST_CHECK_AFTER_MS,
    })
    .onConflict((conflict) => conflict.columns(['actor_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Adds a refund to the sum of those whose outcome is unknown, or takes it from there, with what follows for the shipping. */
async function countRefund(
  trx: Db,
  order: LockedOrder,
  { amount_cents, lines }: RefundRow,
  sign: 1 | -1,
): Promise<void> {
  await addRefunding(trx, order.id, sign * amount_cents)
  if (lines !== null) await writeStatus(trx, order)
}

/**
 * Ends a refund that the provider refused, so that the order is as before. `keep` keeps it as failed, for an admin who was
 * not told. False when its outcome was recorded meanwhile.
 */
export async function endRefusedRefund(
  { db }: Pick<Shop, 'db'>,
  refund: RefundRow,
  keep?: { readonly failure: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, refund.order_id)
    const isEnded = keep ? await markFailed(trx, refund.id, keep.failure) : await deleteAsked(trx, refund.id)
    if (isEnded && order) await countRefund(trx, order, refund, -1)
    return isEnded
  })
}

async function deleteAsked(trx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('order_refunds')
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return numDeletedRows === 1n
}

async function markFailed(trx: Db, id: string, failure: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('order_refunds')
    .set({ state: 'failed', failure, next_check_at: null })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
