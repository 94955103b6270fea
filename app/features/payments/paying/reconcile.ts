import { sql } from 'kysely'
import { PROVIDER_ACTOR } from '#features/orders/orders.ts'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import { forEachRow } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { type Gateway, PROVIDER_CALLS_AT_ONCE, retrieveIntent } from '../provider/gateway.ts'
import { settleRetrieved } from './settle.ts'
import { stopAfterDeclines } from './stop-declines.ts'

/** By then a browser or a webhook has usually reported the payment. */
export const FIRST_CHECK_AFTER_MS = MINUTE_MS
const LONGEST_WAIT_MS = HOUR_MS

/** How many of the newest intents, and how many of those that wait longest, one run checks. */
const HALF_BATCH = 100

/**
 * Settles open intents that neither a browser nor a webhook reported, and counts their declined cards: first checked a minute
 * after their customer came to pay, then less and less often. The newest are checked first, however many abandoned ones wait;
 * then those that wait longest.
 */
export async function reconcile(shop: Shop, gateway: Gateway): Promise<void> {
  const due = await findDuePayments(shop)
  await forEachRow(
    due,
    {
      log: shop.log,
      name: 'reconcile payments',
      atOnce: PROVIDER_CALLS_AT_ONCE,
      idsOf: ({ intent_id, order_id }) => ({ intentId: intent_id, orderId: order_id }),
    },
    async (payment) => {
      if (!(await claimCheck(shop, payment))) return
      const intent = await retrieveIntent(gateway, payment.intent_id)
      const settlement = intent && (await settleRetrieved(shop, intent, PROVIDER_ACTOR))
      if (intent?.latest_charge && settlement === 'not_paid')
        await stopAfterDeclines(shop, gateway, intent.id)
    },
  )
}

/** Records that its payer, from that address, is about to pay this intent: it is checked like a new one. */
export async function recordCheck(shop: Shop, intentId: string, asked_from: string): Promise<void> {
  const now = shop.now()
  await shop.db
    .updateTable('payments')
    .set({ asked_from, asked_at: now, next_check_at: now + FIRST_CHECK_AFTER_MS })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'open')
    .where('asked_at', '<=', now)
    .execute()
}

type DuePayment = Awaited<ReturnType<typeof findDuePayments>>[number]

async function findDuePayments(shop: Shop) {
  const due = shop.db
    .selectFrom('payments')
    .select(['intent_id', 'order_id', 'asked_at', 'next_check_at'])
    // A literal in the query's text, since the partial index contains only open payments.
    .where('state', '=', sql.lit('open' as const))
    .where('next_check_at', '<=', shop.now())
    .limit(HALF_BATCH)
  const newest = await due.orderBy('asked_at', 'desc').execute()
  if (newest.length < HALF_BATCH) return newest
  const ids = newest.map(({ intent_id }) => intent_id)
  return [...newest, ...(await due.where('intent_id', 'not in', ids).orderBy('next_check_at').execute())]
}

/** Postpones the next check by half of the intent's age; true if no other process did so first. */
async function claimCheck(shop: Shop, { intent_id, asked_at, next_check_at }: DuePayment): Promise<boolean> {
  const now = shop.now()
  const wait = Math.min(Math.max((now - asked_at) / 2, FIRST_CHECK_AFTER_MS), LONGEST_WAIT_MS)
  const claimed = await compareAndSet(
    shop.db,
    'payments',
    { intent_id, next_check_at, state: 'open' },
    { next_check_at: Math.round(now + wait) },
  )
  return claimed !== undefined
}
