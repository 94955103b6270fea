import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Session } from '#features/accounts/browser-session.ts'
import { HoldNote } from '#features/accounts/unconfirmed-email.tsx'
import { type CartLine, clearOrdered } from '#features/cart/cart-store.ts'
import { leaveOut } from '#features/cart/ordered-parts.ts'
import { CART_PATH } from '#features/cart/paths.ts'
import type { OwnTerms } from '#features/companies/schema.ts'
import type { SavedAddress } from '#features/delivery/client.ts'
import { ADDRESSES_PATH } from '#features/delivery/paths.ts'
import { placedPath } from '#features/orders/paths.ts'
import type { Customer } from '../customer/fetch-customer.ts'
import { CheckoutFields } from './checkout-fields.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { PaymentChoice } from './payment-choice.tsx'
import { useCheckout } from './use-checkout.ts'
import { usePlaceOrder } from './use-place-order.ts'

type CheckoutFormProps = {
  session: Session
  /** Undefined until they are loaded. */
  customer: Customer | undefined
  addresses: readonly SavedAddress[] | undefined
  /** On which the customer can order on account. */
  terms: OwnTerms
  /** Empty until the cart is known. */
  lines: readonly CartLine[]
  /** See `CheckoutSummary`. */
  leftOutCount: number
  onLeaveOut: (productIds: readonly string[]) => void
  onSending: (lines: readonly CartLine[] | undefined) => void
}

/** The form of an order of what is in the cart. */
export function CheckoutForm({ leftOutCount, onLeaveOut, onSending, terms, ...options }: CheckoutFormProps) {
  const { lines, session } = options
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(session.email)
  const [isOnAccount, setIsOnAccount] = useState(false)
  const checkout = useCheckout({
    ...options,
    draft: 'checkout',
    name: session.displayName,
    place: async (order) => {
      onSending(lines)
      try {
        return await placeOrder(isOnAccount ? { ...order, payment: 'account' } : order)
      } catch (thrown) {
        onSending(undefined)
        throw thrown
      }
    },
    onPlaced: async (placed) => {
      clearOrdered(lines)
      leaveOut([])
      // An unpaid order lapses, so the next step is to pay; the order's page is one click from there.
      await navigate(placedPath(placed), { replace: true })
    },
  })
  return (
    <CheckoutFields
      {...options}
      checkout={checkout}
      addressBook={<Link to={ADDRESSES_PATH}>Edit my addresses</Link>}
      back={<Link to={CART_PATH}>Back to the cart</Link>}
      canKeepAddresses
      summary={
        <>
          <CheckoutSummary
            quoted={checkout.quoted}
            lines={lines}
            leftOutCount={leftOutCount}
            onLeaveOut={onLeaveOut}
          />
          <PaymentChoice terms={terms} isOnAccount={isOnAccount} onChange={setIsOnAccount} />
          {!isOnAccount && <HoldNote />}
        </>
      }
    />
  )
}
