import { taxText } from '#features/tax/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { linesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { countedDelivery, sumOf } from './checkout-texts.ts'
import { OrderRefusal } from './order-refusal.tsx'
import type { useCheckout } from './use-checkout.ts'

type Checkout = ReturnType<typeof useCheckout>

/** What the order comes to: goods, delivery and tax, and the sum with the button, which is pinned on a phone. */
export function CheckoutSum({ checkout }: { checkout: Checkout }) {
  const { quoted, error, busy, isLoading, gone } = checkout
  const { quote, isSettled } = quoted
  const isOrderable = quote?.orderable === true && quote.noDelivery === undefined
  const sum = isOrderable && !gone ? formatTotal(sumOf(quote)) : undefined
  return (
    <>
      {isOrderable && !gone && <Charges quote={quote} />}
      <div className="bottom-bar sticky bottom-0 z-2 grid gap-2 border-line bg-paper max-lg:-mx-4 max-lg:mt-4 max-lg:border-t max-lg:px-4 max-lg:py-3 md:max-lg:mx-0 md:max-lg:px-0 lg:static">
        <OrderRefusal error={error} />
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-muted text-sm">Total</span>
          <span role="status" className="text-muted text-sm">
            {quote && !isSettled && quoted.error === undefined && 'Being updated…'}
          </span>
          <output className={`font-semibold text-xl ${isSettled ? '' : 'text-muted'}`}>{sum ?? '–'}</output>
        </p>
        <Button type="submit" busy={busy} disabled={isLoading || !isOrderable} className="w-full">
          {sum === undefined ? 'Place order' : `Place order · ${sum}`}
        </Button>
      </div>
    </>
  )
}

/** The sums that make the total, and the tax with its note. */
function Charges({ quote }: { quote: NonNullable<Checkout['quoted']['quote']> }) {
  const { lines, totalPrice, tax } = quote
  const delivery = countedDelivery(quote)
  const rows = [
    [`Goods: ${linesText(lines.length)}`, formatTotal(totalPrice)],
    ...(delivery
      ? [[`Delivery: ${delivery.name}`, delivery.price === 0 ? 'free' : formatTotal(delivery.price)]]
      : []),
  ]
  return (
    <div className="grid gap-1 text-sm">
      <dl className="grid gap-1 tabular-nums">
        {rows.map(([text, value]) => (
          <div key={text} className="flex justify-between gap-4">
            <dt className="text-muted wrap-anywhere">{text}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {tax && <p className="text-muted">{taxText(tax)}</p>}
      {tax?.note !== undefined && <p className="text-pretty text-muted">{tax.note}</p>}
    </div>
  )
}
