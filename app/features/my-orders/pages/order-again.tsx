import { Link } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { AddAll } from '#features/cart/add-all.tsx'
import { fetchAgain, fetchOrder } from '#features/orders/client.ts'
import { NoSuchOrder } from '#features/orders/components.tsx'
import { orderPagePath } from '#features/orders/paths.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { ThenAndNow } from '../again/then-and-now.tsx'
import type { Route } from './+types/order-again.ts'

export const meta: Route.MetaFunction = ({ error }) =>
  privateMeta(isNotFound(error) ? 'Page not found' : 'Order again')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => {
    const { signal } = request
    const [order, quote] = await Promise.all([fetchOrder(params.id, signal), fetchAgain(params.id, signal)])
    return { order, quote }
  })
}

/** An order's lines then and now, before they are added to the cart. Places nothing. */
export default function OrderAgainPage({ loaderData: { order, quote } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Order again"
        lead={
          <>
            Order <Link to={orderPagePath(order._id)}>{order.number}</Link> of{' '}
            <DateTime iso={order.createdAt} />, then and now.
          </>
        }
      />
      <ThenAndNow order={order} quote={quote} />
      <AddAll quote={quote} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NoSuchOrder />
  return <LoadFailure heading="Order again" title="The order could not be loaded" error={error} />
}
