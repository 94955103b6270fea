import { formatCount } from '#kit/count-text.ts'

/** The rules of how to reach a customer, for the server and for the forms in the browser. */

/** How long a text may be, in characters, without the space around it; `what` names it in what is said of it. */
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

/** What is wrong with a required text, as a sentence for its writer; undefined when nothing is. */
export function textProblem(text: string, { what, minimum, maximum }: TextLimits): string | undefined {
  const { length } = text.trim()
  if (length === 0) return `${what} is required.`
  if (length < minimum) return `${what} has to have at least ${minimum} characters.`
  if (length <= maximum) return undefined
  return `${what} can have at most ${formatCount(maximum)} characters; it has ${formatCount(length)}.`
}

/** The same while the text is typed: that it is too long. More than fits can be typed, so that nothing is cut off unseen. */
export const tooLong = (text: string, limits: TextLimits): string | undefined =>
  text.trim().length > limits.maximum ? textProblem(text, limits) : undefined

/** What is wrong with a phone number, as a sentence for its writer; undefined when nothing is. */
export const phoneProblem = (text: string): string | undefined =>
  textProblem(text, PHONE) ?? (hasEnoughDigits(text) ? undefined : TOO_FEW_DIGITS)
