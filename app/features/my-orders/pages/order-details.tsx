import { loadPrivately } from '#features/accounts/components.tsx'
import { isForAdmin, NoSuchOrder } from '#features/order-page/order-page.ts'
import { fetchOrder } from '#features/orders/client.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { CustomerOrder } from '../details/customer-order.tsx'
import { NextStep } from '../details/next-step.tsx'
import type { Route } from './+types/order-details.ts'

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  privateMeta(
    loaderData ? `Order ${loaderData.order.number}` : isNotFound(error) ? 'Page not found' : 'Order',
  )

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => {
    const order = await fetchOrder(params.id, request.signal)
    // The page of admins is loaded apart, so that customers do not load it.
    return { order, ...(isForAdmin(order) && { adminPage: await loadAdminPage(order, request.signal) }) }
  })
}

async function loadAdminPage({ _id }: OrderDetails, signal: AbortSignal) {
  const { AdminOrder, loadBeside } = await import('#features/manage-orders/components.tsx')
  return { AdminOrder, beside: await loadBeside(_id, signal) }
}

export default function OrderDetailsPage({ loaderData: { order, adminPage } }: Route.ComponentProps) {
  if (!adminPage) return <CustomerOrder key={order._id} loaded={order} />
  return (
    <adminPage.AdminOrder key={order._id} loaded={order} beside={adminPage.beside}>
      {(props) => <NextStep {...props} />}
    </adminPage.AdminOrder>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NoSuchOrder />
  return <LoadFailure heading="Order" title="The order could not be loaded" error={error} />
}
