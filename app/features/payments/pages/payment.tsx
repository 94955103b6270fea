import { useSession } from '#features/accounts/browser-session.ts'
import { loadPrivately } from '#features/accounts/components.tsx'
import { fetchOrder } from '#features/orders/client.ts'
import { NoSuchOrder, TransactionId } from '#features/orders/components.tsx'
import { isNotFound } from '#kit/browser/is-not-found.ts'
import { ButtonLink } from '#kit/ui/button.tsx'
import { LoadFailure } from '#kit/ui/load-failure.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { PageHeading } from '#kit/ui/page-heading.tsx'
import { privateMeta } from '#kit/ui/page-meta.ts'
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

export default function PaymentPage({ loaderData: { order, config } }: Route.ComponentProps) {
  const session = useSession()
  return (
    <>
      <PageHeading title="Payment" />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <OrderSummary order={order} />
        {order.transactionId ? (
          <PaidAlready transactionId={order.transactionId} />
        ) : order.email === session?.email ? (
          <OwnPayment key={order._id} order={order} config={config} />
        ) : (
          <Notice>Only the customer who placed this order can pay for it.</Notice>
        )}
      </div>
    </>
  )
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
    <ButtonLink to="/dashboard/myorders" variant="secondary" size="sm">
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
