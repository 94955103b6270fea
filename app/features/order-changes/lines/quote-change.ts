import { priceBuyer, pricesFor } from '#features/agreed-prices/agreed-prices.ts'
import { findNamedProducts } from '#features/catalog/catalog.ts'
import { type LineRow, type OrderWithLines, toLine } from '#features/orders/changing.ts'
import { termsMembers } from '#features/orders/orders.ts'
import { judgeLines } from '#features/quote/line-terms.ts'
import { toQuotedTerms } from '#features/quote/order-terms.ts'
import { quoteLines } from '#features/quote/quote.ts'
import { withQuantity } from '#features/quote/repairs.ts'
import type { Quote, QuoteLine } from '#features/quote/schema.ts'
import { centsToDollars, wholeCents } from '#kit/money.ts'
import { findChangeable, type LinesContext } from './change-lines.ts'
import { deliveredLine, isAsBefore, plan } from './planned-lines.ts'
import { findPlannedTerms, keepsDelivery } from './planned-terms.ts'
import type { AskedChange } from './schema.ts'

/**
 * What an unpaid order would come to with these lines, and what is wrong with them: those that stay as they are keep their
 * prices, and the stock of a part includes the pieces that the order has. Nothing is reserved. Refused as `findChangeable` does.
 */
export async function quoteChange(
  context: LinesContext,
  orderId: string,
  { lines: asked, delivery }: AskedChange,
): Promise<Quote> {
  const { db } = context.shop
  const order = await findChangeable(context, orderId)
  // The prices of its customer or its company, also when an admin asks.
  const buyer = await priceBuyer(context.shop, order.user_id, order.company_id)
  const products = await pricesFor(db, buyer, await findNamedProducts(db, asked))
  const rows = new Map(order.lines.map((row) => [row.product_id, row]))
  // Each product once, so no two lines are merged.
  const { lines: quoted } = await quoteLines(db, buyer, asked)
  const lines = quoted.map((line, index) => {
    const row = rows.get(asked[index]?.productId ?? '')
    return row ? withOwnPieces(line, row) : line
  })
  const judged = { lines, ...judgeLines(lines) }
  const planned = plan(order, asked, products)
  if (keepsDelivery(order, delivery) && isAsBefore(order, planned)) return { ...judged, ...termsOf(order) }
  const delivered = planned
    .filter((line) => line !== undefined)
    .map(deliveredLine)
    .filter(({ quantity }) => quantity > 0)
  const linesCents = wholeCents(judged.totalPrice)
  const terms = await findPlannedTerms(context, order, { lines: delivered, linesCents, delivery })
  return { ...judged, ...toQuotedTerms(terms.found, terms.asked) }
}

/** The line of a part that the order has: as it is, or with the pieces that the order holds in its stock. */
function withOwnPieces(line: QuoteLine, row: LineRow): QuoteLine {
  const { available, quantity } = line
  const held = available === undefined ? line : { ...line, available: available + row.quantity }
  if (quantity === row.quantity) {
    const { problem: _, fixes: __, advice: ___, ...rest } = held
    const { productId, sku, product, unitPrice, lineTotal } = toLine(row)
    return { ...rest, productId, sku, product, unitPrice, lineTotal }
  }
  // Judged anew, by the stock with these pieces.
  return quantity === undefined ? held : withQuantity({ ...held, quantity: row.quantity }, quantity)
}

/** The terms that an order has: what is not changed comes to what it came to. */
function termsOf(row: OrderWithLines): Partial<Quote> {
  const { delivery, tax, weight } = termsMembers(row)
  return {
    ...(weight !== undefined && { weight }),
    deliveries: delivery ? [delivery] : [],
    ...(delivery && { delivery: delivery._id }),
    ...(tax && { tax }),
    payable: centsToDollars(row.total_cents),
  }
}
