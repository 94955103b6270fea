import { z } from 'zod'
import { unprintedIn, unprintedText } from '#kit/typeset/printed-characters.ts'
import { ADDRESS, hasEnoughDigits, PHONE, TOO_FEW_DIGITS, textProblem, tooLongText } from './contact-rules.ts'
import { MAXIMUM_SEARCH_LENGTH } from './search-length.ts'

const ID_LENGTH = 64

const LONGEST_VAT_ID = 30

// PostgreSQL cannot store the character NUL, and no database a lone surrogate.
const STORABLE = /^[^\0\p{Cs}]*$/u
const ONE_LINE = /^\P{Cc}*$/u
const LINES = /^(?:\P{Cc}|[\n\r\t])*$/u

const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/gu
const UNSEEN_BREAKS = /[\p{Zl}\p{Zp}]/gu

/**
 * A text without what turns round how it reads, and with spaces for the breaks that a field of one line does not show: both forge
 * lines of papers and mails. They are taken out rather than refused, since people paste them unknowingly and older rows have them.
 */
export const withoutForgery = (text: string): string =>
  text.replace(DIRECTIONS, '').replace(UNSEEN_BREAKS, ' ')

/** The length of a trimmed text in characters. `isComposed`: letters with accents are stored as one character each (NFC). */
interface TextLength {
  minimum?: number
  maximum: number
  isComposed?: boolean
}

/** A required trimmed text of limited length in characters; `what` names it in messages. */
export function textField(what: string, length: TextLength) {
  const limits = { what, minimum: 1, ...length }
  // An array is checked too, since it has a length; one that is nested deeply cannot become a text.
  const error = ({ input }: { input?: unknown }): string | undefined =>
    typeof input === 'string' ? textProblem(input, limits) : undefined
  const bound = { error, abort: true }
  const text = z.string(`${what} is required.`).overwrite(withoutForgery).trim()
  return (length.isComposed ? text.normalize('NFC') : text)
    .min(limits.minimum, bound)
    .max(limits.maximum, bound)
    .regex(STORABLE, { error: `${what} holds a character that no text can have.`, abort: true })
}

/** The message of a longest length, with how long the text is. */
export const longest = (what: string, maximum: number) => ({
  error: ({ input }: { input?: unknown }): string => tooLongText(what, maximum, String(input).length),
})

/** A required text in one line; see {@link textField}. */
export const oneLineField = (what: string, length: TextLength) =>
  textField(what, length).regex(ONE_LINE, { error: `${what} has to be one line of text.`, abort: true })

/** A phone number in one line; see `contact-rules.ts`. */
export const phoneField = oneLineField(PHONE.what, PHONE).refine(hasEnoughDigits, TOO_FEW_DIGITS)

/** A required text of one or more lines; see {@link textField}. */
export const linesField = (what: string, length: TextLength) =>
  textField(what, length).regex(LINES, `${what} holds a character that no text can have.`)

/** A VAT ID as it is typed; `vat-id.ts` reads it. */
export const vatIdField = oneLineField('The VAT ID', { maximum: LONGEST_VAT_ID })

/** The same, which a form may send empty. */
export const optionalVatIdField = oneLineField('The VAT ID', {
  minimum: 0,
  maximum: LONGEST_VAT_ID,
}).optional()

/** Refuses what papers would show as a box: for `superRefine`. */
export function refuseUnprinted(text: string, context: z.RefinementCtx): void {
  const character = unprintedIn(text)
  if (character !== undefined) context.addIssue({ code: 'custom', message: unprintedText(character) })
}

/** A delivery address of one or more lines. */
export const addressField = linesField(ADDRESS.what, ADDRESS).superRefine(refuseUnprinted)

/** For a rule about several fields: it is checked together with the rules of single fields, so that all errors are named. */
export const WITH_OTHER_ERRORS = {
  when: ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null,
}

/** The text of a search. */
export const searchField = z.string().max(MAXIMUM_SEARCH_LENGTH, longest('The search', MAXIMUM_SEARCH_LENGTH))

/** An id of the shop. Ids are opaque: one that does not exist is not found rather than invalid. */
export const idField = z.string('The id is required.').min(1).max(ID_LENGTH).regex(STORABLE)

const KEY_LENGTH = 'An Idempotency-Key has 1 to 255 characters.'

/** The header by which a repeated request is known. */
export const idempotencyKeyField = z
  .string('The Idempotency-Key is required.')
  .min(1, KEY_LENGTH)
  .max(255, KEY_LENGTH)
  .meta({ description: 'From 1 to 255 characters.' })
