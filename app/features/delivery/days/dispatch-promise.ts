import { dayAt, momentOf } from '#kit/days/time-zone.ts'
import { DAY_MS, HOUR_MS, isoDay, MINUTE_MS } from '#kit/time.ts'
import { shipsText } from '../texts.ts'
import { type Dispatch, nextDispatch } from './working-days.ts'

/** When what is ordered now ships. Moments are milliseconds since 1970. */
export interface DispatchPromise {
  /** "Ships tomorrow" */
  readonly ships: string
  /** Until then an order ships on that day. */
  readonly orderBefore: number
  /** So long it holds for whoever reads it until `until`: a little shorter than what is left. */
  readonly leftMs: number
  /** From then on the promise has to be made anew. */
  readonly until: number
}

/** Nobody orders within less. */
const SHORTEST_MS = MINUTE_MS

/** What is left is said in these steps, so that a page need not be rendered each minute. */
const stepOf = (leftMs: number): number => {
  if (leftMs >= HOUR_MS) return MINUTE_MS * 15
  return leftMs >= 15 * MINUTE_MS ? MINUTE_MS * 5 : MINUTE_MS
}

/**
 * When what is ordered now ships, for a page that is kept for a while: until `until` nothing of it is wrong, then "tomorrow" is
 * another day, or less time is left than it says.
 */
export function promiseDispatch(dispatch: Dispatch): DispatchPromise {
  const { now, settings } = dispatch
  const next = nextDispatch(dispatch)
  const isOver = next.orderBefore - now < SHORTEST_MS
  const { ships, orderBefore } = isOver ? nextDispatch({ ...dispatch, now: next.orderBefore + 1 }) : next
  const left = orderBefore - now
  const leftMs = Math.floor(left / stepOf(left)) * stepOf(left)
  const today = dayAt(now, settings.timeZone)
  const midnight = momentOf(isoDay(Date.parse(today) + DAY_MS), '00:00', settings.timeZone)
  return {
    ships: shipsText(ships, today),
    orderBefore,
    leftMs,
    until: Math.min(orderBefore - leftMs + 1, midnight),
  }
}
