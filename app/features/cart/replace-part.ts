import { fetchQuote } from '#features/quote/client.ts'
import { changeCart } from './cart-store.ts'

/**
 * Replaces a part of the cart by the one with that part number, in its place and with its quantity; one that is in the cart
 * already gets it in addition. False when there is no such part any more. Throws as a call.
 */
export async function replacePart(productId: string, sku: string): Promise<boolean> {
  const { lines: answered } = await fetchQuote({ lines: [{ sku }] })
  const other = answered[0]?.productId
  if (other === undefined) return false
  return changeCart((lines) => {
    const quantity = lines.find((line) => line.productId === productId)?.quantity
    if (quantity === undefined) return lines
    const before = lines.find((line) => line.productId === other)?.quantity ?? 0
    const replaced = { productId: other, quantity: before + quantity }
    return lines
      .filter((line) => line.productId !== other)
      .map((line) => (line.productId === productId ? replaced : line))
  })
}
