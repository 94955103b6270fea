import { z } from 'zod'
import { linesField, oneLineField } from '#kit/input/fields.ts'
import { ALLOWED, CUSTOMER_MAIL_NAMES, MAIL_TEXTS, wrongPlaceholder } from './limits.ts'

const placeholdersOf = (kind: keyof typeof ALLOWED): string =>
  ALLOWED[kind].map((name) => `{${name}}`).join(' and ')

/** Refuses what stands for nothing in that text. */
const known = (kind: keyof typeof ALLOWED) => (text: string, context: z.RefinementCtx) => {
  const wrong = wrongPlaceholder(text, kind)
  if (wrong !== undefined)
    context.addIssue({
      code: 'custom',
      message: `${wrong} stands for nothing here: only ${placeholdersOf(kind)} do.`,
    })
}

const greetingField = oneLineField(MAIL_TEXTS.greeting.what, MAIL_TEXTS.greeting).superRefine(
  known('greeting'),
)
const closingField = linesField(MAIL_TEXTS.closing.what, MAIL_TEXTS.closing).superRefine(known('closing'))
const paragraphField = linesField(MAIL_TEXTS.paragraph.what, MAIL_TEXTS.paragraph).superRefine(
  known('paragraph'),
)

export const mailWordsSchema = z
  .object({
    greeting: greetingField.optional().meta({ description: `With ${placeholdersOf('greeting')}.` }),
    closing: closingField.optional().meta({ description: `With ${placeholdersOf('closing')}.` }),
    paragraphs: z
      .partialRecord(z.enum(CUSTOMER_MAIL_NAMES), paragraphField)
      .meta({ description: `By the kind of mail, with ${placeholdersOf('paragraph')}.` }),
  })
  .meta({ id: 'MailWords' })

/** What the shop's mails to customers say beside the shop's own words. An empty text is as if it were not there. */
export type MailWords = z.infer<typeof mailWordsSchema>

export const savedMailWordsSchema = z
  .object({
    revision: z.number().int().meta({ description: '0 while nobody changed them.' }),
    words: mailWordsSchema,
  })
  .meta({ id: 'SavedMailWords' })

/** The words as they are saved. `revision` is one more at each change. */
export type SavedMailWords = z.infer<typeof savedMailWordsSchema>

export const changeMailWordsSchema = z.object({
  revision: z.int('The revision is required, as a whole number.'),
  words: mailWordsSchema,
})

export type ChangeMailWords = z.infer<typeof changeMailWordsSchema>
