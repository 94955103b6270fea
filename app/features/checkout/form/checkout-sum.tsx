import { Charges, TaxNotes } from '#features/order-page/components.tsx'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { countedDelivery, sumOf } from './checkout-texts.ts'
import { OrderRefusal } from './order-refusal.tsx'
import type { useCheckout } from './use-checkout.ts'

type Checkout = ReturnType<typeof useCheckout>

type CheckoutSumProps = {
  checkout: Checkout
  /** What the button does; by default it places the order, and says for how much. */
  action?: string | undefined
  /** Why the order cannot be placed yet. */
  blocked?: string | undefined
  /** The note of the tax is said at a field. */
  isNoteSaid?: boolean
}

/** What the order comes to: goods, delivery, tax, their sum and the button, which are pinned together. */
export function CheckoutSum({ checkout, action, blocked, isNoteSaid = false }: CheckoutSumProps) {
  const { quoted, error, busy, isLoading, gone } = checkout
  const { quote, isSettled } = quoted
  const isOrderable = quote?.orderable === true && quote.noDelivery === undefined
  const sum = isOrderable && !gone ? formatTotal(sumOf(quote)) : undefined
  return (
    <div
      data-tall
      className="bottom-bar sticky bottom-0 z-2 grid shrink-0 grid-cols-1 gap-2 border-line border-t bg-paper max-lg:-mx-4 max-lg:mt-4 max-lg:px-4 max-lg:py-2 md:max-lg:mx-0 md:max-lg:px-0 lg:static lg:mx-6 lg:py-4"
    >
      <OrderRefusal error={error} />
      {blocked !== undefined && (
        <p role="status" className="text-sm text-wait">
          {blocked}
        </p>
      )}
      {isOrderable && !gone && <Sums quote={quote} isNoteSaid={isNoteSaid} />}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted text-sm">Total</span>
        <span role="status" className="text-muted text-sm">
          {quote && !isSettled && quoted.error === undefined && 'Being updated…'}
        </span>
        <output className={`font-semibold text-xl ${isSettled ? '' : 'text-muted'}`}>{sum ?? '–'}</output>
      </p>
      <Button
        type="submit"
        busy={busy}
        disabled={isLoading || !isOrderable || blocked !== undefined}
        className="w-full whitespace-normal! wrap-anywhere"
      >
        {action ?? (sum === undefined ? 'Place order' : `Place order · ${sum}`)}
      </Button>
    </div>
  )
}

/** What makes the total: goods, delivery, and the tax with its note. */
type SumsProps = { quote: NonNullable<Checkout['quoted']['quote']>; isNoteSaid: boolean }

function Sums({ quote, isNoteSaid }: SumsProps) {
  const { totalPrice } = quote
  const tax = quote.tax && { ...quote.tax, note: isNoteSaid ? undefined : quote.tax.note }
  const order = { totalPrice, payable: sumOf(quote), delivery: countedDelivery(quote), tax }
  return (
    <div className="grid gap-1 max-lg:text-xs max-lg:[&_:is(dl,div)]:text-xs max-lg:[&_dl]:gap-0">
      <Charges order={order} />
      <TaxNotes order={order} />
    </div>
  )
}
