import type { PricedFor } from '#features/agreed-prices/agreed-prices.ts'
import type { OrderedProduct } from '#features/catalog/catalog.ts'
import {
  type LineRow,
  lineProblem,
  lineRow,
  linesRefusal,
  type OrderedLine,
  type OrderWithLines,
  orderedLine,
} from '#features/orders/changing.ts'
import type { DeliveredLine } from '#features/quote/order-terms.ts'
import { totalCents } from '#kit/money.ts'
import { buyerWordsOf } from '#kit/notes/buyer-words.ts'
import { fromE4 } from '#kit/ten-thousandths.ts'
import type { AskedChange } from './schema.ts'

/**
 * A line that an order is to have. One that stays as it is keeps its price, also when its part is no longer sold; another one has
 * the price and the rules of today with the words that it had, and `held` are the pieces that the order has of its product already.
 */
export type PlannedLine =
  | { readonly kept: LineRow; readonly leadDays: number | undefined }
  | { readonly changed: OrderedLine & { readonly held: number } }

/**
 * The lines of a request as they are planned, with the products for sale of these lines in their sequence; undefined where a line
 * changes whose part is no longer sold. What the company of the order calls parts, by their ids, is for lines that come in.
 */
export function plan(
  order: OrderWithLines,
  lines: AskedChange['lines'],
  products: readonly PricedFor<OrderedProduct | undefined>[],
  called?: ReadonlyMap<string, string>,
): (PlannedLine | undefined)[] {
  const rows = new Map(order.lines.map((row) => [row.product_id, row]))
  return lines.map(({ productId, quantity }, index): PlannedLine | undefined => {
    const product = products[index]
    const row = rows.get(productId)
    if (row && row.quantity === quantity) return { kept: row, leadDays: product?.leadDays }
    const words = buyerWordsOf(row ?? { own: called?.get(productId) })
    return product && { changed: { ...orderedLine(product, quantity, words), held: row?.quantity ?? 0 } }
  })
}

/**
 * The lines that the order is to have, with the products for sale of these lines in their sequence. Refused with all that is wrong
 * with them, each by its index: a part that is no longer sold and changes (404), a quantity that cannot be ordered (422, 409).
 */
export function planLines(
  order: OrderWithLines,
  lines: AskedChange['lines'],
  products: readonly PricedFor<OrderedProduct | undefined>[],
  called: ReadonlyMap<string, string>,
): PlannedLine[] {
  const planned = plan(order, lines, products, called)
  const problems = lines.flatMap(({ quantity }, index) => {
    const line = planned[index]
    return line && 'kept' in line
      ? []
      : (lineProblem({ product: line && withHeld(line.changed), quantity }, index) ?? [])
  })
  if (problems.length > 0) throw linesRefusal(problems, true)
  return planned.filter((line) => line !== undefined)
}

/** The product with the pieces that the order has of it. */
const withHeld = ({ product, held }: { product: OrderedProduct; held: number }): OrderedProduct => ({
  ...product,
  quantity: product.quantity + held,
})

/** Whether the order has exactly these lines already. */
export const isAsBefore = (order: OrderWithLines, planned: readonly (PlannedLine | undefined)[]): boolean =>
  planned.length === order.lines.length && planned.every((line) => line && 'kept' in line)

/** The lines of the order whose products are not among these. */
export const removedLines = (order: OrderWithLines, planned: readonly PlannedLine[]): LineRow[] => {
  const ids = new Set(planned.map(productIdOf))
  return order.lines.filter(({ product_id }) => !ids.has(product_id))
}

const productIdOf = (line: PlannedLine): string =>
  'kept' in line ? line.kept.product_id : line.changed.product._id

/** The lines as rows of the order, by their positions. */
export const plannedRows = (orderId: string, planned: readonly PlannedLine[]): LineRow[] =>
  planned.map((line, position) =>
    'kept' in line ? { ...line.kept, position } : lineRow(orderId, position, line.changed),
  )

/** The sum of rows in cents. */
export const rowsCents = (rows: readonly LineRow[]): number =>
  rows.reduce((sum, row) => sum + totalCents(row.unit_price_e4, row.quantity), 0)

/** What a carrier asks of a line: the weight as it was ordered. */
export const deliveredLine = (line: PlannedLine): DeliveredLine =>
  'kept' in line
    ? {
        weight: line.kept.weight_e4 === null ? undefined : fromE4(line.kept.weight_e4),
        leadDays: line.leadDays,
        quantity: line.kept.quantity,
      }
    : { ...line.changed.product, quantity: line.changed.quantity }
