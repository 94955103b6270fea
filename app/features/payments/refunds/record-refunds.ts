import { isDeepStrictEqual } from 'node:util'
import {
  type DueDocuments,
  dueDocuments,
  type Issuer,
  invoiceOwed,
  issueDueDocuments,
  readCredited,
} from '#features/invoices/invoices.ts'
import { readRefundedParts } from '#features/orders/left-to-refund.ts'
import {
  type Dispute,
  findDisputes,
  findInvoicedOrder,
  type LockedOrder,
  lockOrder,
  mailRefunded,
  mailRefundFailed,
  type RecordedStep,
  type RefundedStep,
  recordMoneyBack,
  settleIfReceived,
  sumDisputes,
} from '#features/orders/orders.ts'
import type { ShipmentLine } from '#features/orders/schema.ts'
import { currentSettings } from '#features/settings/settings.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { findLastReceipt } from '../account/receipt-rows.ts'
import type { RefundRow, StripeState } from '../provider/gateway.ts'
import { mailOpenedDisputes } from './dispute-mails.ts'
import { changesOfRefunds, type RecordedState, type RefundChange, type RefundStep } from './refund-changes.ts'
import { creditId, isCreditId } from './refund-rows.ts'

/** The order that was paid by this transaction, with its recorded refunds and disputes. */
export async function readRecordedState(db: Db, transactionId: string): Promise<RecordedState | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(['id as orderId', 'total_cents as totalCents', 'refunded_cents as refundedCents'])
    .select('refunding_cents as refundingCents')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  if (!order) return undefined
  const refunds = await db
    .selectFrom('order_refunds')
    .select(['id', 'state', 'amount_cents', 'reason', 'restock', 'actor_id', 'actor_email'])
    .select(['lines', 'delivery_cents', 'message', 'refund_id'])
    .where('order_id', '=', order.orderId)
    .orderBy('id')
    .execute()
  const disputes = await findDisputes(db, order.orderId)
  const credits = refunds.filter(({ refund_id }) => isCreditId(refund_id))
  return {
    ...order,
    disputes,
    creditedCents: credits.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    refunds: refunds.map(({ refund_id: _, ...refund }) => refund),
    credited: await readCredited(db, order.orderId),
  }
}

/**
 * Records what the provider has, on the order and in its events, with a credit note for each refund that was paid, and returns
 * the admins' refunds that changed. Undefined, with nothing written, when another process recorded a change since `before` was
 * read.
 */
export async function applyStripeState(
  shop: Pick<Shop, 'db' | 'log' | 'config'>,
  transactionId: string,
  { before, after, at }: { before: RecordedState; after: StripeState; at: number },
): Promise<readonly RefundChange[] | undefined> {
  const { orderId } = before
  const { refunds, steps } = changesOfRefunds(before, after)
  const due = dueDocuments(before.credited, after.refunds)
  const isSame =
    isDeepStrictEqual(after.disputes, before.disputes) && due.cameBack.length === 0 && due.paid.length === 0
  if (refunds.length === 0 && steps.length === 0 && isSame) return []
  const { seller, delivery } = await currentSettings(shop)
  const { timeZone } = delivery
  return shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || !isDeepStrictEqual(await readRecordedState(trx, transactionId), before)) return undefined
    for (const change of refunds) await recordRefund(trx, order, change, at)
    const recorded = await recordMoneyBack(trx, order, {
      money: { ...after, refundingCents: before.refundingCents - noLongerAsked(refunds) },
      steps: steps.map(({ actor, toCents, change }) => ({
        actor,
        toCents,
        hasFailed: change !== undefined && !change.isMade,
        back: backOf(change, after.refundedCents + lostOf(after.disputes) >= before.totalCents),
      })),
      isShippedAgain: refunds.some(({ state, refund }) => state === 'failed' && refund.lines !== null),
      at,
      timeZone,
    })
    await mailOpenedDisputes(trx, shop, {
      order,
      before: before.disputes,
      after: after.disputes,
      at,
      timeZone,
    })
    for (const [index, step] of steps.entries())
      await recordStep(trx, orderId, step, at + index, recorded[index])
    await issueDueDocuments(trx, shop, {
      orderId,
      due: withParts(due, before, after),
      seller,
      at,
      timeZone,
    })
    return refunds
  })
}

const lostOf = (disputes: readonly Dispute[]): number => sumDisputes(disputes).disputed_cents ?? 0

/** The pieces that go back to stock with a refund: those of its lines, or all once all of the money went back. */
function backOf(change: RefundChange | undefined, isAllGone: boolean): RefundedStep['back'] {
  if (!change?.isMade || change.refund.restock === 0) return []
  if (isAmount(change.refund)) return isAllGone ? 'all' : []
  const { lines } = readRefundedParts(change.refund)
  return lines.map(({ position, unshipped }) => ({ position, quantity: unshipped }))
}

/** Whether a refund is of an amount alone. */
const isAmount = ({ lines, delivery_cents }: RecordedState['refunds'][number]): boolean =>
  lines === null && delivery_cents === null

/** What is to be issued, with what each refund is of, for the credit notes. */
function withParts(due: DueDocuments, before: RecordedState, after: StripeState): DueDocuments {
  const paid = due.paid.map((refund) => {
    const id = after.refunds.find(({ refundId }) => refundId === refund.refundId)?.id
    const row = before.refunds.find((one) => one.id === id)
    return row && !isAmount(row) ? { ...refund, parts: readRefundedParts(row) } : refund
  })
  return { ...due, paid }
}

const noLongerAsked = (refunds: readonly RefundChange[]): number =>
  refunds.reduce((sum, { refund }) => sum + (refund.state === 'asked' ? refund.amount_cents : 0), 0)

async function recordRefund(trx: Db, order: LockedOrder, change: RefundChange, at: number): Promise<void> {
  const { id, refundId, state, failure } = change
  const mailId = await mailChanged(trx, order, change, at)
  await trx
    .updateTable('order_refunds')
    .set({
      state,
      refund_id: refundId,
      failure,
      ...(state !== 'pending' && { next_check_at: null }),
      ...(mailId !== undefined && { mail_id: mailId }),
    })
    .where('id', '=', id)
    .execute()
}

/** Queues the mail about the new state. One that was never made has no mail that could be wrong now. */
async function mailChanged(
  trx: Db,
  order: LockedOrder,
  { id, state }: RefundChange,
  at: number,
): Promise<string | undefined> {
  if (state === 'succeeded') return mailRefunded(trx, order, at)
  if (state !== 'failed') return undefined
  const { mail_id } = await trx
    .selectFrom('order_refunds')
    .select('mail_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return mail_id === null ? undefined : mailRefundFailed(trx, order, { refundedMailId: mail_id, at })
}

/** Keeps the event of a refund that an admin made, and an entry of the audit log with what it is of and the pieces it put back. */
async function recordStep(
  trx: Db,
  orderId: string,
  { fromCents, toCents, change }: RefundStep,
  at: number,
  { eventId, restocked = 0 }: Partial<RecordedStep> = {},
): Promise<void> {
  if (!change?.isMade) return
  const { actor_id: id, actor_email: email, reason, message } = change.refund
  if (eventId !== undefined)
    await trx.updateTable('order_refunds').set({ event_id: eventId }).where('id', '=', change.id).execute()
  const { lines, deliveryCents } = readRefundedParts(change.refund)
  const changes = [
    { field: 'refundedAmount', from: centsToDollars(fromCents), to: centsToDollars(toCents) },
    ...(lines.length > 0 ? [{ field: 'lines', from: null, to: lines.map(piecesOf) }] : []),
    ...(deliveryCents === null ? [] : [{ field: 'delivery', from: null, to: centsToDollars(deliveryCents) }]),
    ...(message === null ? [] : [{ field: 'message', from: null, to: message }]),
    ...(restocked > 0 ? [{ field: 'restockedPieces', from: 0, to: restocked }] : []),
  ]
  await recordAudit(trx, { by: { id, email }, at, kind: 'order.refunded', subject: orderId, changes, reason })
}

const piecesOf = ({ position, quantity }: ShipmentLine): ShipmentLine => ({ position, quantity })

/**
 * Credits what an order on account is not to pay, in the transaction that has reserved it as a refund: a credit note lowers what is open,
 * no money moves. An order that is shipped in part has its invoice from then on. Nothing open any more, after money was received, it is paid.
 */
export async function creditOwed(
  trx: Db,
  shop: Shop,
  issuer: Issuer,
  { order, refund }: { readonly order: LockedOrder; readonly refund: RefundRow },
): Promise<void> {
  const { settings, at } = issuer
  const { timeZone } = settings.delivery
  const fromCents = order.refunded_cents
  const toCents = fromCents + refund.amount_cents
  const refundId = creditId(refund.id)
  const change: RefundChange = {
    ...{ id: refund.id, refundId, state: 'succeeded', failure: null, refund, isMade: true },
  }
  const before = await findInvoicedOrder(trx, order.id)
  await recordRefund(trx, order, change, at)
  const [recorded] = await recordMoneyBack(trx, order, {
    money: { refundedCents: toCents, refundingCents: order.refunding_cents, disputes: [] },
    steps: [
      {
        ...{ actor: refund.actor_id, toCents, hasFailed: false },
        back: backOf(change, toCents >= order.total_cents),
      },
    ],
    ...{ isShippedAgain: false, at, timeZone },
  })
  const step = { actor: refund.actor_id, fromCents, toCents, change }
  await recordStep(trx, order.id, step, at, recorded)
  await settleCredited(trx, order.id, { actor: refund.actor_id, at, timeZone })
  await invoiceOwed(trx, shop, issuer, order.id, before)
  const isAmount = refund.lines === null && refund.delivery_cents === null
  await issueDueDocuments(trx, shop, {
    orderId: order.id,
    due: {
      cameBack: [],
      paid: [
        {
          ...{ refundId, amountCents: refund.amount_cents, createdAt: at, state: 'succeeded' },
          ...(!isAmount && { parts: readRefundedParts(refund) }),
        },
      ],
    },
    ...{ seller: settings.seller, at, timeZone },
  })
}

async function settleCredited(
  trx: Db,
  orderId: string,
  credited: { readonly actor: string; readonly at: number; readonly timeZone: string },
): Promise<void> {
  const order = await lockOrder(trx, orderId)
  const last = order && order.received_cents > 0 ? await findLastReceipt(trx, orderId) : undefined
  if (order && last)
    await settleIfReceived(trx, order, { ...credited, receiptId: last.id, reference: last.reference })
}
