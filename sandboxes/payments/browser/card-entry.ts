import { brandOf, type CardBrand, passesLuhn, shapeOf } from './card-number.ts'

/** The texts of the three fields. */
export interface CardTexts {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
}

export type CardField = keyof CardTexts

/** The error of a field, with Stripe's code and message. */
export interface EntryError {
  readonly type: 'validation_error'
  readonly code: string
  readonly message: string
}

const MAX_DIGITS = 19
const YEARS_AHEAD = 50

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

export const brandOfEntry = (number: string): CardBrand => brandOf(digitsOf(number))

/** Formats a number while it is typed, in the groups of its brand. */
export function formatNumber(text: string): string {
  const brand = brandOfEntry(text)
  const { groups, lengths } = shapeOf(brand)
  const max = brand === 'unknown' ? MAX_DIGITS : Math.max(...lengths)
  let rest = digitsOf(text).slice(0, max)
  const parts: string[] = []
  for (const size of groups) {
    if (rest) parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return [...parts, rest].filter(Boolean).join(' ')
}

/**
 * Formats an expiry date while it is typed, as `MM / YY`. A one-digit month gets a leading zero, a four-digit year is
 * shortened to two. While deleting, the slash is not added again.
 */
export function formatExpiry(text: string, deleting = false): string {
  const lone = /^\s*(\d)\s*[/-]/.exec(text)
  const padded = lone ? `0${text.trimStart()}` : text
  const digits = /^\s*[2-9]/.test(padded) ? `0${digitsOf(padded)}` : digitsOf(padded)
  const [month, typed] = [digits.slice(0, 2), digits.slice(2)]
  const year = typed.startsWith('20') ? typed.slice(0, 4) : typed.slice(0, 2)
  const short = year.length === 4 ? year.slice(2) : year
  if (short) return `${month} / ${short}`
  return month.length === 2 && !deleting ? `${month} / ` : month
}

export function formatCvc(text: string, number: string): string {
  const brand = brandOfEntry(number)
  return digitsOf(text).slice(0, brand === 'unknown' ? 4 : shapeOf(brand).cvcLength)
}

/** Month and year of a complete expiry. */
export function readExpiry(expiry: string): { month: number; year: number } | undefined {
  const digits = digitsOf(expiry)
  if (digits.length !== 4) return undefined
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) }
}

/** The error of a field, or undefined. An empty field is incomplete. */
export function errorOf(field: CardField, texts: CardTexts, today: Date): EntryError | undefined {
  if (field === 'number') return numberError(digitsOf(texts.number))
  if (field === 'expiry') return expiryError(texts.expiry, today)
  return cvcError(texts)
}

const invalid = (code: string, message: string): EntryError => ({ type: 'validation_error', code, message })

function numberError(digits: string): EntryError | undefined {
  const { lengths } = shapeOf(brandOf(digits))
  if (lengths.includes(digits.length)) {
    return passesLuhn(digits) ? undefined : invalid('invalid_number', 'Your card number is invalid.')
  }
  return digits.length < Math.max(...lengths)
    ? invalid('incomplete_number', 'Your card number is incomplete.')
    : invalid('invalid_number', 'Your card number is invalid.')
}

function expiryError(expiry: string, today: Date): EntryError | undefined {
  const entered = readExpiry(expiry)
  if (!entered) return invalid('incomplete_expiry', "Your card's expiration date is incomplete.")
  const { month, year } = entered
  if (month < 1 || month > 12)
    return invalid('invalid_expiry_month', "Your card's expiration date is invalid.")
  const thisYear = today.getFullYear()
  if (year < thisYear)
    return invalid('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year === thisYear && month < today.getMonth() + 1) {
    return invalid('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  return year > thisYear + YEARS_AHEAD
    ? invalid('invalid_expiry_year', "Your card's expiration year is invalid.")
    : undefined
}

function cvcError({ number, cvc }: CardTexts): EntryError | undefined {
  const brand = brandOfEntry(number)
  const isComplete = brand === 'unknown' ? cvc.length >= 3 : cvc.length === shapeOf(brand).cvcLength
  return isComplete ? undefined : invalid('incomplete_cvc', "Your card's security code is incomplete.")
}
