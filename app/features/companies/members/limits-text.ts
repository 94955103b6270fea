import { formatTotal } from '#kit/money.ts'
import type { MemberLimits } from '../schema.ts'

/** The limits of a member in words: "$300.00 per order, $1,000.00 per month". */
export function limitsText({ order, month }: MemberLimits): string {
  const parts = [
    ...(order === undefined ? [] : [`${formatTotal(order)} per order`]),
    ...(month === undefined ? [] : [`${formatTotal(month)} per month`]),
  ]
  return parts.length === 0 ? 'No limit' : parts.join(', ')
}
