import { z } from 'zod'
import type { DayRange } from './day-range.ts'
import { WITH_OTHER_ERRORS } from './fields.ts'

/** A form sends the days that nobody chose as empty texts. */
const dayField = z
  .union([z.literal('').transform(() => undefined), z.iso.date('A day is written as 2026-11-23.')])
  .optional()
  .meta({ description: 'A day in UTC, included.' })

/** The days of a list in a query; see {@link DayRange}. */
export const dayRangeFields = { from: dayField, to: dayField }

/** The rule about both days, for `refine` with {@link NOT_IN_SEQUENCE}. */
export const isInSequence = ({ from, to }: DayRange): boolean =>
  typeof from !== 'string' || typeof to !== 'string' || from <= to

export const NOT_IN_SEQUENCE = {
  path: ['to'],
  error: 'to has to be the same day as from, or a later one.',
  ...WITH_OTHER_ERRORS,
}
