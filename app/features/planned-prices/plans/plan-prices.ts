import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { changePrices, priceProblems } from '#features/catalog/catalog.ts'
import { fieldKinds } from '#features/catalog/fields.ts'
import type { PriceBreak } from '#features/pricing/price-line.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { isUniqueViolation } from '#kit/db/errors.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { isAmong } from '#kit/input/search.ts'
import { AppError, invalidField, invalidFields } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { FURTHEST_YEARS, MOST_PLANS } from '../limits.ts'
import { plannedPricesRefusals } from '../refusals.ts'
import type { KeptPlan, NewPlans } from '../schema.ts'
import { findPlans, type PlanRow } from './list-plans.ts'
import '../tables.ts'

const { toColumn, fromColumn } = fieldKinds.priceBreaks

/**
 * Plans new prices of products for a day, all or none; returns the ids of the plans. Refuses a day that has begun (422), an unknown or
 * archived product (404), prices that its minimum and step do not allow (422), a second plan for a day, and when it has other
 * prices just before that day than the request says (409).
 */
export async function planPrices(shop: Shop, admin: Actor, { day, plans }: NewPlans): Promise<string[]> {
  await checkDay(shop, day)
  try {
    return await shop.db.transaction().execute(async (trx) => {
      const products = await findPlanned(trx, { day, plans })
      const at = shop.now()
      const rows = plans.map((plan, index) => {
        const product = products.get(plan.productId)
        if (!product) throw new AppError('not_found', 'There is no such product.')
        const before = product.earlier ?? product.prices
        return { ...checkPlan(product, plan, before, index), id: newId(at), day, product_id: plan.productId }
      })
      await refuseTooMany(trx, rows.length)
      const by = { planned_by: admin.id, planned_by_email: admin.email, planned_at: at }
      await trx
        .insertInto('planned_prices')
        .values(rows.map((row) => ({ ...row, ...by })))
        .execute()
      await recordAudit(trx, ...rows.map((row) => plannedEntry(admin, at, row)))
      return rows.map(({ id }) => id)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw planExists('One of these parts', day)
    throw error
  }
}

const planExists = (part: string, day: string): AppError =>
  new AppError(
    plannedPricesRefusals.planExists,
    `${part} has planned prices for ${dayText(day)} already. Delete them first.`,
  )

/** Days on both sides are those of the shop. */
async function checkDay(shop: Shop, day: string): Promise<void> {
  const today = dayAt(shop.now(), await shopTimeZone(shop))
  if (day <= today) throw invalidField('day', `The day has to be after today, ${dayText(today)}.`)
  const last = `${Number(today.slice(0, 4)) + FURTHEST_YEARS}${today.slice(4)}`
  if (day > last) throw invalidField('day', `The day has to be ${dayText(last)} at the latest.`)
}

type Planned = Awaited<ReturnType<typeof findProducts>>[number] & { readonly earlier: string | undefined }

const findProducts = (trx: Db, ids: readonly string[]) =>
  trx
    .selectFrom('products')
    .select(['id', 'name', 'prices', 'minimum', 'step'])
    .where(isAmong(trx, 'id', ids))
    .where(({ eb, or }) => or([eb('archived_at', 'is', null), eb('is_unpublished', '=', 1)]))
    .execute()

/** The products by id, each with the prices of its last plan before that day. */
async function findPlanned(trx: Db, { day, plans }: NewPlans): Promise<ReadonlyMap<string, Planned>> {
  const ids = plans.map(({ productId }) => productId)
  const [products, others] = [await findProducts(trx, ids), await findOthers(trx, ids, day)]
  const nameOf = new Map(products.map(({ id, name }) => [id, name]))
  const taken = others.find((other) => other.day === day)
  if (taken) throw planExists(`“${nameOf.get(taken.product_id)}”`, day)
  // The last of a part stays in the map.
  const earlier = new Map(others.map(({ product_id, prices }) => [product_id, prices]))
  return new Map(products.map((row) => [row.id, { ...row, earlier: earlier.get(row.id) }]))
}

/** The plans of these products until that day, in sequence. */
const findOthers = (trx: Db, ids: readonly string[], day: string) =>
  trx
    .selectFrom('planned_prices')
    .select(['product_id', 'day', 'prices'])
    .where(isAmong(trx, 'product_id', ids))
    .where('day', '<=', day)
    .where(({ eb, or }) => or([eb('held', 'is', null), eb('day', '=', day)]))
    .orderBy('day')
    .execute()

/** The prices of a plan as they are stored. */
function checkPlan(product: Planned, plan: NewPlans['plans'][number], before: string, index: number) {
  if (!isSame(before, plan.before))
    throw new AppError(
      plannedPricesRefusals.pricesChanged,
      product.earlier === undefined
        ? `“${product.name}” has other prices now. Look at them and plan again.`
        : `“${product.name}” has prices planned for an earlier day, and these are planned over others. Plan it on its own page.`,
    )
  const prices = toColumn(plan.prices)
  const problems = priceProblems(product, prices)
  if (problems.length > 0)
    throw invalidFields(
      `plans/${index}`,
      problems.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, detail: message })),
    )
  if (isSame(before, plan.prices))
    throw invalidField(`plans/${index}/prices`, `“${product.name}” has these prices already.`)
  return { before_prices: before, prices }
}

const isSame = (stored: string, prices: readonly PriceBreak[]): boolean =>
  isDeepStrictEqual(fromColumn(stored), fromColumn(toColumn([...prices])))

async function refuseTooMany(trx: Db, added: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from planned_prices`.execute(trx)
  if (Number(rows[0]?.count) + added > MOST_PLANS)
    throw new AppError('conflict', `At most ${MOST_PLANS} prices can be planned. Delete some first.`)
}

type StoredPlan = Pick<PlanRow, 'product_id' | 'day' | 'before_prices' | 'prices'>

/** In the history the field is none of the product: its values are not those of the product before or after. */
const plannedEntry = (by: Actor, at: number, { product_id, day, before_prices, prices }: StoredPlan) =>
  ({
    by,
    at,
    kind: 'product.planned',
    subject: product_id,
    changes: [
      {
        field: 'plannedPrices',
        from: { prices: fromColumn(before_prices) },
        to: { day, prices: fromColumn(prices) },
      },
    ],
  }) as const

/** Deletes plans; returns how many there were. */
export function removePlans(shop: Shop, admin: Actor, ids: readonly string[]): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('planned_prices')
      .where(isAmong(trx, 'id', [...new Set(ids)]))
      .returning(['product_id', 'day', 'prices'])
      .execute()
    const at = shop.now()
    await recordAudit(
      trx,
      ...removed.map(({ product_id, day, prices }) => ({
        by: admin,
        at,
        kind: 'product.plan_removed' as const,
        subject: product_id,
        changes: [{ field: 'plannedPrices', from: { day, prices: fromColumn(prices) }, to: null }],
      })),
    )
    return removed.length
  })
}

/**
 * Lets a plan replace the prices that the part has now, or will have just before its day; returns whether it is applied, since the day
 * has come. Refuses an unknown plan (404), other present prices than the caller saw, an archived part, and prices that the part
 * cannot have (409).
 */
export function keepPlan(shop: Shop, admin: Actor, id: string, { present }: KeptPlan): Promise<boolean> {
  return shop.db.transaction().execute(async (trx) => {
    await trx.selectFrom('planned_prices').select('id').where('id', '=', id).forUpdate().execute()
    const [plan] = await findPlans(trx, sql`plan.id = ${id}`, 1)
    if (!plan) throw new AppError('not_found', 'This plan was applied or deleted meanwhile.')
    if (!isSame(plan.present, present)) throw changedAgain()
    refuseObstacles(plan)
    if (plan.held === null) {
      await rebase(trx, shop, admin, plan)
      return false
    }
    const change = { before: plan.present, prices: plan.prices, reason: plannedText(plan) }
    if (await changePrices(trx, shop, { ...change, id: plan.product_id, by: admin })) throw changedAgain()
    await trx.deleteFrom('planned_prices').where('id', '=', id).execute()
    return true
  })
}

/** What the history says of a change that was planned. */
export const plannedText = ({ day }: Pick<PlanRow, 'day'>): string => `Planned for ${dayText(day)}`

const changedAgain = (): AppError =>
  new AppError(
    plannedPricesRefusals.pricesChanged,
    'The prices of this part were changed again. Look at them and decide again.',
  )

function refuseObstacles(plan: PlanRow): void {
  if (plan.archived_at !== null && plan.is_unpublished === 0)
    throw new AppError('conflict', 'This part is archived. Restore it first, or delete the plan.')
  const [problem] = priceProblems(plan, plan.prices)
  if (problem) throw new AppError('conflict', `${problem.message} Delete the plan and make another one.`)
}

async function rebase(trx: Transaction<Schema>, shop: Shop, admin: Actor, plan: PlanRow): Promise<void> {
  if (plan.present === plan.before_prices) return
  const at = shop.now()
  const kept = { ...plan, before_prices: plan.present }
  await trx
    .updateTable('planned_prices')
    .set({ before_prices: plan.present, planned_by: admin.id, planned_by_email: admin.email, planned_at: at })
    .where('id', '=', plan.id)
    .execute()
  await recordAudit(trx, plannedEntry(admin, at, kept))
}
