import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import { loadPrivately, signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { fetchOrder } from '#features/orders/client.ts'
import { NoSuchOrder, TransactionId } from '#features/orders/components.tsx'
import { MY_ORDERS_PATH } from '#features/orders/paths.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { isNotFound } from '#kit/browser/is-not-found.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { fetchPaymentConfig } from '../client.ts'
import { paymentTexts } from '../texts.ts'
import type { Route } from './+types/payment.ts'
import { OrderSummary } from './order-summary.tsx'
import { OwnPayment } from './own-payment.tsx'

export const meta: Route.MetaFunction = ({ error }) =>
  privateMeta(isNotFound(error) ? 'Page not found' : 'Payment')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => {
    const [order, config] = await Promise.all([fetchOrder(params.id), fetchPaymentConfig()])
    return { order, config }
  })
}

export default function PaymentPage({ loaderData: { order: loaded, config } }: Route.ComponentProps) {
  const session = useSession()
  const { order, onBusy } = useOrderNow(loaded)
  return (
    <>
      <PageHeading title="Payment" />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <OrderSummary order={order} />
        {loaded.transactionId ? (
          <PaidAlready transactionId={loaded.transactionId} />
        ) : order.email === session?.email ? (
          <OwnPayment key={order._id} order={order} config={config} onBusy={onBusy} />
        ) : (
          <Notice>Only the customer who placed this order can pay for it.</Notice>
        )}
      </div>
    </>
  )
}

/**
 * The order as it is now: paid in another tab or by a payment link, or cancelled. `onBusy` is told whether a card is being
 * charged: until then the form stays, also when the order is gone.
 */
function useOrderNow(loaded: OrderDetails) {
  const { revalidate } = useRevalidator()
  const isBusy = useRef(false)
  const { data: order } = usePolled(
    loaded,
    (signal) => fetchOrder(loaded._id, signal),
    (error) => {
      if (!signOutIfUnauthorized(error) && isNotFound(error) && !isBusy.current) void revalidate()
    },
  )
  const onBusy = (busy: boolean) => {
    isBusy.current = busy
  }
  return { order, onBusy }
}

function PaidAlready({ transactionId }: { transactionId: string }) {
  return (
    <Notice tone="good" action={<BackToOrders />}>
      <p className="font-medium">{paymentTexts.done}</p>
      <TransactionId id={transactionId} />
    </Notice>
  )
}

function BackToOrders() {
  return (
    <ButtonLink to={MY_ORDERS_PATH} variant="secondary" size="sm">
      My Orders
    </ButtonLink>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isNotFound(error)) {
    return <LoadFailure heading="Payment" title="The order could not be loaded" error={error} />
  }
  return <NoSuchOrder />
}
