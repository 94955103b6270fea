import { arrivesText, methodText } from '#features/delivery/texts.ts'
import { taxText } from '#features/tax/texts.ts'
import type { Facts, MailLayout } from '#kit/mail/layout.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { orderTable, type refundTable } from './line-tables.ts'
import type { MailedOrder } from './mailed-order.ts'

/** What several mails about an order have in common. */

export const centsText = (cents: number): string => formatTotal(centsToDollars(cents))

export const greeting = ({ name }: MailedOrder): string => (name === undefined ? 'Hello,' : `Hello ${name},`)

export const total = (order: MailedOrder): string => formatTotal(order.payable)

/** The lines with their sums, below those of a refund, and what else is known of the order. */
export const ofOrder = (
  order: MailedOrder,
  refunded?: ReturnType<typeof refundTable>,
): Pick<MailLayout, 'tables' | 'facts'> => ({
  tables: refunded ? [refunded, { heading: 'Your order', ...orderTable(order) }] : [orderTable(order)],
  facts: { ...orderFacts(order), ...taxFacts(order) },
})

export const PO_NUMBER = 'PO number'

export const orderFacts = (order: MailedOrder): Facts => ({
  'Order number': order.number,
  ...(order.po_number !== null && { [PO_NUMBER]: order.po_number }),
  ...(order.address !== undefined && { 'Deliver to': order.addressLines ?? order.address }),
  Order: order.id,
})

/** Which tax is in the total, unless a sum says it, and what the law wants to be said. */
function taxFacts({ tax }: MailedOrder): Facts {
  if (!tax) return {}
  const text = tax.kind === 'none' || tax.kind === 'added' ? [] : [taxText(tax)]
  const lines = [...text, ...(tax.note === undefined ? [] : [tax.note])]
  return lines.length === 0 ? {} : { Tax: lines }
}

/** How the order is delivered, and when it arrives. */
export const arrivalFacts = ({ delivery }: MailedOrder, arrives = delivery?.arrives): Facts =>
  delivery && arrives ? { Delivery: [methodText(delivery), arrivesText(arrives)] } : {}
