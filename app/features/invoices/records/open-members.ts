import { centsToDollars } from '#kit/money.ts'
import { dayNumber } from '#kit/time.ts'
import type { ListedDocument } from '../schema.ts'

/** What is open of an invoice, and since how many days it was to be paid. */
export function openMembers(
  due: string | undefined,
  openCents: number | null,
  today: string,
): Pick<ListedDocument, 'open' | 'overdueDays'> {
  if (openCents === null || openCents <= 0) return {}
  const late = due === undefined ? 0 : dayNumber(Date.parse(today)) - dayNumber(Date.parse(due))
  return { open: centsToDollars(openCents), overdueDays: Math.max(late, 0) }
}
