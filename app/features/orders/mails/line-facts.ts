import { priceTexts } from '#features/pricing/texts.ts'
import { e4ToDollars, formatPrice } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import type { LineRow } from '../records/order-rows.ts'

/** The only line with a fact for each of its parts; several lines with one fact each. */
export function lineFacts(lines: readonly LineRow[]): Record<string, string> {
  const [line] = lines
  if (!line || lines.length > 1) return listedLines(lines)
  return {
    Part: line.product_name,
    'Part number': line.sku,
    Quantity: quantity(line),
    Price: price(line),
  }
}

/** The most lines of an order in a mail. */
export const MAXIMUM_LISTED = 20

function listedLines(lines: readonly LineRow[]): Record<string, string> {
  const listed = lines
    .slice(0, MAXIMUM_LISTED)
    .map((one, index) => [`${index + 1}. ${one.sku}`, `${one.product_name}: ${quantity(one)}, ${price(one)}`])
  const others = lines.length - listed.length
  return Object.fromEntries(
    others > 0 ? [...listed, ['More lines', `and ${formatCount(others)} more`]] : listed,
  )
}

const quantity = (line: LineRow): string => piecesText(line.quantity)

const price = (line: LineRow): string =>
  `${formatPrice(e4ToDollars(line.unit_price_e4))} ${priceTexts.perPiece}`
