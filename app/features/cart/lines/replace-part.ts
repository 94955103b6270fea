import { fetchQuote } from '#features/quote/client.ts'
import { type CartLine, changeCart } from '../cart-store.ts'

/**
 * Replaces a part of the cart by the one with that part number, in its place and with its quantity; one that is in the cart
 * already gets it in addition. Returns how to take that back, and the pieces of the other part before and after. Undefined when
 * there is no such part any more. Throws as a call.
 */
export async function replacePart(productId: string, sku: string): Promise<Replacement | undefined> {
  const { lines: answered } = await fetchQuote({ lines: [{ sku }] })
  const other = answered[0]?.productId
  if (other === undefined) return undefined
  let done: Replacement | undefined
  changeCart((lines) => {
    const quantity = lines.find((line) => line.productId === productId)?.quantity
    if (quantity === undefined) return lines
    const before = lines.find((line) => line.productId === other)?.quantity ?? 0
    done = {
      before,
      after: before + quantity,
      undo: () => undo({ productId, quantity }, other, before),
    }
    const replaced = { productId: other, quantity: before + quantity }
    return lines
      .filter((line) => line.productId !== other)
      .map((line) => (line.productId === productId ? replaced : line))
  })
  return done
}

interface Replacement {
  readonly before: number
  readonly after: number
  undo(): void
}

/** Puts the replaced line back, unless the other one has been changed since. */
function undo(replaced: CartLine, other: string, before: number): void {
  changeCart((lines) =>
    lines.flatMap((line) => {
      if (line.productId !== other || line.quantity !== before + replaced.quantity) return [line]
      return before === 0 ? [replaced] : [replaced, { productId: other, quantity: before }]
    }),
  )
}
