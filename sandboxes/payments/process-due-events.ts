import { idsFrom } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, MINUTE_MS } from '#kit/time.ts'
import { finishProcessing } from './confirm.ts'
import { disputeCharge } from './disputes.ts'
import { settleRefund } from './refunds.ts'
import { type Call, lock } from './store.ts'

const BATCH = 50
const RETRY_AFTER_MS = MINUTE_MS
/** As long as Stripe keeps them. */
const EVENTS_KEPT_MS = 30 * DAY_MS

/** The action on a due row of each kind. */
const ACTIONS = {
  payment_intent: async (call: Call, id: string) =>
    finishProcessing(call, await lock(call, 'payment_intent', id)),
  refund: async (call: Call, id: string) => settleRefund(call, await lock(call, 'refund', id)),
  charge: async (call: Call, id: string) => disputeCharge(call, await lock(call, 'charge', id)),
}

const KINDS = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]

/** Runs due actions: ends processing, settles refunds, opens disputes, deletes old idempotency keys and events. */
export async function processDueEvents(shop: Shop): Promise<void> {
  const nowMs = shop.now()
  for (const kind of KINDS) {
    const due = await shop.db
      .selectFrom('sandbox_stripe')
      .select('id')
      .where('kind', '=', kind)
      .where('due_at', '<=', nowMs)
      .orderBy('due_at')
      .limit(BATCH)
      .execute()
    for (const { id } of due) await tryOne(shop, kind, id, nowMs)
  }
  await shop.db
    .deleteFrom('sandbox_stripe')
    .where('kind', '=', 'idempotency')
    .where('due_at', '<=', nowMs)
    .execute()
  await shop.db
    .deleteFrom('sandbox_stripe')
    .where('kind', '=', 'event')
    .where('id', '<', firstEventId(nowMs - EVENTS_KEPT_MS))
    .where('due_at', 'is', null)
    .execute()
}

/** An action that fails is tried again later, after the others. */
async function tryOne(shop: Shop, kind: keyof typeof ACTIONS, id: string, nowMs: number): Promise<void> {
  try {
    await doOne(shop, kind, id, nowMs)
  } catch (error) {
    shop.log.warn({ err: error, kind, id }, 'a due action of the payment sandbox failed')
    await shop.db
      .updateTable('sandbox_stripe')
      .set({ due_at: nowMs + RETRY_AFTER_MS })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('due_at', '<=', nowMs)
      .execute()
  }
}

const firstEventId = (ms: number): string => `evt_${idsFrom(ms)}`

async function doOne(shop: Shop, kind: keyof typeof ACTIONS, id: string, nowMs: number): Promise<void> {
  await shop.db.transaction().execute(async (db) => {
    const call: Call = {
      db,
      nowMs,
      requestId: null,
      idempotencyKey: null,
      publishable: false,
    }
    // Another process may have run it since the query; only one of them clears the time.
    const { numUpdatedRows } = await db
      .updateTable('sandbox_stripe')
      .set({ due_at: null })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('due_at', '<=', nowMs)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n) await ACTIONS[kind](call, id)
  })
}
