import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Session } from '#features/accounts/browser-session.ts'
import { HoldNote } from '#features/accounts/unconfirmed-email.tsx'
import { type CartLine, clearOrdered } from '#features/cart/cart-store.ts'
import { leaveOut } from '#features/cart/ordered-parts.ts'
import { CART_PATH } from '#features/cart/paths.ts'
import type { OwnTerms } from '#features/companies/schema.ts'
import { daysText } from '#features/companies/texts.ts'
import type { SavedAddress } from '#features/delivery/client.ts'
import { ADDRESSES_PATH } from '#features/delivery/paths.ts'
import { placedPath } from '#features/orders/paths.ts'
import { formatTotal } from '#kit/money.ts'
import type { Customer } from '../customer/fetch-customer.ts'
import { CheckoutFields } from './checkout-fields.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { ChoiceGroup, ChoiceRow } from './choice-row.tsx'
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

type PaymentChoiceProps = {
  terms: OwnTerms
  isOnAccount: boolean
  onChange: (isOnAccount: boolean) => void
}

/** How an order is paid, for who may order on account; everybody else pays by card, and sees nothing of it. */
function PaymentChoice({ terms: { days, available }, isOnAccount, onChange }: PaymentChoiceProps) {
  if (days === undefined) return null
  return (
    <section aria-labelledby="payment" className="grid gap-2">
      <h2 id="payment" className="text-lg">
        Payment
      </h2>
      <ChoiceGroup label="Payment">
        <ChoiceRow name="payment" value="card" isChosen={!isOnAccount} onChoose={() => onChange(false)}>
          Card
        </ChoiceRow>
        <ChoiceRow name="payment" value="account" isChosen={isOnAccount} onChoose={() => onChange(true)}>
          {`On account (${daysText(days)})`}
          {available !== undefined && (
            <span className="block text-muted text-sm">{`${formatTotal(available)} of the credit is left.`}</span>
          )}
        </ChoiceRow>
      </ChoiceGroup>
    </section>
  )
}
