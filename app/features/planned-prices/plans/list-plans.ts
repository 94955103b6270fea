import { type RawBuilder, sql } from 'kysely'
import { findAccount } from '#features/accounts/accounts.ts'
import { holdsRight } from '#features/accounts/rights.ts'
import { priceObstacle } from '#features/catalog/catalog.ts'
import { fieldKinds } from '#features/catalog/fields.ts'
import type { HeldBack } from '#features/catalog/states.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import { toIso } from '#kit/time.ts'
import type { PlannedPrices, PlansQuery } from '../schema.ts'
import '../tables.ts'

/** What a part has just before the day of a plan: by the last plan before it, else what it has now, as one that is held meets it. */
const PRESENT = sql<string>`case when plan.held is not null then products.prices else coalesce(
  (select earlier.prices from planned_prices as earlier where earlier.product_id = plan.product_id
    and earlier.day < plan.day and earlier.held is null order by earlier.day desc limit 1), products.prices) end`

export interface PlanRow {
  readonly id: string
  readonly product_id: string
  readonly day: string
  readonly before_prices: string
  readonly prices: string
  readonly planned_by: string
  readonly planned_by_email: string
  readonly planned_at: number
  readonly held: HeldBack | null
  readonly sku: string
  readonly name: string
  readonly minimum: number
  readonly step: number
  readonly archived_at: number | null
  readonly is_unpublished: number
  /** See {@link PRESENT}. */
  readonly present: string
}

/** The plans that match, each with its part. */
export async function findPlans(db: Db, where: RawBuilder<unknown>, limit: number): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select plan.id, plan.product_id, plan.day, plan.before_prices, plan.prices, plan.planned_by, plan.planned_by_email,
      plan.planned_at, plan.held, products.sku, products.name, products.minimum, products.step, products.archived_at,
      products.is_unpublished, ${PRESENT} as present
    from planned_prices as plan join products on products.id = plan.product_id
    where ${where} order by plan.day, plan.id limit ${limit}`.execute(db)
  return rows
}

/** The plans, the next day first. For the staff. */
export async function listPlans(db: Db, { product, ...query }: PlansQuery): Promise<Paged<PlannedPrices>> {
  const page = readPage(query, ['string', 'string'])
  const ofProduct = product === undefined ? sql`true` : sql`plan.product_id = ${product}`
  const isAfter = page.after ? sql`(plan.day, plan.id) > (${sql.join([...page.after])})` : sql`true`
  const rows = await findPlans(db, sql`${ofProduct} and ${isAfter}`, page.limit + 1)
  const count = await countUpToLimit(db, sql`select 1 from planned_prices as plan where ${ofProduct}`)
  const paged = toPaged(rows, page, count, ({ day, id }) => [day, id])
  const former = await findFormerPlanners(
    db,
    paged.rows.map((row) => row.planned_by),
  )
  return {
    ...paged,
    rows: paged.rows.map((row) => ({
      ...toPlan(row),
      ...(former.has(row.planned_by) && { byHasNoRight: true as const }),
    })),
  }
}

/** Those of these accounts that may not change products any more, or are deleted. A few of the staff have planned all of a page. */
async function findFormerPlanners(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const former = new Set<string>()
  for (const id of new Set(ids)) {
    const account = await findAccount(db, id)
    if (!account || account.deleted || !holdsRight(account, 'products')) former.add(id)
  }
  return former
}

const { fromColumn } = fieldKinds.priceBreaks

function toPlan(row: PlanRow): PlannedPrices {
  const change = { before: row.before_prices, prices: row.prices }
  const because = row.held ?? priceObstacle(row, change, row.present)
  return {
    _id: row.id,
    productId: row.product_id,
    sku: row.sku,
    name: row.name,
    day: row.day,
    before: fromColumn(row.before_prices),
    prices: fromColumn(row.prices),
    present: fromColumn(row.present),
    by: row.planned_by_email,
    at: toIso(row.planned_at),
    ...(row.held !== null && { isHeld: true }),
    ...(because && { because }),
  }
}

/**
 * How many plans wait for a decision: they were not applied, or will not be because somebody changed the prices. One of a part that
 * was archived says so in the list until its day comes: the part may be for sale again by then.
 */
export const countPlansToDecide = (db: Db): Promise<RowCount> =>
  countUpToLimit(
    db,
    sql`select 1 from planned_prices as plan join products on products.id = plan.product_id
      where plan.held is not null or ((products.archived_at is null or products.is_unpublished = 1)
        and plan.before_prices <> ${PRESENT} and plan.prices <> ${PRESENT})`,
  )
