import './tables.ts'
import { isDeepStrictEqual } from 'node:util'
import { productRefusals } from '#features/catalog/refusals.ts'
import type { Actor } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import { shopName } from '#kit/identity/shop-identity.ts'
import type { MailLayout } from '#kit/mail/layout.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { keepRow } from '#kit/single-row/kept-row.ts'
import { ROW_ID, replaceRow, UNSAVED } from '#kit/single-row/replace-row.ts'
import { CUSTOMER_MAIL_NAMES, type CustomerMail, fillPlaceholders } from './limits.ts'
import type { ChangeMailWords, MailWords, SavedMailWords } from './schema.ts'

const TAG = 'mail words'

/** The words as they are stored. */
export async function readMailWords(db: Db): Promise<SavedMailWords> {
  const row = await db.selectFrom('mail_words').selectAll().where('id', '=', ROW_ID).executeTakeFirst()
  return { revision: row?.revision ?? UNSAVED, words: row ? JSON.parse(row.words) : { paragraphs: {} } }
}

const kept = keepRow(TAG, async (db) => (await readMailWords(db)).words)

/** The words of mails to customers, from memory. */
export const currentMailWords = kept.current

/** Which mail it is, and of which order. */
export interface MailOccasion {
  readonly kind: CustomerMail
  readonly number: string
  /** Undefined where the mail may not say it. */
  readonly name?: string | undefined
  /** The first paragraph is a greeting of the shop's own, which another one replaces. */
  readonly isGreeting: boolean
}

/** The mail with these words: the greeting in place of its own, the paragraph of its kind, the closing line at its end. */
export function withMailWords<Layout extends MailLayout>(
  layout: Layout,
  words: MailWords,
  { kind, number, name, isGreeting }: MailOccasion,
): Layout {
  const values = { number, shop: shopName() }
  const greeting = words.greeting && isGreeting ? greetingFor(words.greeting, name) : undefined
  const [own, ...rest] = layout.paragraphs
  const paragraph = words.paragraphs[kind]
  return {
    ...layout,
    paragraphs: [
      ...(greeting === undefined && own !== undefined ? [own] : []),
      ...(greeting === undefined ? [] : [greeting]),
      ...rest,
      ...(paragraph ? blocksOf(fillPlaceholders(paragraph, values)) : []),
    ],
    ...(words.closing && { closing: blocksOf(fillPlaceholders(words.closing, values)) }),
  }
}

/** A greeting with a name is not used in a mail that may not say it. */
const greetingFor = (greeting: string, name: string | undefined): string | undefined =>
  name === undefined && greeting.includes('{name}')
    ? undefined
    : fillPlaceholders(greeting, { ...(name !== undefined && { name }), shop: shopName() })

/** An empty line ends a paragraph. */
const blocksOf = (text: string): string[] =>
  text
    .split(/\r?\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)

/**
 * Replaces the words; an empty one is the shop's own from then on. Refused, with nothing changed: another revision than the current
 * one (409 `revision_changed`, with the current `mailWords`).
 */
export const changeMailWords = (
  shop: Shop,
  admin: Actor,
  { revision, words }: ChangeMailWords,
): Promise<SavedMailWords> =>
  replaceRow<SavedMailWords>(shop, admin, {
    table: 'mail_words',
    columns: ['words'],
    read: readMailWords,
    next: () => ({ revision, words: withoutEmpty(words) }),
    changesBetween,
    refusal: (mailWords) =>
      new AppError(
        productRefusals.revisionChanged,
        'Somebody else has changed the words of the mails meanwhile. Nothing was saved.',
        { mailWords },
      ),
    kind: 'mail_words.changed',
    subject: 'mails',
    tags: [],
    forget: kept.forget,
  })

function withoutEmpty({ greeting, closing, paragraphs }: MailWords): MailWords {
  return {
    ...(greeting && { greeting }),
    ...(closing && { closing }),
    paragraphs: Object.fromEntries(
      CUSTOMER_MAIL_NAMES.flatMap((kind) => (paragraphs[kind] ? [[kind, paragraphs[kind]]] : [])),
    ),
  }
}

function changesBetween({ words: before }: SavedMailWords, { words: after }: SavedMailWords): FieldChange[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  return Object.keys(to)
    .filter((field) => !isDeepStrictEqual(from[field], to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
}

const fieldsOf = ({ greeting, closing, paragraphs }: MailWords): Record<string, string | undefined> => ({
  greeting,
  closing,
  ...Object.fromEntries(CUSTOMER_MAIL_NAMES.map((kind) => [`mail ${kind}`, paragraphs[kind]])),
})
