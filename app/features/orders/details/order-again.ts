import type { SignedInUser } from '#features/accounts/accounts.ts'
import { priceBuyer } from '#features/agreed-prices/agreed-prices.ts'
import { quoteLines } from '#features/quote/quote.ts'
import { buyerWordsOf } from '#kit/notes/buyer-words.ts'
import type { Shop } from '#kit/shop.ts'
import { toLine } from '../records/order-rows.ts'
import { findReadableOrder } from './order-details.ts'
import type { AgainQuote } from './schema.ts'

/**
 * What the lines of an order cost its reader now, each with what it was then; a part no longer sold is `unknown`. Refused (404):
 * an order that the reader may not read.
 */
export async function quoteAgain(shop: Shop, reader: SignedInUser, orderId: string): Promise<AgainQuote> {
  const order = await findReadableOrder(shop.db, reader, orderId)
  const ordered = order.lines.map(toLine)
  // An order has each part once, so no two lines are merged.
  const quote = await quoteLines(
    shop.db,
    await priceBuyer(shop, reader.id),
    ordered.map(({ sku, productId, quantity }) => ({ sku, productId, quantity })),
  )
  const lines = ordered.map(({ quantity, unitPrice, lineTotal, ...words }, index) => {
    const now = quote.lines[index]
    if (!now) throw new Error('The quote has a line for each line of the order.')
    // biome-ignore lint/suspicious/noThenProperty: the name in the answer; nothing awaits the line.
    return { ...now, ...buyerWordsOf(words), then: { quantity, unitPrice, lineTotal } }
  })
  return { ...quote, lines }
}
