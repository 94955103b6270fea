import { DEFAULT_IDENTITY, shopIdentity } from '#kit/identity/shop-identity.ts'

/**
 * The currency in which the shop sells: its ISO 4217 code in lower case, as the card provider needs it. Prices and sums are
 * numbers everywhere; what shows one asks here.
 */
export const shopCurrency = (): string => shopIdentity().currency

export const DEFAULT_CURRENCY = DEFAULT_IDENTITY.currency

/** As invoices, files and structured data name it: "USD". */
export const currencyCode = (): string => shopCurrency().toUpperCase()

/** Signs of one currency only; others are told by their code. */
const SIGNS: Readonly<Record<string, string>> = { usd: '$', eur: '€', gbp: '£' }

/** What stands before an amount: "$", or "CHF" and a space at which no line breaks. */
export const moneySign = (): string => SIGNS[shopCurrency()] ?? `${currencyCode()}\u00a0`

/** What an amount is counted in, for labels: "dollars", "EUR". */
export const moneyUnit = (): string => (shopCurrency() === 'usd' ? 'dollars' : currencyCode())
