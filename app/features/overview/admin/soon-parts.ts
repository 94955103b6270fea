import type { Overview } from '../schema.ts'
import { SOON_DAYS } from './texts.ts'

/** Whether the stock of a part ends so soon that it waits to be ordered. */
export const endsSoon = ({ daysLeft }: Pick<Overview['low'][number], 'daysLeft'>): boolean =>
  daysLeft <= SOON_DAYS

/** As many are shown when no stock ends soon. */
const SHOWN_AT_FIRST = 10

/** The parts that the list shows at first: those whose stock ends soon, as many as the count that leads there. */
export function shownAtFirst(low: Overview['low']): Overview['low'] {
  const soon = low.filter(endsSoon)
  return soon.length > 0 ? soon : low.slice(0, SHOWN_AT_FIRST)
}
