import { Link, useNavigate } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { AddAll, addableLines } from '#features/cart/add-all.tsx'
import { orderOnly } from '#features/cart/ordered-parts.ts'
import { orderPath } from '#features/catalog/paths.ts'
import { NoSuchOrder } from '#features/order-page/order-page.ts'
import { fetchAgain, fetchOrder } from '#features/orders/client.ts'
import { CHECKOUT_PATH, orderPagePath } from '#features/orders/paths.ts'
import type { AgainQuote, Order } from '#features/orders/schema.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { ThenAndNow, TotalsThenAndNow } from '../again/then-and-now.tsx'
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

/** An order's lines then and now, before they are ordered alone or added to the cart. Places nothing. */
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
      <div className="bottom-bar sticky bottom-0 z-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t bg-paper py-3">
        <TotalsThenAndNow order={order} quote={quote} />
        <div className="ms-auto flex flex-wrap items-start justify-end gap-2">
          <AddAll quote={quote} isSecond={quote.orderable} />
          {quote.orderable && <CheckOut order={order} quote={quote} />}
        </div>
      </div>
    </>
  )
}

type CheckOutProps = { order: Order; quote: AgainQuote }

/**
 * Orders these lines alone, at once; what else is in the cart stays in it. An order of the form of one part leads to that form,
 * which has its phone and address.
 */
function CheckOut({ order: { deliverTo }, quote }: CheckOutProps) {
  const navigate = useNavigate()
  const lines = addableLines(quote)
  const [line, ...others] = lines
  if (!line) return null
  const isOfOnePart = deliverTo === undefined && others.length === 0 && !line.own && !line.note
  return isOfOnePart ? (
    <ButtonLink to={orderPath(line.productId, line.quantity)}>Check out</ButtonLink>
  ) : (
    <Button
      onClick={() => {
        if (orderOnly(lines)) void navigate(CHECKOUT_PATH)
      }}
    >
      Check out
    </Button>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NoSuchOrder />
  return <LoadFailure heading="Order again" title="The order could not be loaded" error={error} />
}
