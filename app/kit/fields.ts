import { z } from 'zod'
import { ADDRESS, hasEnoughDigits, PHONE, TOO_FEW_DIGITS, textProblem } from '#kit/contact-rules.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/search-length.ts'

const ID_LENGTH = 64

// PostgreSQL cannot store the character NUL, no database half of a character: nobody types either.
const STORABLE = /^[^\0\p{Cs}]*$/u
const ONE_LINE = /^\P{Cc}*$/u
const LINES = /^(?:\P{Cc}|[\n\r\t])*$/u

/** A required text without surrounding space: its characters counted, `what` named in what is wrong with it. */
export function textField(what: string, length: { minimum?: number; maximum: number }) {
  const limits = { what, minimum: 1, ...length }
  const bound = { error: ({ input }: { input?: unknown }) => textProblem(String(input), limits), abort: true }
  return z
    .string(`${what} is required.`)
    .trim()
    .min(limits.minimum, bound)
    .max(limits.maximum, bound)
    .regex(STORABLE, { error: `${what} holds a character that no text can have.`, abort: true })
}

/** A phone number, which has digits in it; see `contact-rules.ts`. One line. */
export const phoneField = textField(PHONE.what, PHONE)
  .regex(ONE_LINE, { error: `${PHONE.what} has to be one line of text.`, abort: true })
  .refine(hasEnoughDigits, TOO_FEW_DIGITS)

/** Where to deliver; may have several lines. */
export const addressField = textField(ADDRESS.what, ADDRESS).regex(
  LINES,
  `${ADDRESS.what} holds a character that no text can have.`,
)

/** What is searched for. */
export const searchField = z
  .string()
  .max(MAXIMUM_SEARCH_LENGTH, `Search for at most ${MAXIMUM_SEARCH_LENGTH} characters.`)

/** The id of something of the shop's. Ids are opaque: one that was never given is unknown, not malformed. */
export const idField = z.string('The id is required.').min(1).max(ID_LENGTH).regex(STORABLE)
