import { changePrices } from '#features/catalog/catalog.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import { forEachRow, type Job, MORE } from '#kit/jobs.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { plannedText } from '../plans/plan-prices.ts'
import '../tables.ts'

const NAME = 'apply planned prices'

/** So many are read at once. */
const BATCH = 100

/**
 * Applies planned prices when their day begins in the time zone of the shop, or as soon as a process runs after that: each once,
 * since its row is deleted in the transaction of the change.
 */
export const plannedPricesJob = (shop: Shop): Job => ({
  name: NAME,
  everyMs: 10_000,
  run: (stopping) => applyDue(shop, stopping),
})

async function applyDue(shop: Shop, stopping?: AbortSignal): Promise<unknown> {
  const today = dayAt(shop.now(), await shopTimeZone(shop))
  const due = await shop.db
    .selectFrom('planned_prices')
    .select(['id', 'product_id'])
    .where('held', 'is', null)
    .where('day', '<=', today)
    .orderBy('day')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  let isLocked = false
  await forEachRow(
    due,
    // One after the other: of two plans of a part the earlier is the first.
    { log: shop.log, name: NAME, atOnce: 1, idsOf: ({ product_id }) => ({ productId: product_id }) },
    async ({ id }) => {
      // An import that changes the products ends soon.
      if (!isLocked && !stopping?.aborted) isLocked = !(await applyOne(shop, id))
    },
  )
  return due.length === BATCH && !isLocked && !stopping?.aborted ? MORE : undefined
}

/** Applies one, or says in its row why not; false while the catalogue is locked. */
async function applyOne(shop: Shop, id: string): Promise<boolean> {
  try {
    await shop.db.transaction().execute(async (trx) => {
      const plan = await trx
        .selectFrom('planned_prices')
        .selectAll()
        .where('id', '=', id)
        .where('held', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      // Another process was first, or somebody deleted it.
      if (!plan) return
      const held = await changePrices(trx, shop, {
        id: plan.product_id,
        by: { id: plan.planned_by, email: plan.planned_by_email },
        before: plan.before_prices,
        prices: plan.prices,
        reason: plannedText(plan),
      })
      if (held) await trx.updateTable('planned_prices').set({ held }).where('id', '=', id).execute()
      else await trx.deleteFrom('planned_prices').where('id', '=', id).execute()
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === productRefusals.catalogLocked.code) return false
    throw error
  }
}
