import { fetchQuote } from '#features/quote/client.ts'
import { type CartLine, changeCart } from '../cart-store.ts'
import { cartLine } from '../lines.ts'

/**
 * Replaces a part of the cart by the one with that part number, in its place and with its quantity and words; one that is in the cart
 * already gets it in addition. Returns how to take that back, and the pieces of the other part before and after. Undefined when
 * there is no such part any more. Throws as a call.
 */
export async function replacePart(productId: string, sku: string): Promise<Replacement | undefined> {
  const { lines: answered } = await fetchQuote({ lines: [{ sku }] })
  const other = answered[0]?.productId
  if (other === undefined) return undefined
  let done: Replacement | undefined
  changeCart((lines) => {
    const line = lines.find((each) => each.productId === productId)
    if (!line) return lines
    const otherLine = lines.find((each) => each.productId === other)
    const before = otherLine?.quantity ?? 0
    const replaced = cartLine({ ...line, ...otherLine, productId: other, quantity: before + line.quantity })
    done = { before, after: replaced.quantity, undo: () => undo(line, replaced, otherLine) }
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
function undo(before: CartLine, replaced: CartLine, other: CartLine | undefined): void {
  changeCart((lines) =>
    lines.flatMap((line) => {
      if (line.productId !== replaced.productId || line.quantity !== replaced.quantity) return [line]
      return other ? [before, other] : [before]
    }),
  )
}
