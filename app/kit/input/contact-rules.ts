import { formatCount } from '#kit/text/count-text.ts'

/** The rules of contact details, for the server and for the forms in the browser. */

/** The length of a trimmed text in characters; `what` names the text in messages. */
export interface TextLimits {
  readonly what: string
  readonly minimum: number
  readonly maximum: number
}

export const PHONE: TextLimits = { what: 'The phone number', minimum: 5, maximum: 32 }
export const ADDRESS: TextLimits = { what: 'The address', minimum: 5, maximum: 500 }

const FEWEST_DIGITS = 5

/** A phone number is any text with this many digits: "+1 555 0100", "555-0100 ext. 12". */
export const hasEnoughDigits = (phone: string): boolean =>
  (phone.match(/\p{Nd}/gu)?.length ?? 0) >= FEWEST_DIGITS

export const TOO_FEW_DIGITS = `${PHONE.what} has to have at least ${FEWEST_DIGITS} digits.`

/** The error of a required text, as a message to show; undefined when there is none. */
export function textProblem(text: string, { what, minimum, maximum }: TextLimits): string | undefined {
  const { length } = text.trim()
  if (length === 0) return `${what} is required.`
  if (length < minimum) return `${what} has to have at least ${minimum} characters.`
  if (length <= maximum) return undefined
  return tooLongText(what, maximum, length)
}

/** The error of any text of a form that is too long: what it can have, and what it has. */
export const tooLongText = (what: string, maximum: number, length: number): string =>
  `${what} can have at most ${formatCount(maximum)} characters, you have ${formatCount(length)}.`

/** The error of a text that is too long, while typing. The field accepts longer texts, so that nothing is cut off unseen. */
export const tooLong = (text: string, limits: TextLimits): string | undefined =>
  text.trim().length > limits.maximum ? textProblem(text, limits) : undefined

/** The error of a phone number, as a message to show; undefined when there is none. */
export const phoneProblem = (text: string): string | undefined =>
  textProblem(text, PHONE) ?? (hasEnoughDigits(text) ? undefined : TOO_FEW_DIGITS)

/** The longest e-mail address there is. */
export const LONGEST_EMAIL = 254
