import { z } from 'zod'
import { piecesField } from '#features/catalog/schema.ts'
import { MAXIMUM_ORDER_LINES } from '#features/quote/limits.ts'
import { quoteSchema } from '#features/quote/schema.ts'
import { idField, oneLineField } from '#kit/input/fields.ts'
import { LONGEST_LINE_NOTE, LONGEST_LIST_NAME, LONGEST_OWN_NUMBER } from './limits.ts'

const listLineSchema = z.object({
  productId: idField,
  quantity: piecesField,
  ownNumber: oneLineField('The own part number', { maximum: LONGEST_OWN_NUMBER }).optional(),
  note: oneLineField('The note', { maximum: LONGEST_LINE_NOTE }).optional(),
})

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
export type SaveList = z.infer<typeof saveListSchema>

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

const quotedListSchema = quoteSchema.pick({ totalPrice: true, orderable: true }).extend({
  lines: z.array(
    quoteSchema.shape.lines.element.extend({ ownNumber: z.string().optional(), note: z.string().optional() }),
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
