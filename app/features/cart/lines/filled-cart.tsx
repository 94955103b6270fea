import { QuoteFailure } from '#features/quote/quote-failure.tsx'
import { sumUp } from '#features/quote/repairs.ts'
import { formatTotal } from '#kit/money.ts'
import { linesText } from '#kit/text/count-text.ts'
import { CartLines } from './cart-lines.tsx'
import { CartSum } from './cart-sum.tsx'
import { useQuantityChanges } from './quantity-changes.ts'
import type { usePricedCart } from './use-priced-cart.ts'

/** The lines of the cart beside their total. An empty cart does not load this code. */
export function FilledCart({ cart }: { cart: ReturnType<typeof usePricedCart> }) {
  const { lines, quote } = cart
  const changes = useQuantityChanges()
  return (
    <div className="cart">
      <div className="grid min-w-0 gap-4">
        {quote.error !== undefined && <QuoteFailure quoted={quote} what="cart" />}
        <CartLines lines={lines} changes={changes} />
      </div>
      <aside aria-label="Total" className="cart-side">
        <CartSum cart={cart} changes={changes} />
      </aside>
      <SpokenSum cart={cart} />
    </div>
  )
}

/** What a screen reader reads when the shop has answered: not at every key. */
function SpokenSum({ cart: { lines, isSettled } }: { cart: ReturnType<typeof usePricedCart> }) {
  const { right, rightTotal, wrong } = sumUp(lines.flatMap(({ quoted }) => quoted ?? []))
  const problems = wrong.length === 0 ? '' : `, ${linesText(wrong.length)} with a problem`
  return (
    <p role="status" className="sr-only">
      {isSettled && `${linesText(right.length)}, ${formatTotal(rightTotal)}${problems}`}
    </p>
  )
}
