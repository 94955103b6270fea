import { z } from 'zod'
import { orderSchema, piecesField, poNumberField } from '#features/orders/schema.ts'
import { quotedDeliverySchema } from '#features/quote/schema.ts'
import { taxSchema } from '#features/tax/schema.ts'
import { linesField, oneLineField, refuseUnprinted, textField, WITH_OTHER_ERRORS } from '#kit/input/fields.ts'
import { formatTotal } from '#kit/money.ts'
import { RECEIPT_REFERENCE, REFUND_MESSAGE, REFUND_REASON } from './limits.ts'

/** What a payment link shows of lines and sums. */
const linkedSumsSchema = orderSchema.pick({ lines: true, totalPrice: true, payable: true }).extend({
  delivery: quotedDeliverySchema.pick({ name: true, price: true, arrives: true }).optional(),
  tax: taxSchema.pick({ kind: true, percent: true, amount: true, name: true, note: true }).optional(),
})

export type LinkedSums = z.infer<typeof linkedSumsSchema>

export const linkedOrderSchema = orderSchema
  .pick({ number: true, name: true, poNumber: true, paid: true })
  .extend({ ...linkedSumsSchema.shape, holdUntil: z.string() })
  .meta({ id: 'LinkedOrder' })

/**
 * What a payment link shows of its order: `name` is of the customer, of whom nothing else is shown. `payable` in dollars is
 * what is paid. `holdUntil` is when the order lapses unless it is paid.
 */
export type LinkedOrder = z.infer<typeof linkedOrderSchema>

export const poNumberSchema = z.object({ poNumber: poNumberField })

/** The id of an intent, as the provider's script in the browser has it. */
export const transactionIdField = z
  .string('The transaction id is required.')
  .regex(/^[\w-]{1,255}$/, 'That is not a transaction id.')

export const paymentLinkSchema = z
  .object({ url: z.string(), expiresAt: z.string() })
  .meta({ id: 'PaymentLink' })

/** A new payment link. Its address is shown only now: the shop keeps a hash of its token. */
export type PaymentLink = z.infer<typeof paymentLinkSchema>

export const linkStateSchema = z.object({
  createdAt: z.string().optional(),
  expiresAt: z.string().optional(),
})

/** When the payment link of an order was created, and until when it can be used; empty when it has none. */
export type LinkState = z.infer<typeof linkStateSchema>

export const unmatchedPaymentsSchema = z.array(
  z
    .object({
      _id: z.string(),
      orderId: z.string(),
      amount: z.number(),
      at: z.string(),
      isLost: z.boolean(),
      state: z.enum(['waiting', 'kept', 'refunding', 'refunded', 'failed']),
    })
    .meta({ id: 'UnmatchedPayment' }),
)

/**
 * A payment of `amount` dollars that matches no payable order; `_id` is that of its intent. `isLost`: the database has not the
 * order, so that an admin decides (`waiting`) whether it is refunded or kept; others are refunded by themselves.
 */
export type UnmatchedPayment = z.infer<typeof unmatchedPaymentsSchema>[number]

export const decisionSchema = z.object({
  decision: z.enum(['refund', 'keep'], 'The decision has to be refund or keep.'),
})

export const recordReceiptSchema = z.object({
  amount: z.number('The amount has to be a number.'),
  at: oneLineField('When the money came', { maximum: 40 }),
  reference: oneLineField(RECEIPT_REFERENCE.what, RECEIPT_REFERENCE).superRefine(refuseUnprinted),
})

/** Money that was received, in dollars: `at` is a day or a moment, `reference` what the statement of the bank says of it. */
export type RecordReceipt = z.infer<typeof recordReceiptSchema>

/** A cent, in dollars. */
const SMALLEST_REFUND = 0.01

export const refundOrderSchema = z
  .object({
    amount: z
      .number('The amount has to be a number.')
      .min(SMALLEST_REFUND, `The amount has to be at least ${formatTotal(SMALLEST_REFUND)}.`)
      .optional(),
    lines: piecesField.optional(),
    delivery: z.boolean('delivery has to be true or false.').optional(),
    reason: textField(REFUND_REASON.what, REFUND_REASON),
    message: linesField(REFUND_MESSAGE.what, REFUND_MESSAGE).optional(),
    restock: z.boolean('restock has to be true or false.').optional(),
  })
  .refine(({ amount, lines, delivery }) => amount === undefined || !(lines ?? delivery), {
    path: ['amount'],
    error: 'A refund is of an amount, or of lines and the delivery, not of both.',
    ...WITH_OTHER_ERRORS,
  })
  .refine(({ amount, lines, delivery }) => amount !== undefined || Boolean(lines ?? delivery), {
    path: ['amount'],
    error: 'Name the amount that is refunded, or the lines or the delivery.',
    ...WITH_OTHER_ERRORS,
  })

/**
 * What an admin requests: an `amount` in dollars, or pieces of lines and the delivery. `restock` puts those of the pieces back
 * that are not shipped; with an amount it counts when everything is refunded by it. The customer reads `message`.
 */
export type RefundOrder = z.infer<typeof refundOrderSchema>
