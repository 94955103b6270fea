import { z } from 'zod'
import { addressOrIdField, addressSchema } from '#features/delivery/schema.ts'
import { linesOfOrder } from '#features/orders/lines-schema.ts'
import { noteField, quantityField } from '#features/orders/schema.ts'
import { isPrice, PRICE_RULE } from '#features/pricing/price-terms.ts'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { quotedDeliverySchema } from '#features/quote/schema.ts'
import { taxSchema } from '#features/tax/schema.ts'
import { idField, linesField, oneLineField, refuseUnprinted } from '#kit/input/fields.ts'
import { LONGEST_LEAD_DAYS, OFFER_ANSWER, OFFER_MESSAGE, OFFER_NOTE, WANTED } from './limits.ts'
import { offerFilters, offerStates } from './states.ts'

const piecesField = quantityField
  .min(1, 'Each of the lines has at least one piece.')
  .max(MAXIMUM_PIECES, 'There are not so many pieces.')

const priceField = z.number('The price has to be a number.').refine(isPrice, PRICE_RULE)

const revisionField = z.int('The revision is that of the offer as it was read.')

const wantedField = z
  .union([priceField, oneLineField(WANTED.what, WANTED)], 'What is wanted is a price or a short text.')
  .meta({
    description: 'What is wanted of the line: a price per piece as a number, or a text, such as a day.',
  })

const askedLineSchema = z.object({
  productId: idField,
  quantity: piecesField,
  wanted: wantedField.optional(),
})

export const askOfferSchema = z.object({
  lines: linesOfOrder(askedLineSchema),
  note: noteField.optional(),
  deliverTo: addressOrIdField.optional(),
})

/** What a customer asks for: any quantities, also beyond the stock and below the minimum. */
export type AskOffer = z.infer<typeof askOfferSchema>

/** What a form sends of it. */
export type GivenAsk = z.input<typeof askOfferSchema>

export const makeOfferSchema = z.object({
  lines: linesOfOrder(
    z.object({
      productId: idField,
      quantity: piecesField,
      price: priceField,
      leadDays: z
        .int('The lead time is a whole number of working days.')
        .min(0)
        .max(LONGEST_LEAD_DAYS, `The lead time is at most ${LONGEST_LEAD_DAYS} working days.`)
        .optional(),
    }),
  ),
  delivery: idField.optional().meta({ description: 'The `_id` of a method of delivery.' }),
  validUntil: z.iso
    .date('A day is written as 2026-11-23.')
    .meta({ description: 'The last day on which it can be accepted, in the time zone of the shop.' }),
  note: linesField(OFFER_NOTE.what, OFFER_NOTE).superRefine(refuseUnprinted).optional(),
  revision: revisionField,
})

/** The next version of an offer, as the staff make it. */
export type MakeOffer = z.infer<typeof makeOfferSchema>

export const acceptOfferSchema = z.object({
  revision: revisionField,
  payment: z.enum(['card', 'account'], 'The payment is card or account.').optional(),
})

export type AcceptOffer = z.infer<typeof acceptOfferSchema>

export const endOfferSchema = z.object({
  revision: revisionField.optional(),
  reason: linesField(OFFER_ANSWER.what, OFFER_ANSWER).optional(),
})

/** Why an offer is declined or withdrawn; refused if it is another than at the revision. */
export type EndOffer = z.infer<typeof endOfferSchema>

export const writeMessageSchema = z.object({ text: linesField(OFFER_MESSAGE.what, OFFER_MESSAGE) })

export const documentQuerySchema = z.object({
  revision: z
    .string()
    .regex(/^\d{1,6}$/, 'The revision is a number.')
    .transform(Number)
    .optional()
    .meta({ description: 'Of the version; without it the newest.' }),
})

export const offersQuerySchema = z.object({
  state: z.enum(offerFilters, `state has to be one of ${offerFilters.join(', ')}.`).optional(),
  own: z.enum(['true']).optional().meta({ description: 'For staff: only those of the caller’s side.' }),
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type OffersQuery = z.infer<typeof offersQuerySchema>

const answeredWanted = z.union([z.number(), z.string()]).optional()

const lineSchema = z.object({
  productId: z.string(),
  sku: z.string(),
  product: z.string(),
  quantity: z.number().int(),
  wanted: answeredWanted,
  price: z.number().optional(),
  lineTotal: z.number().optional(),
  leadDays: z.number().int().optional(),
  image: z.string().optional(),
  available: z.number().int().optional(),
  listPrice: z.number().optional(),
  agreedPrice: z.number().optional(),
})

/** A line of an offer: `price` in dollars per piece. */
export type OfferLine = z.infer<typeof lineSchema>

const termsShape = {
  lines: z.array(lineSchema),
  delivery: quotedDeliverySchema.optional(),
  tax: taxSchema.optional(),
  totalPrice: z.number().optional(),
  payable: z.number().optional(),
  validUntil: z.string().optional(),
}

const versionSchema = z.object({
  revision: z.number().int(),
  version: z.number().int(),
  at: z.string(),
  note: z.string().optional(),
  ...termsShape,
})

export type OfferVersion = z.infer<typeof versionSchema>

export const offerMessageSchema = z
  .object({
    _id: z.string(),
    at: z.string(),
    by: z.enum(['customer', 'shop']),
    name: z.string().optional(),
    text: z.string(),
  })
  .meta({ id: 'OfferMessage' })

export type OfferMessage = z.infer<typeof offerMessageSchema>

export const offerSchema = z
  .object({
    _id: z.string(),
    number: z.string(),
    revision: z.number().int(),
    state: z.enum(offerStates),
    expired: z.literal(true).optional(),
    at: z.string(),
    changedAt: z.string(),
    name: z.string(),
    email: z.string().optional(),
    company: z.object({ _id: z.string(), name: z.string() }).optional(),
    note: z.string().optional(),
    deliverTo: addressSchema.optional(),
    addressLines: z.array(z.string()).optional(),
    version: z.number().int().optional(),
    offerNote: z.string().optional(),
    ...termsShape,
    asked: z.array(lineSchema).optional(),
    versions: z.array(versionSchema).optional(),
    messages: z.array(offerMessageSchema).optional(),
    order: z.object({ _id: z.string(), number: z.string() }).optional(),
    acceptedBy: z.string().optional(),
    reason: z.string().optional(),
    waits: z.literal(true).optional(),
    mayAccept: z.literal(true).optional(),
  })
  .meta({ id: 'Offer' })

/**
 * An offer. `lines` and their terms are those of the newest version, before the first those that were asked for. `expired`: the last
 * day of the newest version is over. `mayAccept`: the caller may accept the newest version. A single one has `asked`, all `versions`, the
 * newest first, and `messages`. For the staff: `email`, `waits`, and of lines what the part costs this buyer: `available`,
 * `listPrice`, `agreedPrice`.
 */
export type Offer = z.infer<typeof offerSchema>
