import { Link, useNavigate } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { addLines, type CartLine } from '#features/cart/cart-store.ts'
import { CART_PATH } from '#features/cart/paths.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { linesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { ignoreHeldEnter, ignoreRepeatedClick } from '#kit/ui/overlay/ignore-repeated-click.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchAgain, fetchOrder } from '../client.ts'
import { NoSuchOrder } from '../components.tsx'
import type { AgainQuote } from '../details/schema.ts'
import { ThenAndNow } from '../details/then-and-now.tsx'
import { orderPagePath } from '../paths.ts'
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

function AddAll({ quote }: { quote: AgainQuote }) {
  const navigate = useNavigate()
  const lines = addableLines(quote)
  const add = () => {
    if (!addLines(lines)) return
    notify.success(`${linesText(lines.length)} added to the cart`)
    void navigate(CART_PATH)
  }
  // A total that counts lines which cannot be ordered is none to pay.
  const total = quote.orderable ? ` · ${formatTotal(quote.totalPrice)}` : ''
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        disabled={lines.length === 0}
        onClickCapture={ignoreRepeatedClick}
        onKeyDown={ignoreHeldEnter}
        onClick={add}
      >
        {`Add ${linesText(lines.length)} to the cart${total}`}
      </Button>
      <p className="text-muted text-sm">
        {lines.length === 0
          ? 'None of these parts is sold any more.'
          : 'Nothing is ordered yet. Quantities that do not fit can be changed in the cart.'}
      </p>
    </div>
  )
}

/** Every line of which the part is still sold. */
const addableLines = ({ lines }: AgainQuote): CartLine[] =>
  lines.flatMap(({ productId, quantity, problem }) =>
    productId === undefined || quantity === undefined || problem === 'unknown'
      ? []
      : [{ productId, quantity }],
  )

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NoSuchOrder />
  return <LoadFailure heading="Order again" title="The order could not be loaded" error={error} />
}
