import type { Order } from '#features/orders/schema.ts'
import { foldText } from '#kit/text/fold-text.ts'

/**
 * The orders that have every word of the search: in order number, PO number, invoice number, or in name or part number
 * of a product. An id or a transaction id finds its order when it is whole. Spaces, hyphens and the kind of `×` do not matter: "m8x40" finds
 * "M8 × 40".
 */
export function findMyOrders(orders: Order[], q: string): Order[] {
  const words = q.split(/\s+/).map(squeeze).filter(Boolean)
  if (words.length === 0) return orders
  return orders.filter((order) => {
    const text = searchText(order)
    const ids = [order._id, order.transactionId ?? ''].map(squeeze)
    return words.every((word) => text.includes(word) || ids.includes(word))
  })
}

const searchText = ({ number, poNumber = '', invoice = '', lines }: Order): string =>
  [number, poNumber, invoice, ...lines.flatMap(({ product, sku }) => [product, sku])].map(squeeze).join('\n')

const squeeze = (text: string): string => foldText(text).replaceAll('×', 'x').replace(/[\s-]/g, '')
