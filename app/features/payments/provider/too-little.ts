import { DEFAULT_CURRENCY } from '#kit/identity/shop-currency.ts'
import { formatTotal } from '#kit/money.ts'

/** Why an amount is not charged. In other currencies the provider wants what comes to so much in that of its payouts. */
export const tooLittleText = (currency: string): string =>
  currency === DEFAULT_CURRENCY
    ? `Card payments begin at ${formatTotal(0.5)}. Order more pieces.`
    : 'This is too little for a payment by card. Order more pieces.'
