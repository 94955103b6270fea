export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'unknown'

/** The format of a brand's numbers: their lengths, their groups, and the length of the security code. */
export interface CardShape {
  readonly lengths: readonly number[]
  readonly groups: readonly number[]
  readonly cvcLength: number
}

const PREFIXES: readonly (readonly [CardBrand, RegExp])[] = [
  ['amex', /^3[47]/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35(2[89]|[3-8])/],
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['discover', /^(6011|64[4-9]|65)/],
  ['unionpay', /^(62|81)/],
]

const IN_FOURS: CardShape = { lengths: [16], groups: [4, 4, 4, 4], cvcLength: 3 }

const SHAPES: Partial<Record<CardBrand, CardShape>> = {
  amex: { lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  diners: { lengths: [14, 16], groups: [4, 4, 4, 4], cvcLength: 3 },
  unionpay: { lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3], cvcLength: 3 },
}

/** The brand of a number, by its first digits. */
export function brandOf(digits: string): CardBrand {
  return PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0] ?? 'unknown'
}

export const shapeOf = (brand: CardBrand): CardShape => SHAPES[brand] ?? IN_FOURS

/** Whether the check digit is correct (Luhn algorithm). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}
