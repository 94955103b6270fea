import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  findOrderDetails,
  findPayableOrder,
  isOwed,
  NAMED_AT_MOST,
  type OrderDetails,
} from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { cutCount } from '#kit/db/row-counts.ts'
import { forEachRow } from '#kit/jobs.ts'
import { centsToDollars, formatTotal, MAXIMUM_TOTAL_CENTS, totalToCents } from '#kit/money.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { endIntent } from '../paying/end-intent.ts'
import { beingPaid } from '../paying/open-intent.ts'
import { openIntentOf } from '../paying/settle.ts'
import {
  type AskedRefund,
  createPartialRefund,
  type Gateway,
  PROVIDER_CALLS_AT_ONCE,
  type RefundRow,
  refusalOfRefund,
} from '../provider/gateway.ts'
import { paymentRefusals } from '../refusals.ts'
import type { RefundOrder } from '../schema.ts'
import { syncFromStripe } from './reconcile-refunds.ts'
import {
  checkRefundSoon,
  claimDueRefunds,
  findFailingOrderRefunds,
  findRefund,
  isBeingAsked,
} from './refund-rows.ts'
import { reportRefund } from './report-refund.ts'
import { endRefusedRefund, type RefundRequest, reserveRefund } from './reserve-refund.ts'
import { findFailingUnmatchedRefunds } from './unmatched-payments.ts'

const BATCH = 50

/** How long a repeated request waits for the first one. */
const REPEAT_WAITS_MS = 10_000
const REPEAT_LOOKS_EVERY_MS = 200

/**
 * Refunds a part of a paid order's money, or all that is left: an amount, or pieces and the delivery. The amount is reserved
 * first, so that the refunds of an order never exceed what came in; the provider is asked outside of any transaction. The same
 * request with the same key returns the same answer and asks nothing. Refused: see `reserveRefund`; by the provider (409
 * `refund_refused`), with the order as before. If the provider does not answer (503 `refund_unconfirmed`) the amount stays
 * reserved and {@link completeRefunds} asks again.
 */
export async function refundOrder(
  shop: Shop,
  gateway: Gateway,
  admin: SignedInUser,
  request: RefundOrder & { readonly orderId: string; readonly key: string },
): Promise<OrderDetails> {
  const { orderId, amount, lines = [], delivery = false, reason, restock = false, key } = request
  const asked = amount === undefined ? { lines, delivery } : { amountCents: readAmount(amount) }
  const message = request.message || null
  await makeRefund(shop, gateway, admin, { orderId, asked, reason, message, restock, key })
  return findOrderDetails(shop.db, admin, orderId)
}

/** The same of what is asked for in cents or parts, for other features: `claim` writes what belongs to the refund with it. */
export async function makeRefund(
  shop: Shop,
  gateway: Gateway,
  admin: SignedInUser,
  request: RefundRequest,
): Promise<void> {
  await endIntentOfOwed(shop, gateway, request.orderId)
  const reserved = await reserveRefund(shop, admin, request)
  if (reserved.isNew) await ask(shop, gateway, reserved)
  const refund = reserved.isNew
    ? await findRefund(shop.db, reserved.refund.id)
    : await waitForOutcome(shop, reserved.refund)
  if (!refund) throw refused('The payment provider refused this refund.')
  if (refund.state === 'asked') throw unconfirmed(refund)
  if (refund.state === 'failed') throw refused(refund.failure ?? 'The refund failed.')
}

/** Ends the card payment of an order on account that is open: what it would pay is about to be less. */
async function endIntentOfOwed(shop: Shop, gateway: Gateway, orderId: string): Promise<void> {
  const order = await findPayableOrder(shop.db, orderId)
  const intentId = order && isOwed(order.stated) ? await openIntentOf(shop.db, orderId) : undefined
  if (intentId === undefined) return
  if ((await endIntent(shop, gateway, { orderId, intentId })) === 'being paid') throw beingPaid()
}

function readAmount(dollars: number): number {
  const cents = totalToCents(dollars)
  if (cents === undefined && dollars <= centsToDollars(MAXIMUM_TOTAL_CENTS))
    throw invalidField('amount', 'The amount has whole cents.')
  // More than any order: the rule that compares it with what is left refuses it.
  return cents ?? MAXIMUM_TOTAL_CENTS + 1
}

/** Asks the provider once. If it does not answer, or its answer cannot be recorded, the refund stays `asked`. */
async function ask(shop: Shop, gateway: Gateway, asked: AskedRefund): Promise<void> {
  const { refund, transactionId: intentId } = asked
  const ids = { orderId: refund.order_id, intentId, refund: refund.id }
  const tried = await tryTo(() => createPartialRefund(gateway, asked))
  const refusal = 'error' in tried ? refusalOfRefund(tried.error) : undefined
  if ('error' in tried) shop.log.warn({ err: tried.error, ...ids, refusal }, 'a refund was not confirmed')
  if ('error' in tried && refusal === undefined) return checkRefundSoon(shop, refund)
  const isRefused = refusal !== undefined && (await endRefusedRefund(shop, refund))
  // After a refusal too: the money may have gone back in the provider's dashboard.
  const updated = await tryTo(() => syncFromStripe(shop, gateway, intentId))
  if ('error' in updated) shop.log.warn({ err: updated.error, ...ids }, 'a refund was not recorded')
  if (isRefused) throw refused(refusal)
}

async function tryTo(work: () => Promise<void>): Promise<{ error: unknown } | object> {
  try {
    await work()
    return {}
  } catch (error) {
    return { error }
  }
}

/** The refund once the request that made it knows its outcome, or as it is after a while. */
async function waitForOutcome(shop: Shop, { id }: RefundRow): Promise<RefundRow | undefined> {
  const endsAt = Date.now() + REPEAT_WAITS_MS
  for (;;) {
    const refund = await findRefund(shop.db, id)
    if (!refund || !isBeingAsked(refund, shop.now()) || Date.now() > endsAt) return refund
    await sleep(REPEAT_LOOKS_EVERY_MS)
  }
}

const refused = (why: string): AppError =>
  new AppError(paymentRefusals.refundRefused, `Nothing was refunded. The payment provider says: ${why}`)

const unconfirmed = ({ amount_cents }: RefundRow): AppError =>
  new AppError(
    paymentRefusals.refundUnconfirmed,
    `The payment provider has not confirmed the refund of ${formatTotal(centsToDollars(amount_cents))}. The shop asks it again by itself, and refunds the amount once at most.`,
    {},
    { 'Retry-After': '10' },
  )

/**
 * Completes refunds whose outcome is not known: the process was killed, the provider did not answer, a webhook was lost. What
 * the provider has is read first; a refund that it has not is asked for again with the same idempotency key.
 */
export async function completeRefunds(shop: Shop, gateway: Gateway): Promise<void> {
  await forEachRow(
    await claimDueRefunds(shop, BATCH),
    {
      log: shop.log,
      name: 'complete refunds',
      atOnce: PROVIDER_CALLS_AT_ONCE,
      idsOf: ({ refund, transactionId }) => ({ orderId: refund.order_id, intentId: transactionId }),
    },
    (asked) => complete(shop, gateway, asked),
  )
}

async function complete(shop: Shop, gateway: Gateway, asked: AskedRefund): Promise<void> {
  const { refund, transactionId: intentId } = asked
  await syncFromStripe(shop, gateway, intentId)
  if ((await findRefund(shop.db, refund.id))?.state !== 'asked') return
  try {
    await createPartialRefund(gateway, asked)
  } catch (error) {
    const failure = refusalOfRefund(error)
    if (failure === undefined) throw error
    if (await endRefusedRefund(shop, refund, { failure })) {
      const ids = { orderId: refund.order_id, intentId }
      reportRefund(shop, ids, { id: refund.id, isMade: false, state: 'failed', failure, refund })
    }
    return
  }
  await syncFromStripe(shop, gateway, intentId)
}

interface FailedRefunds {
  readonly count: number
  /** There may be more. */
  readonly isTotalCut: boolean | undefined
  /** Of some of them. */
  readonly orderIds: readonly string[]
}

/**
 * How many refunds need an admin, up to a limit, and some of their orders: orders with a refund that failed, or whose
 * outcome stays unknown, and unmatched payments that could not be refunded.
 */
export async function findFailedRefunds(db: Db): Promise<FailedRefunds> {
  const [ofOrders, unmatched] = await Promise.all([
    findFailingOrderRefunds(db),
    findFailingUnmatchedRefunds(db),
  ])
  const failed = [...ofOrders, ...unmatched]
  const { total, isTotalCut } = cutCount(failed.length)
  return {
    count: total,
    isTotalCut,
    orderIds: [...new Set(failed.filter((id) => id !== null))].slice(0, NAMED_AT_MOST),
  }
}
