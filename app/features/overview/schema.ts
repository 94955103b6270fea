import { z } from 'zod'
import { MOVING_RANGES } from '#kit/input/day-range.ts'
import { LATELY_DAYS } from './limits.ts'

/** The fewest and the most days of an overview. */
const FEWEST_DAYS = 7
const MOST_DAYS = 365

const count = z.number().int()
const money = z.number().meta({ description: 'In the currency of the shop.' })
const part = { productId: z.string(), sku: z.string(), name: z.string() }

const ordersSchema = z.array(z.object({ _id: z.string(), number: z.string() }))

const daysSchema = z.array(z.object({ day: z.string(), orders: count, revenue: money }))

export const overviewSchema = z
  .object({
    days: daysSchema.meta({
      description:
        'Each day in the time zone of the shop, the oldest first; of the last days and of this month today is the last.',
    }),
    revenue: money.meta({
      description: 'What was paid in these days, with delivery and tax, less what went back in them.',
    }),
    paid: money.meta({ description: 'What was paid, with delivery and tax: the sum of the invoices.' }),
    paidBack: money.meta({
      description: 'What went back: refunds, the sum of the credit notes, and lost disputes.',
    }),
    goods: money.meta({
      description:
        'The parts of these orders at the prices of their lines, less what went back of them: without delivery and without tax that is added.',
    }),
    orders: count,
    previous: z
      .object({ orders: count, revenue: money, paid: money, paidBack: money })
      .meta({ description: 'The same number of days before, or of a month or a quarter the one before.' }),
    previousDays: daysSchema.meta({ description: 'Each of these days, the oldest first.' }),
    top: z
      .array(
        z.object({
          ...part,
          quantity: count,
          revenue: money,
          previous: z.object({ quantity: count, revenue: money }),
        }),
      )
      .meta({
        description:
          'The parts of the most revenue, ten at most: at the prices of their lines, less what went back of these lines.',
      }),
    low: z
      .array(
        z.object({
          ...part,
          quantity: count.meta({ description: 'The pieces in stock.' }),
          perDay: z.number(),
          daysLeft: z.number(),
          previousPerDay: z.number(),
        }),
      )
      .meta({
        description: `The parts for sale whose stock ends first at the rate of the last ${LATELY_DAYS} days, 50 at most.`,
      }),
    open: z.object({
      unpaid: count,
      lapsing: count.meta({ description: 'Of the unpaid ones those whose hold ends within 24 hours.' }),
      toShip: count.meta({ description: 'The paid ones that are not shipped and can be.' }),
      toShipToday: count.meta({ description: 'Of these those that were promised to ship today.' }),
      late: count.meta({ description: 'And those that were promised to ship before.' }),
      toAnswer: count.meta({
        description: 'The orders about which a message of the customer waits for an answer.',
      }),
      returns: count.meta({
        description: 'The returns that wait for an answer, or came back and are not settled.',
      }),
      offers: count.meta({
        description: 'The offers that are asked for, or about which a message waits for an answer.',
      }),
      newReviews: count.meta({ description: 'Shown reviews that nobody of the staff has read.' }),
      plansToDecide: count.meta({
        description:
          'Planned prices that were not applied, or will not be because somebody changed the prices: of `GET /planned-prices` those with `because`.',
      }),
      lowStock: count.meta({
        description: 'The parts for sale at or below their reorder point: those of `GET /low-stock`.',
      }),
      atLeast: z
        .array(
          z.enum([
            'unpaid',
            'lapsing',
            'toShip',
            'toShipToday',
            'late',
            'toAnswer',
            'returns',
            'offers',
            'newReviews',
            'plansToDecide',
            'lowStock',
            'disputes',
            'held',
            'refundsFailing',
          ]),
        )
        .meta({ description: 'What was counted to 1,000 only.' }),
      disputes: z.object({ count, orders: ordersSchema, dueAt: z.string().optional() }).meta({
        description:
          'With the newest of the orders, five at most, as in the fields below: for callers of the API, since the page Overview leads to the list. `dueAt` is when the first is to be answered.',
      }),
      held: z.object({ count, orders: ordersSchema }).meta({
        description: 'The parts of whose stock one account holds more than half by these unpaid orders.',
      }),
      mailsFailing: z.object({ count, orders: ordersSchema }),
      refundsFailing: z.object({ count, orders: ordersSchema }),
    }),
  })
  .meta({ id: 'Overview' })

export type Overview = z.infer<typeof overviewSchema>

const ordersOfDays = z.array(z.object({ day: z.string(), orders: count }))

/** The same for staff without the right `money`: what was paid is absent. */
export const overviewWithoutMoneySchema = overviewSchema
  .omit({ revenue: true, paid: true, paidBack: true, goods: true })
  .extend({
    days: ordersOfDays,
    previous: z.object({ orders: count }),
    previousDays: ordersOfDays,
    top: z.array(z.object({ ...part, quantity: count, previous: z.object({ quantity: count }) })),
  })
  .meta({ id: 'OverviewWithoutMoney' })

export type OverviewWithoutMoney = z.infer<typeof overviewWithoutMoneySchema>

/** How a part sells. */
export const paceFields = {
  perDay: z.number(),
  daysLeft: z.number().optional().meta({ description: 'Absent when none was sold.' }),
}

export const lowStockSchema = z.array(
  z
    .object({
      ...part,
      quantity: count.meta({ description: 'The pieces in stock.' }),
      reorderPoint: count,
      ...paceFields,
    })
    .meta({ id: 'LowStock' }),
)

/** A part at or below its reorder point. */
export type LowStock = z.infer<typeof lowStockSchema>[number]

export const reorderSuggestionSchema = z
  .object({
    days: count.meta({ description: '90, or the age of a newer part, at least 7.' }),
    pieces: count.meta({ description: 'What was sold of it in these days.' }),
    perWeek: z.number(),
    leadDays: count.optional().meta({ description: 'Its lead time in working days.' }),
    coveredDays: count.meta({ description: 'The lead time, or 14 days without one, and 7 days more.' }),
    suggested: count.optional().meta({ description: 'Absent when none was sold.' }),
  })
  .meta({ id: 'ReorderSuggestion' })

export type ReorderSuggestion = z.infer<typeof reorderSuggestionSchema>

const daysQuery = {
  days: z
    .string()
    // Not by coercion, which reads `0x10`, `1e1` and spaces too.
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().int().min(FEWEST_DAYS).max(MOST_DAYS))
    .default(30)
    .meta({ description: 'How many days, today included, from 7 to 365.' }),
}

export const overviewQuerySchema = z.object({
  ...daysQuery,
  month: z
    .string()
    .regex(/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/, 'A month is written as 2026-11.')
    .optional()
    .meta({ description: 'Instead of `days` a month, such as 2026-11.' }),
  range: z
    .enum(MOVING_RANGES.map(({ value }) => value))
    .optional()
    .meta({ description: 'Instead of `days` and `month` a range that moves with the day.' }),
})

export type OverviewQuery = z.infer<typeof overviewQuerySchema>

export const lowStockQuerySchema = z.object({
  ...daysQuery,
  limit: z.string().optional(),
  after: z.string().optional(),
})
