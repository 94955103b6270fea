import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findIssuer, invoiceOwed } from '#features/invoices/invoices.ts'
import {
  absentOrder,
  findOrderDetails,
  isReceiptId,
  type LockedOrder,
  lockOrder,
  type OrderDetails,
  orderNotFound,
  receiveMoney,
  takeBackMoney,
  transition,
} from '#features/orders/orders.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { centsToDollars, totalToCents } from '#kit/money.ts'
import { keyReused, type RequestKey, refuseReusedKey, requestKey } from '#kit/request-key.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { endIntent } from '../paying/end-intent.ts'
import { beingPaid } from '../paying/open-intent.ts'
import { openIntentOf } from '../paying/settle.ts'
import type { Gateway } from '../provider/gateway.ts'
import type { RecordReceipt } from '../schema.ts'
import { findReceipt } from './receipt-rows.ts'
import '../tables.ts'

/** How often a receipt is tried again because somebody began to pay by card meanwhile. */
const MAXIMUM_TRIES = 5

/** What is recorded by whom. */
interface Recording {
  readonly orderId: string
  readonly key: string
  readonly receipt: RecordReceipt
}

/**
 * Records money that was received for an order on account, all or a part; once all is there the order is paid by that reference. A card
 * payment of it that is open is ended first, so that nothing is paid twice. The same request with the same key records it once. Refused,
 * with nothing changed: another request with that key (422 `key_reused`), one that was taken back (409), an order that is cancelled or
 * unknown (404), one that is not on account, not approved or being paid by card (409), and more than is open (409 `too_much`).
 */
export async function recordReceipt(
  shop: Shop,
  gateway: Gateway,
  staff: SignedInUser,
  recording: Recording,
): Promise<OrderDetails> {
  const { orderId } = recording
  for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
    const written = await tryToRecord(shop, staff, recording)
    if (written === 'written') return findOrderDetails(shop.db, staff, orderId)
    const ended = await endIntent(shop, gateway, { orderId, intentId: written.openIntent })
    if (ended === 'being paid') break
  }
  throw beingPaid()
}

async function tryToRecord(
  shop: Shop,
  staff: SignedInUser,
  { orderId, key, receipt }: Recording,
): Promise<'written' | { readonly openIntent: string }> {
  const amountCents = amountOf(receipt)
  const receivedAt = readMoment(receipt.at, shop.now())
  const { reference } = receipt
  const keyed: RequestKey = requestKey(key, [orderId, amountCents, receivedAt, reference])
  const issuer = await findIssuer(shop)
  return shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (await isRecorded(trx, staff, keyed)) return 'written'
    if (!order) throw await absentOrder(trx, orderId, 'receive')
    const at = shop.now()
    transition(order, 'receive', { by: 'staff', at })
    const openIntent = await openIntentOf(trx, orderId)
    if (openIntent !== undefined) return { openIntent }
    const id = newId(at)
    const { timeZone } = issuer.settings.delivery
    const received = { receiptId: id, amountCents, reference, actor: staff.id, at, timeZone }
    const paid = await receiveMoney(trx, order, received)
    const inserted = await trx
      .insertInto('order_receipts')
      .values({
        ...{ id, order_id: orderId, amount_cents: amountCents, received_at: receivedAt, reference },
        ...{ actor_id: staff.id, actor_email: staff.email, created_at: at, taken_back_at: null, ...keyed },
      })
      .onConflict((conflict) => conflict.columns(['actor_id', 'idempotency_key']).doNothing())
      .executeTakeFirst()
    // The same key for another order, at the same moment.
    if (inserted.numInsertedOrUpdatedRows !== 1n) throw keyReused('another receipt')
    await audit(trx, { staff, at, order, received: amountCents, reference })
    // One that is paid before it is shipped has its invoice from then on, as any other paid order.
    if (paid) await invoiceOwed(trx, shop, { ...issuer, at }, orderId)
    return 'written'
  })
}

/** Whether the request was recorded before. Refused (409) when that was taken back, so that a late repeat does not record it again. */
async function isRecorded(trx: Db, { id }: Pick<SignedInUser, 'id'>, keyed: RequestKey): Promise<boolean> {
  const earlier = await trx
    .selectFrom('order_receipts')
    .select(['idempotency_hash', 'taken_back_at'])
    .where('actor_id', '=', id)
    .where('idempotency_key', '=', keyed.idempotency_key)
    .executeTakeFirst()
  if (!earlier) return false
  refuseReusedKey(keyed, earlier, 'another receipt')
  if (earlier.taken_back_at !== null)
    throw new AppError('conflict', 'The receipt of this Idempotency-Key was taken back.')
  return true
}

function amountOf({ amount }: RecordReceipt): number {
  const cents = totalToCents(amount)
  if (cents === undefined || cents < 1)
    throw invalidField('amount', 'The amount is above 0 and has whole cents.')
  return cents
}

/** A day stays one, a moment is written in UTC. Refused (422): none of these, and what is later than tomorrow. */
function readMoment(text: string, now: number): string {
  const at = Date.parse(text)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  if (!Number.isFinite(at) || at < 0 || (isDay && !new Date(at).toISOString().startsWith(text)))
    throw invalidField('at', 'When the money came is a day, such as 2026-12-29, or a time.')
  if (at > now + DAY_MS) throw invalidField('at', 'When the money came cannot be in the future.')
  return isDay ? text : toIso(at)
}

/**
 * Takes back a receipt that was recorded by mistake: its money is open again, also when it had paid the order. Refused, with nothing
 * changed: an order that is cancelled or unknown, and a receipt that it has not, or no more (404); one that was paid in part by card, or
 * of whose money something went back since it was paid (409).
 */
export async function takeReceiptBack(
  shop: Shop,
  staff: SignedInUser,
  orderId: string,
  receiptId: string,
): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw orderNotFound()
    const at = shop.now()
    transition(order, 'take back', { by: 'staff', at })
    const receipt = await findReceipt(trx, orderId, receiptId)
    if (!receipt) throw new AppError('not_found', 'The order has no such receipt.')
    await refuseMoved(trx, order)
    await trx.updateTable('order_receipts').set({ taken_back_at: at }).where('id', '=', receiptId).execute()
    await takeBackMoney(trx, order, { amountCents: receipt.amount_cents, at })
    await audit(trx, { staff, at, order, received: -receipt.amount_cents, reference: receipt.reference })
  })
}

async function refuseMoved(trx: Db, order: LockedOrder): Promise<void> {
  if (order.paid_at === null) return
  if (order.transaction_id !== null && !isReceiptId(order.transaction_id))
    throw new AppError('conflict', 'A part of this order was paid by card, so what was received stays.')
  const moved = await trx
    .selectFrom('order_refunds')
    .select('id')
    .where('order_id', '=', order.id)
    .where('created_at', '>', order.paid_at)
    .limit(1)
    .executeTakeFirst()
  if (moved)
    throw new AppError(
      'conflict',
      'Money of this order went back since it was paid, so what was received stays.',
    )
}

interface Audited {
  readonly staff: SignedInUser
  readonly at: number
  readonly order: LockedOrder
  /** What came, in cents, or went as a mistake. */
  readonly received: number
  readonly reference: string
}

const audit = (trx: Db, { staff: by, at, order, received, reference }: Audited): Promise<void> =>
  recordAudit(trx, {
    ...{ by, at, kind: received > 0 ? 'order.received' : 'order.receipt_taken_back', subject: order.id },
    changes: [
      {
        field: 'receivedAmount',
        from: centsToDollars(order.received_cents),
        to: centsToDollars(order.received_cents + received),
      },
      { field: 'reference', from: null, to: reference },
    ],
  })
