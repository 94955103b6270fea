import type { WaitingOrder } from '#features/company-orders/client.ts'
import { addTotals, formatTotal } from '#kit/money.ts'

/** Why an order waits: "Above the limit of an order, $300.00." */
export function whyText({ approval }: Pick<WaitingOrder, 'approval'>): string {
  const { orderLimit, monthLimit } = approval ?? {}
  const reasons = [
    ...(orderLimit === undefined ? [] : [`the limit of an order, ${formatTotal(orderLimit)}`]),
    ...(monthLimit === undefined ? [] : [`the limit of the month, ${formatTotal(monthLimit)}`]),
  ]
  return `Above ${reasons.join(', and above ')}.`
}

/** What it does to the month: "The month comes to $1,100.00 with it, of $1,000.00, and to $900.00 without it." */
export function monthText({ payable, month }: Pick<WaitingOrder, 'payable' | 'month'>): string {
  const withIt = formatTotal(addTotals([month.others, payable]))
  const limit = month.limit === undefined ? '' : `, of ${formatTotal(month.limit)}`
  return `The month comes to ${withIt} with it${limit}, and to ${formatTotal(month.others)} without it.`
}
