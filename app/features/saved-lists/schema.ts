import { z } from 'zod'
import { piecesField } from '#features/catalog/schema.ts'
import { MAXIMUM_ORDER_LINES } from '#features/quote/limits.ts'
import { buyerWords, wordedQuoteSchema } from '#features/quote/schema.ts'
import { idField, oneLineField } from '#kit/input/fields.ts'
import { buyerWordsOf } from '#kit/notes/buyer-words.ts'
import { LONGEST_LIST_NAME } from './limits.ts'

const FORMER_NAME = 'The former name of `own`.'

const listLineSchema = z
  .object({
    productId: idField,
    quantity: piecesField,
    ...buyerWords,
    ownNumber: buyerWords.own.meta({ deprecated: true, description: FORMER_NAME }),
  })
  .transform(({ ownNumber, own = ownNumber, ...line }) => ({ ...line, ...buyerWordsOf({ ...line, own }) }))

/** A part of a list with its pieces, and what the customer calls it and says of it. */
export type ListLine = z.infer<typeof listLineSchema>

export const saveListSchema = z.object({
  name: oneLineField('The name', { maximum: LONGEST_LIST_NAME }),
  lines: z
    .array(listLineSchema, 'The lines are a list of products with their quantities.')
    .max(MAXIMUM_ORDER_LINES, `A list has at most ${MAXIMUM_ORDER_LINES} lines.`)
    .refine(
      (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
      'A list has each product once.',
    ),
})

/** A list to save. */
export type SaveList = z.output<typeof saveListSchema>

/** `revision` is that of the list which was changed. */
export const changeListSchema = saveListSchema.safeExtend({
  revision: z.number('The revision is required, as a number.').int(),
})

export type ChangeList = z.infer<typeof changeListSchema>

export const listSummarySchema = z.object({
  _id: z.string(),
  name: z.string(),
  lineCount: z.number().int(),
  isShared: z.boolean(),
  updatedAt: z.string(),
})

/** A list without its lines. */
export type ListSummary = z.infer<typeof listSummarySchema>

const quotedListSchema = wordedQuoteSchema.pick({ totalPrice: true, orderable: true }).extend({
  lines: z.array(
    wordedQuoteSchema.shape.lines.element.extend({
      ownNumber: z.string().optional().meta({ deprecated: true, description: FORMER_NAME }),
    }),
  ),
})

export const savedListSchema = listSummarySchema.extend({
  revision: z.number().int(),
  ...quotedListSchema.shape,
})

/** A list with its lines as they cost now. */
export type SavedList = z.infer<typeof savedListSchema>

export type QuotedListLine = SavedList['lines'][number]

export const sharedListSchema = z.object({ name: z.string(), ...quotedListSchema.shape })

/** A list for whoever has its link: nothing of the customer but the name of the list and its lines. */
export type SharedList = z.infer<typeof sharedListSchema>

export const shareLinkSchema = z.object({ url: z.string() })
