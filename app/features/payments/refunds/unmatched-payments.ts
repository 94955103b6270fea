import type { Selectable, Updateable } from 'kysely'
import { recordUnmatchedRefund } from '#features/orders/orders.ts'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST } from '#kit/db/row-counts.ts'
import type { Schema } from '#kit/db/schema.ts'
import { forEachRow } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS, retryWaitMs } from '#kit/time.ts'
import {
  createRefund,
  type Gateway,
  isProviderRefusal,
  PROVIDER_CALLS_AT_ONCE,
  readRefund,
} from '../provider/gateway.ts'
import { hasFailed, type Refund, worstOf } from '../provider/refund-status.ts'
import { paymentSignal } from '../signals.ts'

const BATCH = 50
const LONGEST_WAIT_MS = HOUR_MS
/** A bank that returned a refund rarely accepts it within the hour. */
const LONGEST_WAIT_AFTER_FAILURE_MS = DAY_MS
/** After this number of failed attempts the failure is reported. */
const MANY_ATTEMPTS = 3

type RefundRow = Selectable<Schema['unmatched_refunds']>

/**
 * Refunds unmatched payments, and updates pending refunds. The provider's refunds are read first, so that a manual refund
 * counts. A repeat under the same idempotency key is harmless; a refund that failed is made again under a new key, after
 * growing waits.
 */
export async function refundUnmatchedPayments(shop: Shop, gateway: Gateway): Promise<void> {
  const due = await shop.db
    .selectFrom('unmatched_refunds')
    .selectAll()
    .where('next_attempt_at', '<=', shop.now())
    .orderBy('next_attempt_at')
    .limit(BATCH)
    .execute()
  await forEachRow(
    due,
    {
      log: shop.log,
      name: 'refund unmatched payments',
      atOnce: PROVIDER_CALLS_AT_ONCE,
      idsOf: ({ intent_id, order_id }) => ({ intentId: intent_id, orderId: order_id ?? undefined }),
    },
    async (row) => {
      const claimed = await claim(shop, row)
      if (claimed) await refundRow(shop, gateway, claimed)
    },
  )
}

/** Records the status of the refund of an unmatched payment, after an event of the provider. */
export async function updateUnmatchedRefund(shop: Shop, gateway: Gateway, intentId: string): Promise<void> {
  const row = await shop.db
    .selectFrom('unmatched_refunds')
    .selectAll()
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  const refund = row && (await readRefund(gateway, intentId, row.amount_cents))
  if (refund) await recordRefund(shop, row, refund)
}

/**
 * The refunds of unmatched payments that have failed, or could not be made after several attempts: the id of the order of
 * each, null for one without an order; at most one more than are counted.
 */
export async function findFailingUnmatchedRefunds(db: Db): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('unmatched_refunds')
    .select('order_id')
    .where((where) =>
      where.or([
        where('status', 'in', ['failed', 'canceled']),
        where.and([
          where('status', 'is', null),
          where('attempts', '>=', MANY_ATTEMPTS),
          where('next_attempt_at', 'is not', null),
        ]),
      ]),
    )
    .limit(COUNTED_AT_MOST + 1)
    .execute()
  return rows.map(({ order_id }) => order_id)
}

/** Reserves the row for this process and counts the attempt; the row is due again if the attempt fails. */
function claim(shop: Shop, { intent_id, attempts }: RefundRow): Promise<RefundRow | undefined> {
  const next_attempt_at = shop.now() + waitAfter(attempts + 1, LONGEST_WAIT_MS)
  return compareAndSet(
    shop.db,
    'unmatched_refunds',
    { intent_id, attempts },
    { attempts: attempts + 1, next_attempt_at },
  )
}

const waitAfter = (attempts: number, longestMs: number): number =>
  retryWaitMs(attempts, { firstMs: 5000, longestMs })

async function refundRow(shop: Shop, gateway: Gateway, row: RefundRow): Promise<void> {
  const { intent_id, amount_cents, refused } = row
  const earlier = await readRefund(gateway, intent_id, amount_cents)
  if (earlier && (!hasFailed(earlier) || isNew(row, earlier))) return recordRefund(shop, row, earlier)
  try {
    const key = refused === 0 ? `refund-${intent_id}` : `refund-${intent_id}-${refused}`
    await recordRefund(shop, row, await createRefund(gateway, intent_id, amount_cents, key))
  } catch (error) {
    if (isProviderRefusal(error)) await countRefusal(shop, row)
    throw error
  }
}

/**
 * The provider may return the same refusal to this key for a day, so the next attempt has another. Several refusals in a
 * row count as a failed refund.
 */
async function countRefusal(shop: Shop, row: RefundRow): Promise<void> {
  const refused = row.refused + 1
  const status = refused < MANY_ATTEMPTS ? row.status : 'failed'
  const isRecorded = await updateRow(shop, row, { refused, status })
  if (isRecorded && status === 'failed' && row.status !== 'failed')
    report(shop, row, { id: row.refund_id, status })
}

const isNew = (row: RefundRow, { id, status }: Refund): boolean =>
  row.refund_id !== id || row.status !== status

/** Records the refund's status and reports it, once among all processes. */
async function recordRefund(shop: Shop, row: RefundRow, refund: Refund): Promise<void> {
  if (!isNew(row, refund)) return
  const isRecorded = await updateRow(shop, row, {
    refund_id: refund.id,
    status: refund.status,
    next_attempt_at: nextAttempt(shop.now(), row, refund),
    ...(hasFailed(refund) && { refused: row.refused + 1 }),
  })
  if (isRecorded) report(shop, row, refund)
}

/** Updates the row and its order; true if no other process has updated the row since it was read. */
function updateRow(
  { db }: Shop,
  row: RefundRow,
  values: Updateable<Schema['unmatched_refunds']>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { intent_id, refused, status } = row
    const updated = await compareAndSet(trx, 'unmatched_refunds', { intent_id, refused, status }, values)
    if (updated) await updateOrder(trx, row)
    return updated !== undefined
  })
}

/** Records the worst status of its refunds on the order. */
async function updateOrder(trx: Db, { order_id }: RefundRow): Promise<void> {
  if (order_id === null) return
  const refunds = await trx
    .selectFrom('unmatched_refunds')
    .select('status')
    .where('order_id', '=', order_id)
    .execute()
  await recordUnmatchedRefund(trx, order_id, worstOf(refunds.map(({ status }) => status)))
}

function nextAttempt(now: number, { attempts }: RefundRow, refund: Refund): number | null {
  if (refund.status === 'succeeded') return null
  return now + waitAfter(attempts, hasFailed(refund) ? LONGEST_WAIT_AFTER_FAILURE_MS : LONGEST_WAIT_MS)
}

function report(shop: Shop, row: RefundRow, refund: Pick<Refund, 'status'> & { id: string | null }): void {
  const ids = { orderId: row.order_id ?? undefined, intentId: row.intent_id }
  const detail = refund.id ?? undefined
  if (refund.status === 'succeeded') paymentSignal.send({ ...ids, outcome: 'unmatched refunded', detail })
  if (!hasFailed(refund)) return
  paymentSignal.send({ ...ids, outcome: 'refund failed', detail })
  const line = { ...ids, refundId: detail, status: refund.status, amountCents: row.amount_cents }
  shop.log.error(line, 'an unmatched payment could not be refunded and will be tried again')
}
