import { Link } from 'react-router'
import type { CartLine } from '#features/cart/cart-store.ts'
import { CART_PATH } from '#features/cart/paths.ts'
import type { Quote } from '#features/quote/schema.ts'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/button.tsx'
import { useFocusOnError } from '#kit/ui/use-focus-on-error.ts'
import { useTypedText } from '#kit/ui/use-typed-text.ts'
import { CheckoutSummary } from './checkout-summary.tsx'
import { OrderRefusal } from './order-refusal.tsx'
import { PurchaseFields } from './purchase-fields.tsx'
import { ShippingFields } from './shipping-fields.tsx'
import { useCheckout } from './use-checkout.ts'
import { type Customer, useCustomer } from './use-customer.ts'
import { useOrderQuote } from './use-order-quote.ts'

type CheckoutFormProps = {
  email: string
  customer: Promise<Customer>
  /** Empty until the cart is known. */
  lines: readonly CartLine[]
  /** See `CheckoutSummary`. */
  leftOutCount: number
  onLeaveOut: (productIds: readonly string[]) => void
  onSending: (lines: readonly CartLine[] | undefined) => void
}

/** The form of an order of what is in the cart: contact and purchase data on the left, lines and total with the button on the right. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { email, customer: loading, lines, leftOutCount, onLeaveOut, onSending } = props
  const customer = useCustomer(loading)
  const draft = useTypedText(email, DRAFTS)
  const quoted = useOrderQuote(lines)
  const { phone = customer?.phone, address = customer?.address, poNumber = '', note = '' } = draft.typed
  const isLoading = phone === undefined || address === undefined
  const isUnchanged = draft.typed.phone === undefined && draft.typed.address === undefined
  const { place, busy, errors, clearErrors, notice } = useCheckout({
    email,
    onOutdated: quoted.refresh,
    onPlaced: draft.discard,
  })
  const form = useFocusOnError(errors)
  const change = (part: Partial<typeof draft.typed>) => {
    clearErrors(...Object.keys(part))
    draft.change(part)
  }
  const submit = async (quote: Quote) => {
    if (isLoading || busy) return
    onSending(lines)
    const isPlaced = await place(lines, quote.totalPrice, { phone, address, poNumber, note })
    if (!isPlaced) onSending(undefined)
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Order"
      aria-busy={isLoading}
      className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        if (quoted.quote?.orderable) void submit(quoted.quote)
      }}
    >
      <section aria-labelledby="delivery" className="max-w-2xl">
        <h2 id="delivery" className="mb-4 text-lg">
          Delivery and purchase
        </h2>
        <ShippingFields
          phone={phone}
          address={address}
          origin={isUnchanged ? customer?.origin : undefined}
          onChange={change}
          errors={errors ?? {}}
        />
        <PurchaseFields poNumber={poNumber} note={note} onChange={change} errors={errors ?? {}} />
      </section>
      <section
        aria-labelledby="summary"
        className="grid gap-4 rounded border border-line p-4 md:p-6 lg:sticky lg:top-6"
      >
        <h2 id="summary" className="text-lg">
          Your order
        </h2>
        <CheckoutSummary quoted={quoted} leftOutCount={leftOutCount} onLeaveOut={onLeaveOut} />
        <OrderRefusal notice={notice} />
        <Button type="submit" busy={busy} disabled={isLoading || !quoted.quote?.orderable} className="w-full">
          {quoted.quote?.orderable ? `Place order · ${formatTotal(quoted.quote.totalPrice)}` : 'Place order'}
        </Button>
        <BackToCart />
      </section>
    </form>
  )
}

const DRAFTS = { phone: 'phone', address: 'address', poNumber: 'PO number', note: 'note' } as const

const BackToCart = () => (
  <Link to={CART_PATH} className="text-sm">
    Back to the cart
  </Link>
)
