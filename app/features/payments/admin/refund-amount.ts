import { moneyUnit } from '#kit/identity/shop-currency.ts'
import { centsToDollars, exactCents, formatTotal } from '#kit/money.ts'

/** The amount, in the currency of the shop, of a typed text such as "12.5", "$12.50" or "12,50"; undefined when it is none. */
export function readAmount(text: string): number | undefined {
  const match = /^\p{Sc}? ?(\d{1,6})(?:[.,](\d{1,2}))?$/u.exec(text.trim())
  return match ? centsToDollars(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))) : undefined
}

/** What is wrong with the amount to refund; undefined when it can be refunded. `left` is in the currency of the shop. */
export function amountProblem(text: string, left: number): string | undefined {
  if (text.trim() === '') return 'The amount is required.'
  const amount = readAmount(text)
  if (amount === undefined) return `The amount is a sum in ${moneyUnit()}, such as 12.50.`
  if (amount === 0) return 'The amount has to be more than zero.'
  return amount > left ? `At most ${formatTotal(left)} can be refunded.` : undefined
}

/** What was refunded in the provider's dashboard, in the currency of the shop: `refunded` in all, without the refunds that were made here. */
export function refundedElsewhere(
  refunded: number,
  refunds: readonly { readonly amount: number; readonly state: string }[],
): number {
  const made = refunds.filter(({ state }) => state === 'pending' || state === 'succeeded')
  const cents = made.reduce((sum, { amount }) => sum + exactCents(amount), 0)
  return centsToDollars(Math.max(exactCents(refunded) - cents, 0))
}
