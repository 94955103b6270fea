import { formatTotal } from '#kit/money.ts'
import type { MemberLimits } from '../schema.ts'

/** The limits of a member in words: "$300.00 an order, $1,000.00 a month". */
export function limitsText({ order, month }: MemberLimits): string {
  const parts = [
    ...(order === undefined ? [] : [`${formatTotal(order)} an order`]),
    ...(month === undefined ? [] : [`${formatTotal(month)} a month`]),
  ]
  return parts.length === 0 ? 'No limit' : parts.join(', ')
}
