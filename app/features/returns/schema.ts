import { z } from 'zod'
import { piecesField } from '#features/orders/schema.ts'
import { orderRefundStates } from '#features/orders/states.ts'
import { REFUND_MESSAGE } from '#features/payments/limits.ts'
import { MAXIMUM_ORDER_LINES } from '#features/quote/limits.ts'
import { linesField } from '#kit/input/fields.ts'
import { RETURN_ANSWER, RETURN_INSTRUCTIONS, RETURN_NOTE } from './limits.ts'
import { returnFilters, returnOutcomes, returnReasons, returnStates } from './states.ts'

const piecesSchema = z.object({ position: z.number().int(), quantity: z.number().int() })

export const returnSchema = z
  .object({
    _id: z.string(),
    revision: z.number().int(),
    orderId: z.string(),
    orderNumber: z.string(),
    state: z.enum(returnStates),
    outcome: z.enum(returnOutcomes).optional(),
    at: z.string(),
    reason: z.enum(returnReasons),
    note: z.string().optional(),
    instructions: z.string().optional(),
    answer: z.string().optional(),
    lines: z.array(
      piecesSchema.extend({
        sku: z.string(),
        product: z.string(),
        received: z.number().int(),
        restocked: z.number().int().optional(),
        scrapped: z.number().int().optional(),
      }),
    ),
    refund: z
      .object({ amount: z.number(), state: z.enum(orderRefundStates), failure: z.string().optional() })
      .optional(),
    refundable: z.object({ lines: z.number(), delivery: z.number(), most: z.number() }).optional(),
    customer: z.string().optional(),
  })
  .meta({ id: 'Return' })

/**
 * A return of shipped pieces. `answer` is why it was declined or closed; `received` of a line are the pieces that came back. `refund`
 * is its own, in the currency of the shop, also one that failed, after which it is `received` again. For staff only: `restocked` and
 * `scrapped` of the received pieces; `customer` is the name; `refundable`, once pieces came back, is what these cost and what is left of the
 * delivery, and `most` what of the order's money can be refunded.
 */
export type Return = z.infer<typeof returnSchema>

export const orderReturnsSchema = z
  .object({
    returns: z.array(returnSchema),
    returnable: z.array(piecesSchema),
    until: z.string().optional(),
  })
  .meta({ id: 'OrderReturns' })

/**
 * The returns of an order, oldest first, and the pieces of it that can come back: shipped, and in no other return. `until` is when
 * the customer can ask for one at the latest; after that `returnable` is for staff only.
 */
export type OrderReturns = z.infer<typeof orderReturnsSchema>

const revision = z.int('The revision is that of the return as it was read.').min(1)

const reasonField = z.enum(returnReasons, `reason has to be one of ${returnReasons.join(', ')}.`)

const noteField = linesField(RETURN_NOTE.what, { ...RETURN_NOTE, minimum: 0 }).optional()

export const askReturnSchema = z.object({ lines: piecesField, reason: reasonField, note: noteField })

/** What a customer asks for: pieces of lines, and why. */
export type AskReturn = z.infer<typeof askReturnSchema>

const instructionsField = linesField(RETURN_INSTRUCTIONS.what, RETURN_INSTRUCTIONS)

export const openReturnSchema = askReturnSchema.extend({ instructions: instructionsField })

export const withdrawReturnSchema = z.object({ revision })

export const acceptReturnSchema = z.object({ revision, instructions: instructionsField })

export const answerReturnSchema = z.object({
  revision,
  reason: linesField(RETURN_ANSWER.what, RETURN_ANSWER),
})

const receivedField = z.int('The pieces have to be a whole number.').min(0)

export const receiveReturnSchema = z.object({
  revision,
  lines: z
    .array(
      z.object({
        position: z.int('The position is that of a line of the order, from 0.').min(0),
        restocked: receivedField,
        scrapped: receivedField,
      }),
      'The lines are a list of positions with the pieces that came back.',
    )
    .min(1, 'There is at least one line.')
    .max(MAXIMUM_ORDER_LINES, `There are at most ${MAXIMUM_ORDER_LINES} lines.`)
    .refine(
      (lines) => new Set(lines.map(({ position }) => position)).size === lines.length,
      'Each line is named once.',
    )
    .refine(
      (lines) => lines.some(({ restocked, scrapped }) => restocked + scrapped > 0),
      'Name at least one piece that came back.',
    ),
})

/** The pieces that came back now: how many go to stock, and how many are thrown away. */
export type ReceiveReturn = z.infer<typeof receiveReturnSchema>

export const refundReturnSchema = z.object({
  revision,
  amount: z.number('The amount has to be a number.').min(0.01, 'The amount has to be at least 0.01.'),
  delivery: z.boolean('delivery has to be true or false.').optional(),
  message: linesField(REFUND_MESSAGE.what, REFUND_MESSAGE).optional(),
})

/** What is refunded: `amount` as it was shown, with the delivery if `delivery` is true. */
export type RefundReturn = z.infer<typeof refundReturnSchema>

export const replaceReturnSchema = z.object({ revision })

export const returnsQuerySchema = z.object({
  state: z.enum(returnFilters, `state has to be one of ${returnFilters.join(', ')}.`).optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type ReturnsQuery = z.infer<typeof returnsQuerySchema>
