import type { WaitingOrder } from '#features/company-orders/client.ts'
import { addTotals, formatTotal } from '#kit/money.ts'

/** Why an order waits: "Above the limit per order, $300.00." */
export function whyText({ approval }: Pick<WaitingOrder, 'approval'>): string {
  const { orderLimit, monthLimit } = approval ?? {}
  const reasons = [
    ...(orderLimit === undefined ? [] : [`the limit per order, ${formatTotal(orderLimit)}`]),
    ...(monthLimit === undefined ? [] : [`the limit per month, ${formatTotal(monthLimit)}`]),
  ]
  return `Above ${reasons.join(', and above ')}.`
}

/** What it does to the month: "The month comes to $1,100.00 with this order, and to $900.00 without it. The limit is $1,000.00." */
export function monthText({ payable, month }: Pick<WaitingOrder, 'payable' | 'month'>): string {
  const withIt = formatTotal(addTotals([month.others, payable]))
  const limit = month.limit === undefined ? '' : ` The limit is ${formatTotal(month.limit)}.`
  return `The month comes to ${withIt} with this order, and to ${formatTotal(month.others)} without it.${limit}`
}
