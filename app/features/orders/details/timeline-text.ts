import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { upperFirst } from '#kit/text/first-letter.ts'
import { listText } from '#kit/text/list-text.ts'
import { momentText } from '#kit/text/moment-text.ts'
import { sumPieces } from '../left-to-ship.ts'
import { readGone } from '../records/gone-shipment.ts'
import type { OrderDetails, Shipment, TimelineEvent } from '../schema.ts'
import type { EventSource } from '../states.ts'
import { readChangedLines } from './changed-lines-text.ts'

/** What happened, in plain words: "Held until Tuesday 14:20", "Paid by card". Only to admins it has an e-mail. */
export function eventText(
  { kind, by, email, who = '', detail = '' }: TimelineEvent,
  nowMs: number,
  timeZone?: string,
): string {
  switch (kind) {
    case 'placed':
      if (by !== 'admin') return 'Placed'
      return email === undefined ? 'Placed for you by the shop' : 'Placed for the customer'
    case 'held':
      return `Held until ${momentText(detail.replace(/^until /, ''), nowMs, timeZone)}`
    case 'changed':
      return changedText(detail)
    case 'approval_asked':
      return 'Waits for an approval'
    case 'approved':
      return decidedText(`Approved by ${who}`, detail)
    case 'declined':
      return decidedText(`Declined by ${who}`, detail)
    case 'link_created':
      return 'Payment link created'
    case 'paid':
      return by === 'link' ? 'Paid by card, with the payment link' : 'Paid by card'
    case 'shipped':
      return 'Shipped'
    case 'reverted':
      return cancelledText()
    case 'refunded':
      return `Refunded, ${detail}`
    case 'restocked':
      return `${piecesText(Number(detail))} put back to stock, not to be shipped any more`
    case 'covered':
      return `${piecesText(Number(detail))} on backorder came into stock`
    case 'returned':
      return detail
    case 'disputed':
      return disputeText(detail)
    case 'cancelled':
      return 'Cancelled'
    case 'lapsed':
      return 'Cancelled, because it was not paid in time'
  }
}

/** With the note of who decided. */
const decidedText = (text: string, note: string): string => (note === '' ? text : `${text}: ${note}`)

/** What left in a shipment of an order with that many pieces: "Shipped with DHL", "200 of 300 pieces shipped". */
export function shipmentText(
  { carrier, lines }: Pick<Shipment, 'carrier' | 'lines'>,
  ordered: number,
): string {
  const what = partText(sumPieces(lines), ordered, 'shipped')
  return carrier === undefined ? what : `${what} with ${carrier}`
}

/** "Shipped" of all pieces, "200 of 300 pieces shipped" of a part. */
const partText = (pieces: number, ordered: number, verb: string): string =>
  pieces === ordered ? upperFirst(verb) : `${partOf(pieces, ordered)} ${verb}`

const partOf = (pieces: number, ordered: number): string =>
  `${formatCount(pieces)} of ${formatCount(ordered)} pieces`

const cancelledText = (what = ''): string => `Shipment${what} cancelled: not shipped yet`

/** The text of an event about a shipment that is gone, then or later; undefined if that is not known. */
export function goneText(
  event: TimelineEvent,
  { events, quantity }: Pick<OrderDetails, 'events' | 'quantity'>,
): string | undefined {
  const gone = readGone(event)
  if (gone?.isLost) return `${partText(gone.pieces, quantity, 'lost on the way')}: sent again`
  if (gone) return cancelledText(gone.pieces === quantity ? '' : ` of ${partOf(gone.pieces, quantity)}`)
  const later = events.map(readGone).find((one) => event.kind === 'shipped' && one?._id === event.detail)
  return later && shipmentText({ ...later, lines: [{ position: 0, quantity: later.pieces }] }, quantity)
}

/** Of a part of the money with its amount: "Dispute over $50.00 decided for the shop". */
function disputeText(detail: string): string {
  const [state = '', amount] = detail.split(' ')
  const text = DISPUTES[state] ?? 'Payment disputed'
  if (amount === undefined) return text
  return state === 'open'
    ? `${amount} of the payment disputed at the bank`
    : text.replace('Dispute', `Dispute over ${amount}`)
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
  carrier: 'carrier',
  tracking: 'tracking number',
}

const FORMER = ': before '

/** The detail of a change for admins: the names of the fields, and what phone number and address were before. */
export const changedDetail = (fields: string, former: string): string => `${fields}${FORMER}${former}`

/** "PO number and address changed", and for admins what it was before. */
function changedText(detail: string): string {
  const lines = readChangedLines(detail)
  if (lines) return `Lines changed: ${lines.join('; ')}`
  const [fields = '', ...former] = detail.split(FORMER)
  const text = `${changedFields(fields)} changed`
  return former.length > 0 ? `${text}${FORMER}${former.join(FORMER)}` : text
}

/** "PO number and address": the names of the fields, as a beginning of a sentence. */
const changedFields = (detail: string): string => upperFirst(listText(changedFieldNames(detail)))

/** The names of the fields in the detail of a change, in words. */
export const changedFieldNames = (detail: string): string[] =>
  detail.split(', ').map((field) => FIELD_NAMES[field] ?? field)

/** Who caused an event, in words. */
export const sourceText: Readonly<Record<EventSource, string>> = {
  customer: 'customer',
  admin: 'shop',
  shop: 'automatically',
  provider: 'payment provider',
  link: 'payment link',
  approver: 'company',
}
