import { CUSTOMER_MAIL_NAMES } from '#features/customer-mails/limits.ts'
import { mailWordsSchema } from '#features/customer-mails/schema.ts'
import { z } from '#kit/server/router.ts'

export const previewMailSchema = z.object({
  kind: z.enum(CUSTOMER_MAIL_NAMES, 'The kind is one of those of the mails to customers.'),
  words: mailWordsSchema.optional().meta({ description: 'Those that are saved, unless told.' }),
})

export const mailPreviewSchema = z
  .object({
    subject: z.string(),
    sender: z.string().optional().meta({ description: 'The name that it is from.' }),
    text: z.string(),
    html: z.string().meta({ description: 'All text in it is escaped; it has no scripts.' }),
  })
  .meta({ id: 'MailPreview' })

/** A mail to look at. */
export type MailPreview = z.infer<typeof mailPreviewSchema>
