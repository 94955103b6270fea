import { useState } from 'react'
import { loadPrivately, signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { CartFailure } from '#features/cart/cart-failure.tsx'
import { type CartLine, useCart } from '#features/cart/cart-store.ts'
import { isLeftOut, leaveOutAlso, orderedParts } from '#features/cart/ordered-parts.ts'
import { CART_PATH } from '#features/cart/paths.ts'
import { catalogue } from '#features/catalog/paths.ts'
import { fetchTerms } from '#features/companies/own-terms.ts'
import { fetchAddresses, type SavedAddress } from '#features/delivery/client.ts'
import { useLoaded } from '#kit/browser/use-loaded.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchCustomer } from '../customer/fetch-customer.ts'
import { CheckoutForm } from '../form/checkout-form.tsx'
import type { Route } from './+types/checkout.ts'

export const meta: Route.MetaFunction = () => privateMeta('Checkout')

/** Waits for nothing: addresses and contact details load while the page is shown. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async (session) => ({
    session,
    customer: fetchCustomer(session),
    addressBook: fetchAddressBook(),
    terms: fetchTerms(),
  }))
}

/** The addresses of the customer. It never fails: the customer can type what was not loaded. */
async function fetchAddressBook(): Promise<{ addresses: SavedAddress[]; hasFailed?: true }> {
  try {
    return { addresses: await fetchAddresses() }
  } catch (error) {
    signOutIfUnauthorized(error)
    return { addresses: [], hasFailed: true }
  }
}

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  const { session } = loaderData
  const customer = useLoaded(loaderData.customer)
  const addressBook = useLoaded(loaderData.addressBook)
  const terms = useLoaded(loaderData.terms)
  const cart = useCart()
  const [choice, setChoice] = useState(orderedParts)
  /** The lines of the order that is being sent: they stay on the page when they leave the cart. */
  const [sent, setSent] = useState<readonly CartLine[]>()
  const isStaying = ({ productId }: CartLine) => isLeftOut(choice, productId)
  // Until the account's cart is known, the store has only what was collected before the sign-in.
  const known = cart.state === 'loading' ? [] : cart.lines
  const lines = sent ?? known.filter((line) => !isStaying(line))
  return (
    <PageLayout className="gap-4! md:-mt-6">
      <PageHeading title="Checkout" />
      {cart.state === 'failed' && <CartFailure />}
      {addressBook?.hasFailed && (
        <Notice tone="waiting">Your saved addresses could not be loaded. You can type one.</Notice>
      )}
      {cart.state === 'ready' && lines.length === 0 ? (
        <NothingToOrder isCartEmpty={cart.lines.length === 0} />
      ) : (
        <CheckoutForm
          session={session}
          customer={customer}
          addresses={addressBook?.addresses}
          terms={terms ?? {}}
          lines={lines}
          leftOutCount={known.filter(isStaying).length}
          onLeaveOut={(productIds) => setChoice(leaveOutAlso(productIds))}
          onSending={setSent}
        />
      )}
    </PageLayout>
  )
}

function NothingToOrder({ isCartEmpty }: { isCartEmpty: boolean }) {
  return (
    <EmptyState
      title={isCartEmpty ? 'The cart is empty' : 'All lines are left out'}
      art={<EmptyDrawing />}
      action={
        isCartEmpty ? (
          <ButtonLink to={catalogue.path}>See all parts</ButtonLink>
        ) : (
          <ButtonLink to={CART_PATH}>Back to the cart</ButtonLink>
        )
      }
    >
      What is in the cart is ordered here.
    </EmptyState>
  )
}
