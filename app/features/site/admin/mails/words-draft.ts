import { CUSTOMER_MAIL_NAMES, CUSTOMER_MAILS, type CustomerMail } from '#features/customer-mails/limits.ts'
import type { MailWords, SavedMailWords } from '#features/customer-mails/schema.ts'
import { fieldsMeanwhile, takeFields } from '#kit/ui/admin/fields-meanwhile.ts'
import type { ChangeText } from '#kit/ui/admin/save-bar.tsx'

/** The text of a draft: of all mails, or the paragraph of a kind of mail. */
export type WordsField = 'greeting' | 'closing' | `paragraphs/${CustomerMail}`

export type WordsDraft = Readonly<Record<WordsField, string>>

export const paragraphField = (kind: CustomerMail): WordsField => `paragraphs/${kind}`

const FIELDS: readonly WordsField[] = ['greeting', 'closing', ...CUSTOMER_MAIL_NAMES.map(paragraphField)]

export const wordsLabel = (field: WordsField): string => {
  if (field === 'greeting') return 'Greeting'
  if (field === 'closing') return 'Closing line'
  return CUSTOMER_MAILS[field.slice('paragraphs/'.length) as CustomerMail]
}

export const draftOf = ({ greeting = '', closing = '', paragraphs }: MailWords): WordsDraft =>
  ({
    greeting,
    closing,
    ...Object.fromEntries(CUSTOMER_MAIL_NAMES.map((kind) => [paragraphField(kind), paragraphs[kind] ?? ''])),
  }) as WordsDraft

/** What would be saved: an empty text is left out. */
export function wordsOf(draft: WordsDraft): MailWords {
  const given = (field: WordsField) => draft[field].trim()
  return {
    ...(given('greeting') && { greeting: given('greeting') }),
    ...(given('closing') && { closing: given('closing') }),
    paragraphs: Object.fromEntries(
      CUSTOMER_MAIL_NAMES.flatMap((kind) => {
        const text = given(paragraphField(kind))
        return text ? [[kind, text]] : []
      }),
    ),
  }
}

export const changedFields = (before: WordsDraft, after: WordsDraft): WordsField[] =>
  FIELDS.filter((field) => before[field].trim() !== after[field].trim())

const NOTHING = 'the shop’s own'

export const changeTextsOf = (before: WordsDraft, after: WordsDraft): ChangeText[] =>
  changedFields(before, after).map((field) => ({
    label: wordsLabel(field),
    from: before[field] || NOTHING,
    to: after[field] || NOTHING,
  }))

/** The draft on the words as they are now; `theirs` are those that another admin has saved otherwise. */
export function rebaseWords(draft: WordsDraft, before: SavedMailWords, now: SavedMailWords) {
  const theirs = draftOf(now.words)
  const { fields, untouched } = fieldsMeanwhile(changedFields, {
    before: draftOf(before.words),
    mine: draft,
    theirs,
  })
  return { draft: takeFields(draft, theirs, untouched), theirs: fields.length > 0 ? fields : undefined }
}
