import { priceTexts } from '#features/pricing/texts.ts'
import type { MailLine, MailTable } from '#kit/mail/layout.ts'
import { centsToDollars, e4ToDollars, formatPrice, formatTotal, totalCents } from '#kit/money.ts'
import { buyerWordsOf } from '#kit/notes/buyer-words.ts'
import { buyerWordsTexts } from '#kit/notes/buyer-words-texts.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { chargesOf, withTaxText } from '../charges.ts'
import type { LineRow } from '../records/order-rows.ts'
import type { MailedOrder } from './mailed-order.ts'

/** The most lines of an order in a mail. */
const MAXIMUM_LISTED = 20

/** The lines, each with what it comes to. */
export const lineTable = (lines: readonly LineRow[]): MailTable => ({
  lines: listed(lines, (line, index) => ({
    name: lines.length > 1 ? `${index + 1}. ${line.product_name}` : line.product_name,
    details: [
      line.sku,
      ...buyerWordsTexts(buyerWordsOf(line)),
      `${piecesText(line.quantity)}, ${formatPrice(e4ToDollars(line.unit_price_e4))} ${priceTexts.perPiece}`,
    ],
    amount: centsText(totalCents(line.unit_price_e4, line.quantity)),
  })),
})

/** The lines with what is charged besides, and the total. */
export const orderTable = (order: MailedOrder): MailTable => ({
  ...lineTable(order.lines),
  sums: [...chargesOf(order), { text: 'Total', value: formatTotal(order.payable), isTotal: true }],
})

/** The pieces that are refunded, and the delivery, each with its amount; undefined of an amount alone. */
export function refundTable(
  order: MailedOrder,
  { lines, deliveryCents }: NonNullable<MailedOrder['refund']>,
  heading = 'Refunded',
): MailTable | undefined {
  if (lines.length === 0 && deliveryCents === null) return undefined
  const withTax = withTaxText(order.tax)
  return {
    heading: heading + withTax,
    lines: listed(lines, ({ position, quantity, cents }) => {
      const { sku = '', product_name = '' } = order.lines.find((line) => line.position === position) ?? {}
      return { name: product_name, details: [sku, piecesText(quantity)], amount: centsText(cents) }
    }),
    ...(deliveryCents !== null && {
      sums: [{ text: `${heading} delivery`, value: centsText(deliveryCents) }],
    }),
  }
}

/** The first of many; the page of the order has all. */
function listed<Line>(lines: readonly Line[], show: (line: Line, index: number) => MailLine): MailLine[] {
  const others = lines.length - MAXIMUM_LISTED
  const more = { name: `and ${formatCount(others)} more ${others === 1 ? 'line' : 'lines'}`, details: [] }
  return [...lines.slice(0, MAXIMUM_LISTED).map(show), ...(others > 0 ? [more] : [])]
}

const centsText = (cents: number): string => formatTotal(centsToDollars(cents))
