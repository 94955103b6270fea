import { Link, useNavigate } from 'react-router'
import { type CartLine, clearOrdered, leaveOut } from '#features/cart/cart-store.ts'
import { CART_PATH } from '#features/cart/paths.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ContactFields } from '../contact/contact-fields.tsx'
import { contactOf } from '../contact/contact-texts.ts'
import { useContactForm } from '../contact/use-contact-form.ts'
import { type Customer, useCustomer } from '../contact/use-customer.ts'
import { orderPagePath } from '../paths.ts'
import { CheckoutSummary } from './checkout-summary.tsx'
import { OrderRefusal } from './order-refusal.tsx'
import { isProductOutdated } from './order-refusals.ts'
import { useOrderQuote } from './use-order-quote.ts'
import { usePlaceOrder } from './use-place-order.ts'

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
  const { email, customer, lines, leftOutCount, onLeaveOut, onSending } = props
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(email)
  const quoted = useOrderQuote(lines)
  const { quote, refresh } = quoted
  const { form, fields, busy, error, isLoading, draft } = useContactForm({
    email,
    drafts: DRAFTS,
    saved: useCustomer(customer),
    send: async (texts) => {
      if (!quote?.orderable) return
      onSending(lines)
      try {
        const order = { lines: [...lines], totalPrice: quote.totalPrice, ...contactOf(texts) }
        const placed = await placeOrder(order)
        clearOrdered(lines)
        leaveOut([])
        draft.forget()
        await navigate(orderPagePath(placed._id), { replace: true })
      } catch (thrown) {
        onSending(undefined)
        if (!isProductOutdated(thrown) && !isNotFound(thrown)) throw thrown
        await refresh()
      }
    },
  })
  return (
    <form
      {...form}
      aria-label="Order"
      className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-12"
    >
      <section aria-labelledby="delivery" className="max-w-2xl">
        <h2 id="delivery" className="mb-4 text-lg">
          Delivery and purchase
        </h2>
        <ContactFields {...fields} hasPurchase />
      </section>
      <section
        aria-labelledby="summary"
        className="grid gap-4 rounded border border-line p-4 md:p-6 lg:sticky lg:top-6"
      >
        <h2 id="summary" className="text-lg">
          Your order
        </h2>
        <CheckoutSummary quoted={quoted} leftOutCount={leftOutCount} onLeaveOut={onLeaveOut} />
        <OrderRefusal error={error} />
        <Button type="submit" busy={busy} disabled={isLoading || !quote?.orderable} className="w-full">
          {quote?.orderable ? `Place order · ${formatTotal(quote.totalPrice)}` : 'Place order'}
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
