import { loadPrivately } from '#features/accounts/components.tsx'
import { ConfirmEmailLink } from '#features/accounts/unconfirmed-email.tsx'
import { useCart } from '#features/cart/cart-store.ts'
import { CART_PATH } from '#features/cart/paths.ts'
import { fetchAddresses } from '#features/delivery/client.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { AskForm } from '../asking/ask-form.tsx'
import type { Route } from './+types/new-offer.ts'

export const meta: Route.MetaFunction = () => privateMeta('Ask for an offer')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => ({ addresses: await fetchAddresses() }))
}

export default function NewOffer({ loaderData: { addresses } }: Route.ComponentProps) {
  const { lines, state } = useCart()
  return (
    <>
      <PageHeading
        title="Ask for an offer"
        lead="The shop offers you prices for what is in your cart, also for quantities that cannot be ordered as they are. You get a mail when it has."
      />
      <p className="empty:hidden">
        <ConfirmEmailLink>Your e-mail address has to be confirmed first. </ConfirmEmailLink>
      </p>
      {lines.length > 0 && <AskForm lines={lines} addresses={addresses} />}
      {lines.length === 0 && state === 'loading' && <SkeletonRows className="h-16 w-full" />}
      {lines.length === 0 && state !== 'loading' && (
        <EmptyState
          title="The cart is empty"
          art={<EmptyDrawing />}
          action={<ButtonLink to={CART_PATH}>Go to the cart</ButtonLink>}
        >
          Put the parts and quantities that you need into the cart first.
        </EmptyState>
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Ask for an offer" title="The page could not be loaded" error={error} />
}
