import { listText } from '#kit/list-text.ts'
import { momentText } from './moment-text.ts'
import type { TimelineEvent } from './schema.ts'
import type { EventSource } from './states.ts'

/** What happened, in plain words: "Held until Tuesday 14:20", "Paid by card". The same for buyer and seller. */
export function eventText(
  { kind, by, detail = '' }: TimelineEvent,
  nowMs: number,
  timeZone?: string,
): string {
  switch (kind) {
    case 'placed':
      return 'Placed'
    case 'held':
      return `Held until ${momentText(detail.replace(/^until /, ''), nowMs, timeZone)}`
    case 'changed':
      return `${changedFields(detail)} changed`
    case 'link_created':
      return 'Payment link created'
    case 'paid':
      return by === 'link' ? 'Paid by card, with the payment link' : 'Paid by card'
    case 'shipped':
      return 'Shipped'
    case 'reverted':
      return 'Back to pending: not shipped yet'
    case 'refunded':
      return `Refunded, ${detail}`
    case 'disputed':
      return DISPUTES[detail] ?? 'Payment disputed'
    case 'cancelled':
      return 'Cancelled'
    case 'lapsed':
      return 'Cancelled, because it was not paid in time'
  }
}

const DISPUTES: Readonly<Record<string, string>> = {
  open: 'Payment disputed at the bank',
  won: 'Dispute decided for the shop',
  lost: 'Dispute decided for the card’s owner',
  withdrawn: 'Dispute withdrawn',
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  poNumber: 'PO number',
  note: 'note',
  phone: 'phone number',
  address: 'address',
}

/** "PO number and address": the names of the fields, as a beginning of a sentence. */
function changedFields(detail: string): string {
  const text = listText(detail.split(', ').map((field) => FIELD_NAMES[field] ?? field))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Who caused an event, in words. */
export const sourceText: Readonly<Record<EventSource, string>> = {
  customer: 'customer',
  admin: 'shop',
  shop: 'automatically',
  provider: 'payment provider',
  link: 'payment link',
}
