import { z } from 'zod'

export const auditEntrySchema = z
  .object({
    at: z.string(),
    by: z.string().meta({ description: 'The e-mail address of the admin.' }),
    kind: z.string(),
    subject: z.string().meta({
      description: 'The id of the product or order, the slug of the category, or the e-mail of the user.',
    }),
    detail: z.string().optional(),
  })
  .meta({ id: 'AuditEntry' })

export const auditQuerySchema = z.object({
  by: z.string().max(254).trim().toLowerCase().optional(),
  kind: z.string().max(64).optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})
