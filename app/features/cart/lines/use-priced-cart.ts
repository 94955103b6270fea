import { useEffect, useMemo } from 'react'
import { withQuantity } from '#features/quote/repairs.ts'
import type { QuoteLine } from '#features/quote/schema.ts'
import { useQuote } from '#features/quote/use-quote.ts'
import { startPolling } from '#kit/ui/list/use-polled.ts'
import { type Cart, type CartLine, changeCart, refreshCart, useCart } from '../cart-store.ts'

/** A line of the cart with what the shop says of it. */
export interface PricedLine extends CartLine {
  /** Undefined until the shop has answered. Of the present quantity, also while the shop is asked again. */
  readonly quoted: QuoteLine | undefined
}

/** The lines of the cart, priced at once by what the shop last said of each part, and again by the shop. */
export function usePricedCart() {
  const { lines, state } = useLiveCart()
  const asked = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const body = lines.length === 0 ? undefined : JSON.stringify({ lines: asked })
  const ids = lines.map(({ productId }) => productId).join()
  const quote = useQuote(body, ids)
  const answered = quote.quote?.lines
  const priced = useMemo(() => {
    const byId = new Map((answered ?? []).map((line) => [idOf(line), line]))
    return lines.map((line): PricedLine => {
      const known = byId.get(line.productId)
      return { ...line, quoted: known && withQuantity(known, line.quantity) }
    })
  }, [lines, answered])
  return { lines: priced, state, quote, isSettled: quote.answered === body && quote.error === undefined }
}

/** The part as it was asked for: an unknown one has no id of its own. */
const idOf = ({ given, productId }: QuoteLine): string | undefined =>
  typeof given === 'string' ? productId : given.productId

export const setQuantity = (productId: string, quantity: number): boolean =>
  changeCart((lines) => lines.map((line) => (line.productId === productId ? { ...line, quantity } : line)))

/** Sets several quantities at once, by part. */
export const setQuantities = (quantities: ReadonlyMap<string, number>): boolean =>
  changeCart((lines) =>
    lines.map((line) => ({ ...line, quantity: quantities.get(line.productId) ?? line.quantity })),
  )

const EVERY_MS = 3000

/** The cart, for a page that shows it: changes on other devices appear within 5 seconds while the page is visible. */
function useLiveCart(): Cart {
  useEffect(() => {
    const { poll, stop } = startPolling({
      everyMs: EVERY_MS,
      load: refreshCart,
      // The store has the lines and the failures.
      onData: () => undefined,
      onError: () => undefined,
    })
    void poll()
    return stop
  }, [])
  return useCart()
}
