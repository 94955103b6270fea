import { z } from 'zod'
import { addressSchema } from '#features/delivery/schema.ts'
import { MAXIMUM_ORDER_LINES } from '#features/quote/limits.ts'
import { answeredWords, quotedDeliverySchema } from '#features/quote/schema.ts'
import { taxSchema } from '#features/tax/schema.ts'
import { linesField, oneLineField, refuseUnprinted } from '#kit/input/fields.ts'
import { noteSchema } from '#kit/notes/schema.ts'
import { NOTE, PO_NUMBER } from './limits.ts'
import { receiptSchema } from './lines-schema.ts'
import {
  approvalStates,
  dispatchStates,
  disputeStates,
  eventSources,
  orderProgress,
  orderRefundStates,
  orderStatuses,
  timelineKinds,
  unmatchedRefunds,
} from './states.ts'

export type { AgainQuote } from './details/schema.ts'
export type { OrderReceipt } from './lines-schema.ts'
export type { PlaceOrder } from './placing/schema.ts'

export const poNumberField = oneLineField(PO_NUMBER.what, PO_NUMBER).superRefine(refuseUnprinted)

export const noteField = linesField(NOTE.what, NOTE)

export const orderNoteSchema = noteSchema.meta({ id: 'OrderNote' })

export const orderLineSchema = z.object({
  productId: z.string(),
  sku: z.string(),
  product: z.string(),
  quantity: z.number().int(),
  unitPrice: z.number(),
  lineTotal: z.number(),
  weight: z.number().optional(),
  origin: z.string().optional(),
  customsCode: z.string().optional(),
  restocked: z.number().int().optional(),
  refunded: z.number().int().optional(),
  replaced: z.number().int().optional(),
  backordered: z.number().int().optional(),
  ...answeredWords,
})

/**
 * One product of an order as it was ordered: `unitPrice` in dollars per piece (4 decimals), `lineTotal` in dollars, `weight`
 * in grams a piece.
 * `own` is what the buyer calls the part, `note` what is said of the line.
 * `restocked` is how many of its pieces went back to stock after a refund or a lost dispute, so that they are not shipped;
 * `refunded` how many refunds named, without returned ones: those of them that are not shipped are not to be shipped any more;
 * `replaced` how many are sent again in place of returned ones; `backordered` how many are to be shipped and are not in stock yet.
 */
export type OrderLine = z.infer<typeof orderLineSchema>

export const shipmentLineSchema = z.object({ position: z.number().int(), quantity: z.number().int() })

/** Pieces of a line of an order; `position` is that of the line, from 0. */
export type ShipmentLine = z.infer<typeof shipmentLineSchema>

const shipmentSchema = z.object({
  _id: z.string(),
  at: z.string(),
  carrier: z.string().optional(),
  tracking: z.string().optional(),
  trackingUrl: z.string().optional(),
  arrives: z.object({ from: z.string(), to: z.string() }).optional(),
  lostAt: z.string().optional(),
  lostReason: z.string().optional(),
  lines: z.array(shipmentLineSchema),
})

/**
 * A parcel of an order. `trackingUrl` is the carrier's page about it, for the carriers of `tracking.ts`; `arrives` are the days
 * by that on which it shipped. `lostAt` is when it was
 * found to be lost: its pieces count as not shipped; `lostReason` is for admins only.
 */
export type Shipment = z.infer<typeof shipmentSchema>

export const orderSchema = z
  .object({
    _id: z.string(),
    number: z.string(),
    lines: z.array(orderLineSchema),
    product: z.string(),
    productId: z.string().optional(),
    quantity: z.number().int(),
    unitPrice: z.number().optional(),
    totalPrice: z.number(),
    payable: z.number(),
    tax: taxSchema.optional(),
    delivery: quotedDeliverySchema.optional(),
    weight: z.number().optional(),
    deliverFrom: z.string().optional(),
    deliverTo: addressSchema.optional(),
    billTo: addressSchema.optional(),
    addressLines: z.array(z.string()),
    billingLines: z.array(z.string()).optional(),
    poNumber: z.string().optional(),
    note: z.string().optional(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    paid: z.boolean(),
    status: z.enum(orderStatuses).optional(),
    progress: z.enum(orderProgress).optional(),
    transactionId: z.string().optional(),
    createdAt: z.string(),
    holdUntil: z.string().optional(),
    paidAt: z.string().optional(),
    shippedAt: z.string().optional(),
    cancelledAt: z.string().optional(),
    addressChangedAt: z.string().optional(),
    refundedAmount: z.number().optional(),
    dispute: z.enum(disputeStates).optional(),
    lostAmount: z.number().optional(),
    unproven: z.literal(true).optional(),
    customerId: z.string().optional(),
    unmatchedRefund: z.enum(unmatchedRefunds).optional(),
    restockedAt: z.string().optional(),
    shipments: z.array(shipmentSchema).optional(),
    notes: z.array(orderNoteSchema).optional(),
    dispatch: z.enum(dispatchStates).optional(),
    invoice: z.string().optional(),
    shipped: z.object({ lines: z.number().int(), pieces: z.number().int() }).optional(),
    toAnswer: z.literal(true).optional(),
    company: z.object({ _id: z.string(), name: z.string() }).optional(),
    placedBy: z.object({ _id: z.string(), name: z.string() }).optional(),
    approval: z
      .object({
        state: z.enum(approvalStates),
        orderLimit: z.number().optional(),
        monthLimit: z.number().optional(),
        monthBefore: z.number().optional(),
      })
      .optional(),
    revision: z.number().int().optional(),
    payment: z.literal('account').optional(),
    terms: z.object({ days: z.number().int() }).optional(),
    dueAt: z.string().optional(),
    openAmount: z.number().optional(),
  })
  .meta({ id: 'Order' })

/**
 * An order in answers: `totalPrice` in dollars (2 decimals) is the sum of the lines, `payable` what is paid: with delivery and
 * the tax that is not included. `weight` is in kg. `deliverFrom` is the country from which it goes.
 * `addressLines` is where it goes, as the post of that country writes it, or the one line of an order without `deliverTo`;
 * `billingLines` is the billing address where it is another one. Times are ISO 8601 in UTC. With one line `product`,
 * `productId`, `quantity` and `unitPrice` are its own; with more `product` names the first and counts the others,
 * `quantity` is the sum. `status`, `transactionId` and the times are absent until known; `holdUntil` is when an unpaid
 * order lapses. `cancelledAt` is of a cancelled or lapsed order. `addressChangedAt` is when the
 * address was last changed after the payment, or of an order that an admin entered, until it is shipped. `refundedAmount` (dollars)
 * and `dispute` are present when the payment provider reports one: `open` while one of its disputes is, else `lost` once one is
 * lost. `lostAmount` is what the lost ones took, in dollars, unless that is all of it. `unproven` is present when it was placed before
 * a reset proved the address of its account, perhaps by another person: nothing of it is proposed for a further order.
 * `progress` is present while a pending order is shipped in part. `shipments`, the oldest first, are in answers to admins
 * and in `OrderDetails`. For staff only: `customerId` is the account; `unmatchedRefund` is present while an unmatched payment for the order is not
 * refunded; `restockedAt` is when the last of its pieces that were not shipped went back to stock, so that nothing of it
 * ships any more; `notes` are the newest of admins, in lists, if there are any; `dispatch`, in lists, is present when it can
 * ship and was promised to ship today or before, in the time zone of the settings; `toAnswer`, in lists, is present while a message of
 * the customer waits for an answer. In the customer's own list `invoice` is the number of the invoice, and `shipped`, while it is
 * shipped in part, how many lines have nothing open any more and how many pieces left.
 * Of an order for a `company`: who placed it, and `revision`, one more with each change of its lines. `approval` is there once it was
 * above a limit of who placed it: that of an order, or that of the month, in which the others came to `monthBefore` (dollars).
 * `payment` is of an order on account, with the `terms` that it was placed with: it ships unpaid. `dueAt` is the day until which its
 * invoice is to be paid, once there is one, and `openAmount` what of it is still to be paid, in dollars.
 */
export type Order = z.infer<typeof orderSchema>

const refundedLineSchema = shipmentLineSchema.extend({ amount: z.number() })

/** Pieces of a line that are refunded, or can be, with the dollars for them. */
export type RefundedAmount = z.infer<typeof refundedLineSchema>

const refundedPartsSchema = z.object({
  amount: z.number(),
  lines: z.array(refundedLineSchema).optional(),
  delivery: z.number().optional(),
  message: z.string().optional(),
})

/**
 * What a refund is of, in dollars: `amount` in all; for which pieces and for the delivery, unless it is an amount alone. The
 * customer reads `message`.
 */
export type RefundedOf = z.infer<typeof refundedPartsSchema>

const orderEventSchema = z.object({
  kind: z.enum(timelineKinds),
  at: z.string(),
  by: z.enum(eventSources),
  email: z.string().optional(),
  detail: z.string().optional(),
  refund: refundedPartsSchema.optional(),
  who: z.string().optional(),
})

/**
 * One event of an order; of `returned` the `detail` is the step of a return in words. `who` is the name of whoever asked for its
 * approval or decided, whose note is the `detail`. `refund` is that of an admin, when it was made. For staff only: `email` is that of
 * the customer or admin who caused it, and the `detail` of a change after the payment has the former phone number and address.
 */
export type TimelineEvent = z.infer<typeof orderEventSchema>

const creditNoteSchema = z.object({
  number: z.string(),
  at: z.string(),
  issuedOn: z.string(),
  amount: z.number(),
  invoicedAgain: z.string().optional(),
})

/**
 * A credit note of an order over `amount` dollars; `issuedOn` is the day that it bears. `invoicedAgain` is the number of the invoice over the same sum, after the
 * provider took the money back.
 */
export type OrderCreditNote = z.infer<typeof creditNoteSchema>

const orderRefundSchema = refundedPartsSchema.extend({
  _id: z.string(),
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  state: z.enum(orderRefundStates),
  failure: z.string().optional(),
})

/**
 * A refund that an admin made; `by` is the admin's e-mail. `failure` says in the provider's words why
 * it failed.
 */
export type OrderRefund = z.infer<typeof orderRefundSchema>

const orderDisputeSchema = z.object({
  _id: z.string(),
  state: z.enum(disputeStates),
  amount: z.number(),
  reason: z.string().optional(),
  dueAt: z.string().optional(),
  answered: z.literal(true).optional(),
})

/**
 * A dispute of an order's payment over `amount` dollars, by the id that the payment provider gave it. `reason` is the provider's word,
 * `dueAt` until when an open one is to be answered, `answered` is present once evidence was sent.
 */
export type OrderDispute = z.infer<typeof orderDisputeSchema>

export const orderDetailsSchema = orderSchema
  .extend({
    events: z.array(orderEventSchema),
    shipments: z.array(shipmentSchema),
    creditNotes: z.array(creditNoteSchema).optional(),
    receipts: z.array(receiptSchema).optional(),
    refunds: z.array(orderRefundSchema).optional(),
    refundableAmount: z.number().optional(),
    heldAmount: z.number().optional(),
    disputes: z.array(orderDisputeSchema).optional(),
    refundable: z.object({ lines: z.array(refundedLineSchema), delivery: z.number() }).optional(),
    restockable: z.array(shipmentLineSchema.extend({ stock: z.number().int() })).optional(),
  })
  .meta({ id: 'OrderDetails' })

/**
 * An order with what happened to it, its shipments and its credit notes, all oldest first. For staff only: the refunds that admins made,
 * oldest first, the `disputes`, and of a paid order the dollars that can be refunded, without `heldAmount`, which the bank keeps until
 * a dispute is decided; `refundable` is what is left of lines and delivery, also
 * when an amount alone was refunded, so that less than their sum can be. `restockable`, after money went back, are the pieces
 * that are neither shipped nor back in stock, each line with the present stock of its product.
 */
export type OrderDetails = z.infer<typeof orderDetailsSchema>

export const quantityField = z.int('The quantity has to be a whole number of pieces.')

/** Pieces of lines of an order, each line once. */
export const piecesField = z
  .array(
    z.object({
      position: z.int('The position is that of a line of the order, from 0.').min(0),
      quantity: quantityField.min(1, 'Each of the lines has at least one piece.'),
    }),
    'The lines are a list of positions with their quantities.',
  )
  .min(1, 'There is at least one line.')
  .max(MAXIMUM_ORDER_LINES, `There are at most ${MAXIMUM_ORDER_LINES} lines.`)
  .superRefine((lines, context) => {
    const positions = lines.map(({ position }) => position)
    for (const [index, position] of positions.entries())
      if (positions.indexOf(position) < index)
        context.addIssue({ code: 'custom', path: [index, 'position'], message: 'Each line is named once.' })
  })
