import { z } from 'zod'
import { fieldChangeSchema } from '#kit/audit/field-change.ts'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { dayRangeFields, isInSequence, NOT_IN_SEQUENCE } from '#kit/input/day-range-fields.ts'
import { searchField } from '#kit/input/fields.ts'

export const auditEntrySchema = z
  .object({
    _id: z.string(),
    at: z.string(),
    by: z.string().meta({ description: 'The e-mail address of the admin.' }),
    kind: z.string(),
    subject: z.string().meta({
      description:
        'The id of the product, order, customer, company or import, the slug of the category, or the e-mail of the user.',
    }),
    detail: z.string().optional().meta({ description: 'The changes and the reason as a text.' }),
    name: z.string().optional().meta({
      description:
        'The name of the product, of the company, of the import’s file or of who wrote the review, the number of the order, or the e-mail of the customer, as it is now.',
    }),
    sku: z.string().optional().meta({ description: 'The number of the part, as it is now.' }),
    changes: z.array(fieldChangeSchema),
    reason: z.string().optional(),
  })
  .meta({ id: 'AuditEntry' })

export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditQuerySchema = z
  .object({
    by: z.string().max(LONGEST_EMAIL).trim().toLowerCase().optional(),
    kind: z.string().max(64).optional(),
    q: searchField.optional(),
    ...dayRangeFields,
    imports: z.enum(['folded']).optional(),
    limit: z.string().optional(),
    after: z.string().optional(),
  })
  .refine(isInSequence, NOT_IN_SEQUENCE)

export type AuditQuery = z.infer<typeof auditQuerySchema>
