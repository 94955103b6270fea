import { z } from 'zod'
import { TAX_KINDS } from '#features/tax/schema.ts'
import { dayRangeFields, isInSequence, NOT_IN_SEQUENCE } from '#kit/input/day-range-fields.ts'
import { searchField } from '#kit/input/fields.ts'
import { XML_FORMATS } from './states.ts'

/** In which syntax an invoice or a credit note is asked for as XML. */
export const xmlFormatField = z
  .enum(XML_FORMATS, `format has to be one of ${XML_FORMATS.join(', ')}.`)
  .default('cii')
  .meta({
    description:
      '`cii` is the XML of Factur-X; `ubl` is UBL 2.1 by EN 16931; `xrechnung` is UBL by XRechnung 3.0.',
  })

/** Which invoices and credit notes. */
export const documentFilterSchema = z
  .object({
    q: searchField.optional().meta({ description: 'A number, an order, a customer or a company.' }),
    ...dayRangeFields,
    open: z.enum(['true'], 'open can only be true.').optional().meta({ description: 'Not paid ones only.' }),
  })
  .refine(isInSequence, NOT_IN_SEQUENCE)

export type DocumentFilter = z.infer<typeof documentFilterSchema>

/** Which of them, of a month, a quarter or other days: so many as are read at once for one answer. */
export const documentPeriodSchema = documentFilterSchema.refine(
  ({ from, to, range }) => range !== undefined || (from !== undefined && to !== undefined),
  { path: ['range'], error: 'Choose a month, a quarter, or from and to.' },
)

export type DocumentPeriod = z.infer<typeof documentPeriodSchema>

/** The days of a booking batch. */
export const datevPeriodSchema = z
  .object(dayRangeFields)
  .refine(isInSequence, NOT_IN_SEQUENCE)
  .refine(({ from, to, range }) => range !== undefined || (from !== undefined && to !== undefined), {
    path: ['range'],
    error: 'Choose a month, a quarter, or from and to.',
  })

export type DatevPeriod = z.infer<typeof datevPeriodSchema>

export const documentsQuerySchema = documentFilterSchema.safeExtend({
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type DocumentsQuery = z.infer<typeof documentsQuerySchema>

export const ownDocumentsQuerySchema = z.object({
  q: searchField.optional().meta({ description: 'A number, a PO number, an order or a part.' }),
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type OwnDocumentsQuery = z.infer<typeof ownDocumentsQuerySchema>

export const listedDocumentSchema = z
  .object({
    number: z.string(),
    kind: z.enum(['invoice', 'credit_note']),
    date: z.string(),
    due: z.string().optional(),
    customer: z.string(),
    company: z.string().optional(),
    country: z.string().optional(),
    vatId: z.string().optional(),
    net: z.number().optional(),
    taxKind: z.enum(TAX_KINDS).optional(),
    taxPercent: z.number().optional(),
    tax: z.number().optional(),
    gross: z.number(),
    currency: z.string(),
    paidAt: z.string().optional(),
    paidOn: z.string().optional(),
    transactionId: z.string().optional(),
    open: z.number().optional(),
    overdueDays: z.number().int().optional(),
    order: z.string(),
    orderId: z.string(),
    poNumber: z.string().optional(),
  })
  .meta({ id: 'ListedDocument' })

/**
 * An invoice or a credit note in a list; sums in dollars, those of a credit note below 0. `date` and `due` are days, `paidOn` is that of
 * `paidAt`, in the time zone of the shop; `order` is
 * the number of the order. `open` is what is still to be paid of an invoice of an order on account, `overdueDays` since how many days it was
 * to be paid. One from before its data was kept has no `net`, `taxKind`, `taxPercent` and `tax`.
 */
export type ListedDocument = z.infer<typeof listedDocumentSchema>

export const documentSumsSchema = z.array(
  z
    .object({
      month: z.string(),
      taxKind: z.enum(TAX_KINDS).optional(),
      taxPercent: z.number().optional(),
      invoices: z.number().int(),
      creditNotes: z.number().int(),
      net: z.number().optional(),
      tax: z.number().optional(),
      gross: z.number(),
    })
    .meta({ id: 'DocumentSums' }),
)

/**
 * What the documents of a month with one kind of tax and one rate come to, in dollars, credit notes taken off. Those from before their
 * data was kept have no `taxKind`, `taxPercent`, `net` and `tax`.
 */
export type DocumentSums = z.infer<typeof documentSumsSchema>[number]

export const listedGapSchema = z
  .object({
    kind: z.enum(['invoice', 'credit_note']),
    first: z.string(),
    last: z.string(),
    restoredAt: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'NumberGap' })

/** Numbers from `first` to `last` that customers have and this database has not. */
export type ListedGap = z.infer<typeof listedGapSchema>
