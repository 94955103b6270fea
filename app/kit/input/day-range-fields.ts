import { z } from 'zod'
import { dayAt } from '#kit/days/time-zone.ts'
import { type DayRange, daysOfRange, isRange } from './day-range.ts'
import { WITH_OTHER_ERRORS } from './fields.ts'

const nothing = z.literal('').transform(() => undefined)

/** A form sends the days that nobody chose as empty texts. */
const dayField = z
  .union([nothing, z.iso.date('A day is written as 2026-11-23.')])
  .optional()
  .meta({ description: 'A day in the time zone of the shop, included.' })

const WRONG_RANGE =
  'range is a month, such as 2026-11, or this-month, last-month, this-quarter or last-quarter.'

const rangeField = z
  .union([nothing, z.string().max(20, WRONG_RANGE).refine(isRange, WRONG_RANGE)])
  .optional()
  .meta({
    description:
      'Instead of `from` and `to`: a month, such as 2026-11, or `this-month`, `last-month`, `this-quarter` or `last-quarter`.',
  })

/** The days of a list in a query; see {@link DayRange}. */
export const dayRangeFields = { from: dayField, to: dayField, range: rangeField }

/** The rule about both days, for `refine` with {@link NOT_IN_SEQUENCE}. */
export const isInSequence = ({ from, to }: DayRange): boolean =>
  typeof from !== 'string' || typeof to !== 'string' || from <= to

export const NOT_IN_SEQUENCE = {
  path: ['to'],
  error: 'to has to be the same day as from, or a later one.',
  ...WITH_OTHER_ERRORS,
}

/** The days of a query: those of its range, as they are at `now` in the time zone, else its own. */
export const askedDays = (
  { from, to, range }: DayRange & { readonly range?: string | undefined },
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): DayRange => (range === undefined ? { from, to } : daysOfRange(range, dayAt(now, timeZone)))
