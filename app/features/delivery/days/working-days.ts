import { dayAt, momentOf } from '#kit/days/time-zone.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import type { DeliverySettings } from '../schema.ts'
import { isPublicHoliday, type Place } from './holidays.ts'

/** When the seller works: the part of the settings that days depend on. */
type WorkingHours = Pick<DeliverySettings, 'timeZone' | 'cutOff' | 'workingDays'>

/** What decides when an order ships. `leadDays` is the largest of its lines, `now` milliseconds since 1970. */
export interface Dispatch {
  readonly settings: WorkingHours
  readonly seller: Place
  readonly leadDays?: number
  readonly now: number
}

/** The first and the last day of a time, such as "2026-12-08", or how many working days it takes at least and at most. */
export interface Range<Value> {
  readonly from: Value
  readonly to: Value
}

/** Couriers work from Monday to Friday. */
const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5]

/** A seller who works on one day a week and makes ready for a year needs 2,600 days. */
const FURTHEST_DAYS = 10_000

/** From 1, Monday, to 7, Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

const nextDay = (day: string): string => isoDay(Date.parse(day) + DAY_MS)

type IsWorking = (day: string) => boolean

const worksIn =
  (place: Place, weekdays: readonly number[]): IsWorking =>
  (day) =>
    weekdays.includes(weekdayOf(day)) && !isPublicHoliday(place, day)

/** The working day that is `count` after `day`; with 0 `day` itself, or the next one when it is none. */
function workingDayFrom(day: string, count: number, isWorking: IsWorking): string {
  let current = day
  let left = isWorking(day) ? count : Math.max(1, count)
  for (let passed = 0; left > 0; passed += 1) {
    if (passed === FURTHEST_DAYS) throw new Error(`There is no working day within ${FURTHEST_DAYS} days.`)
    current = nextDay(current)
    if (isWorking(current)) left -= 1
  }
  return current
}

/**
 * When an order that is placed now ships, and until when an order ships on that day: `orderBefore` is a moment in
 * milliseconds since 1970, at which itself it is not too late.
 */
export function nextDispatch({ settings, seller, leadDays = 0, now }: Dispatch): {
  ships: string
  orderBefore: number
} {
  const { timeZone, cutOff, workingDays } = settings
  const isWorking = worksIn(seller, workingDays)
  const today = dayAt(now, timeZone)
  const isTooLate = now > momentOf(today, cutOff, timeZone)
  const begins = workingDayFrom(isTooLate ? nextDay(today) : today, 0, isWorking)
  return {
    ships: workingDayFrom(begins, leadDays, isWorking),
    orderBefore: momentOf(begins, cutOff, timeZone),
  }
}

/** The day on which an order that is placed now ships. */
export const dispatchDay = (dispatch: Dispatch): string => nextDispatch(dispatch).ships

/**
 * The days on which something arrives that ships on a day and takes `days`, counted from Monday to Friday without the
 * public holidays of the country delivered to. What takes 0 days arrives on the day it ships, or the next of these days.
 */
export function arrival({
  ships,
  days,
  to,
}: {
  readonly ships: string
  readonly days: Range<number>
  readonly to: Place
}): Range<string> {
  const isWorking = worksIn(to, WEEKDAYS)
  return {
    from: workingDayFrom(ships, days.from, isWorking),
    to: workingDayFrom(ships, days.to, isWorking),
  }
}

/**
 * When something arrives that ships on another day than was promised: it takes as many of these days as were promised. The
 * days of the method may have changed since.
 */
export function arrivalShippedOn(
  day: string,
  promised: { readonly ships: string; readonly arrives: Range<string> },
  to: Place,
): Range<string> {
  const isWorking = worksIn(to, WEEKDAYS)
  const daysUntil = (last: string): number => {
    let [days, current] = [0, promised.ships]
    for (let passed = 0; current < last && passed < FURTHEST_DAYS; passed += 1) {
      current = nextDay(current)
      if (isWorking(current)) days += 1
    }
    return days
  }
  const days = { from: daysUntil(promised.arrives.from), to: daysUntil(promised.arrives.to) }
  return arrival({ ships: day, days, to })
}
