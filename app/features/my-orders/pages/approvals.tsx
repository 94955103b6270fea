import { useRevalidator } from 'react-router'
import { loadPrivately } from '#features/accounts/components.tsx'
import { COMPANY_PATH } from '#features/companies/paths.ts'
import { fetchWaitingOrders, type WaitingOrder } from '#features/company-orders/client.ts'
import { ProblemError } from '#kit/browser/client.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { WaitingOrderCard } from '../approvals/waiting-order-card.tsx'
import type { Route } from './+types/approvals.ts'

export const meta: Route.MetaFunction = () => privateMeta('Approvals')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => ({ orders: await fetchWaitingOrders().catch(noneFor) }))
}

/** Who is in no company, or a buyer of it, approves nothing. */
function noneFor(error: unknown): WaitingOrder[] | undefined {
  if (error instanceof ProblemError && (error.status === 404 || error.status === 403)) return undefined
  throw error
}

export default function Approvals({ loaderData: { orders } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [first] = orders ?? []
  return (
    <>
      <PageHeading
        title="Approvals"
        lead="Orders of your company that are above a limit of the member who placed them. They are not paid or shipped until you or another approver approves them."
      />
      {orders?.map((order) => (
        <WaitingOrderCard key={order._id} order={order} isFirst={order === first} onDecided={revalidate} />
      ))}
      {!first && (
        <EmptyState
          title="No order waits"
          art={<EmptyDrawing />}
          action={<ButtonLink to={COMPANY_PATH}>Company</ButtonLink>}
        >
          {orders
            ? 'You get a mail when one does.'
            : 'Orders wait here for the approvers and managers of a company.'}
        </EmptyState>
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Approvals" title="The approvals could not be loaded" error={error} />
}
