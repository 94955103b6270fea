import { z } from 'zod'
import { piecesField } from '#features/catalog/schema.ts'
import { destinationSchema } from '#features/delivery/schema.ts'
import { taxSchema } from '#features/tax/schema.ts'
import { idField, oneLineField, refuseUnprinted, vatIdField, WITH_OTHER_ERRORS } from '#kit/input/fields.ts'
import { LONGEST_OWN_NUMBER } from '#kit/notes/limits.ts'
import { LONGEST_LINE_NOTE, MAXIMUM_QUOTE_LINES } from './limits.ts'

export const TOO_MANY_LINES = `A quote has at most ${MAXIMUM_QUOTE_LINES} lines.`

const ownNumber = oneLineField('The own part number', { maximum: LONGEST_OWN_NUMBER })

const lineNote = oneLineField('The note', { maximum: LONGEST_LINE_NOTE })

/** What the buyer calls the part of a line and says of it, as a cart keeps it: also what papers cannot print. */
export const keptWords = { own: ownNumber.optional(), note: lineNote.optional() }

/** The same, as it stands on papers. */
export const buyerWords = {
  own: ownNumber.superRefine(refuseUnprinted).optional(),
  note: lineNote.superRefine(refuseUnprinted).optional(),
}

/** The same in answers. */
export const answeredWords = { own: z.string().optional(), note: z.string().optional() }

/** A line that names its part by part number or id. One that names none is unknown, as one with a made-up name. */
const namedLineSchema = z.object({
  sku: z.string().optional(),
  productId: idField.optional(),
  quantity: piecesField.optional(),
})

/** What is to be quoted: lines, or a text that was pasted. */
export const quoteRequestSchema = z
  .object({
    lines: z
      .array(namedLineSchema, 'The lines are a list of parts with their quantities.')
      .max(MAXIMUM_QUOTE_LINES, TOO_MANY_LINES)
      .optional(),
    text: z.string('The text is pasted text.').optional(),
    deliverTo: destinationSchema.optional(),
    home: z
      .boolean()
      .optional()
      .meta({ description: 'Without `deliverTo`: to the country of the seller, as an order without it.' }),
    delivery: idField.optional().meta({ description: 'The `_id` of a method of delivery.' }),
    vatId: vatIdField.optional(),
  })
  .refine(({ lines, text }) => (lines === undefined) !== (text === undefined), {
    path: ['lines'],
    error: 'A quote is either of lines or of a text.',
    ...WITH_OTHER_ERRORS,
  })

export type QuoteRequest = z.input<typeof quoteRequestSchema>

const quoteProblems = ['unknown', 'no_quantity', 'below_minimum', 'off_step', 'out_of_stock'] as const

const givenSchema = z.union([z.string(), namedLineSchema])

const quoteLineSchema = z.object({
  given: givenSchema,
  sku: z.string().optional(),
  productId: z.string().optional(),
  product: z.string().optional(),
  image: z.string().optional(),
  quantity: z.number().int().optional(),
  unclear: z.array(z.string()).optional(),
  unitPrice: z.number().optional(),
  lineTotal: z.number().optional(),
  available: z.number().int().optional(),
  minimum: z.number().int().optional(),
  step: z.number().int().optional(),
  prices: z.array(z.object({ from: z.number().int(), price: z.number() })).optional(),
  agreed: z.literal(true).optional().meta({
    description: 'The prices are agreed with the company of the caller, and not those of the list.',
  }),
  problem: z.enum(quoteProblems).optional(),
  fixes: z
    .array(
      z.union([
        z.object({ quantity: z.number().int() }),
        z.object({ sku: z.string(), name: z.string(), image: z.string(), facts: z.string().optional() }),
      ]),
    )
    .optional(),
  advice: z.object({ quantity: z.number().int(), lineTotal: z.number(), saves: z.number() }).optional(),
  merged: z.array(givenSchema).optional(),
  described: z.enum(['wholly', 'nearly']).optional(),
  own: answeredWords.own,
})

export const quotedDeliverySchema = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.number(),
  ships: z.string(),
  arrives: z.object({ from: z.string(), to: z.string() }),
  carrier: z.string().optional(),
  incoterm: z.string().optional(),
})

/** A way of delivery: `price` in dollars, the days as "2026-12-08". */
export type QuotedDelivery = z.infer<typeof quotedDeliverySchema>

export const quotedTermsSchema = z.object({
  weight: z.number().optional(),
  deliveries: z.array(quotedDeliverySchema),
  delivery: z.string().optional(),
  noDelivery: z.string().optional(),
  tax: taxSchema,
  payable: z.number(),
  home: z.object({ country: z.string(), name: z.string() }).optional(),
})

/**
 * What a list costs where it is delivered: `weight` in kg, when that of each line is known; `deliveries`, the cheapest first;
 * `delivery`, the `_id` of the one that counts; `noDelivery`, a sentence, when none takes these parts there, in a shop with
 * methods; the tax; `payable` in dollars: lines, delivery and the tax that they do not include; and `home`, the country of
 * the seller, when the request asked for that.
 */
export type QuotedTerms = z.infer<typeof quotedTermsSchema>

export const quoteSchema = z
  .object({ lines: z.array(quoteLineSchema), totalPrice: z.number(), orderable: z.boolean() })
  .extend(quotedTermsSchema.partial().shape)
  .meta({ id: 'Quote' })

/** A quote of lines that have the words of their buyer. */
export const wordedQuoteSchema = z.object({
  ...quoteSchema.shape,
  lines: z.array(quoteLineSchema.extend(answeredWords)),
})

export type WordedQuote = z.infer<typeof wordedQuoteSchema>

/**
 * What a list costs and what is wrong with it. `totalPrice` in dollars is the sum of the line totals; `orderable` is true
 * when there is a line and none has a problem. With `deliverTo` or `home` it has the members of {@link QuotedTerms} too.
 */
export type Quote = z.infer<typeof quoteSchema>

/**
 * A line of a quote. `given` is what came in: a line of a text, or an object. The part (`sku`, `productId`, `product` for its
 * name, `image`, `available`, `minimum`, `step`, `prices`) is absent while it is unknown, except for a part number that was
 * given. A line that names a part in words is `described`: the parts in `fixes`, with their `facts`, have all of its words, or nearly
 * all; none is chosen. `unclear` has the lines of a text whose amount can be read in several ways or not at all: then there is no
 * `quantity`, and `fixes` are what it may be. `unitPrice` in dollars per piece and `lineTotal` in dollars are present with a
 * part and a quantity. `merged` has the later lines of the same part, whose quantities are in `quantity`. `own` is what the
 * company of the caller calls the part.
 */
export type QuoteLine = z.infer<typeof quoteLineSchema>

export type QuoteProblem = (typeof quoteProblems)[number]
