import { findManagedProduct } from '#features/catalog/catalog.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { dayNumberAt } from '#kit/days/time-zone.ts'
import { timePartOf } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { RESTOCK_DAYS, SOLD_DAYS, SPARE_DAYS } from '../limits.ts'
import type { ReorderSuggestion } from '../schema.ts'
import { listSoldOf } from './sales.ts'

/** A part that is new is judged by a week at least. */
const FEWEST_DAYS = 7

const WORKING_DAYS_A_WEEK = 5

/**
 * The reorder point that what was sold of a part lately suggests: as many pieces as are sold until new ones are there, and for some
 * days more. Changes nothing. Refused: 404. For staff.
 */
export async function suggestReorderPoint(shop: Shop, id: string): Promise<ReorderSuggestion> {
  const { _id, leadDays } = await findManagedProduct(shop.db, id)
  const today = dayNumberAt(shop.now(), await shopTimeZone(shop))
  const ageDays = Math.ceil((shop.now() - createdAt(_id)) / DAY_MS)
  const days = Math.min(Math.max(ageDays, FEWEST_DAYS), SOLD_DAYS)
  const [sold] = await listSoldOf(shop.db, { first: today - days + 1, last: today }, [_id])
  const pieces = Math.max(sold?.quantity ?? 0, 0)
  const coveredDays = SPARE_DAYS + restockDays(leadDays)
  const suggested = roundedUp((pieces * coveredDays) / days)
  return {
    ...{ days, pieces, perWeek: (pieces * 7) / days, coveredDays },
    ...(leadDays !== undefined && { leadDays }),
    ...(pieces > 0 && { suggested }),
  }
}

/** An id begins with the time of its row. */
const createdAt = (id: string): number => Number.parseInt(timePartOf(id), 36)

/** The lead time is in working days. */
const restockDays = (leadDays: number | undefined): number =>
  leadDays === undefined ? RESTOCK_DAYS : Math.ceil((leadDays * 7) / WORKING_DAYS_A_WEEK)

/** To two digits: what is sold is no surer than that. */
function roundedUp(pieces: number): number {
  const unit = 10 ** Math.max(Math.floor(Math.log10(Math.max(pieces, 1))) - 1, 0)
  return Math.ceil(pieces / unit - 1e-9) * unit
}
