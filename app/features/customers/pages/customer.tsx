import { useSession } from '#features/accounts/browser-session.ts'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { ForRight, may } from '#features/accounts/staff-access.tsx'
import { isNotFound } from '#kit/browser/client.ts'
import { Notes } from '#kit/ui/admin/notes-panel.tsx'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { CustomerBought } from '../admin/customer-bought.tsx'
import { CustomerCard } from '../admin/customer-card.tsx'
import { CustomerAddresses, CustomerFacts, CustomerSums } from '../admin/customer-facts.tsx'
import { CustomerMessages } from '../admin/customer-messages.tsx'
import { CustomerOrders } from '../admin/customer-orders.tsx'
import { fetchCustomer, fetchNotes, noteCalls } from '../client.ts'
import { CUSTOMERS_PATH, enterOrderPath } from '../paths.ts'
import { customerTexts } from '../texts.ts'
import type { Route } from './+types/customer.ts'

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  privateMeta(loaderData ? loaderData.customer.name : isNotFound(error) ? 'Page not found' : 'Customer')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => {
    const [customer, notes] = await Promise.all([
      fetchCustomer(params.id, request.signal),
      loadNotes(params.id, request.signal),
    ])
    return { customer, notes }
  })
}

/** None for staff who may not read them. */
const loadNotes = async (id: string, signal: AbortSignal) => (may('orders') ? fetchNotes(id, signal) : [])

export default function CustomerPage({ loaderData }: Route.ComponentProps) {
  return <CustomerDesk key={loaderData.customer._id} loaded={loaderData} />
}

/** A customer as the seller works with them. */
function CustomerDesk({ loaded }: { loaded: Route.ComponentProps['loaderData'] }) {
  const { _id } = loaded.customer
  const polled = usePolled(loaded.customer, (signal) => fetchCustomer(_id, signal), signOutIfForbidden)
  const notes = usePolled(loaded.notes, (signal) => loadNotes(_id, signal), signOutIfForbidden)
  const email = useSession()?.email
  useUndone(() => {
    void notes.refresh()
    void polled.refresh()
  })
  const { data: customer, error, busy, refresh } = polled
  if (isNotFound(error)) return <NoSuchCustomer />
  return (
    <>
      <PageHeading
        title={<span className="wrap-anywhere">{customer.name}</span>}
        lead={customer.company}
        actions={
          !customer.deleted && (
            <ForRight right="orders">
              <ButtonLink to={enterOrderPath(_id)}>Enter an order</ButtonLink>
            </ForRight>
          )
        }
      />
      <ListStatus error={error ?? notes.error} busy={busy} onRetry={refresh}>
        <span>
          Customer since <DateTime iso={customer.createdAt} />
        </span>
      </ListStatus>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2">
        <CustomerFacts customer={customer} />
        <CustomerCard
          customer={customer}
          email={email}
          onChanged={(changed) => polled.change(() => changed)}
        />
      </div>
      <CustomerSums customer={customer} />
      <CustomerOrders email={customer.email} />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2">
        <CustomerBought bought={customer.bought} />
        <CustomerAddresses {...customer} />
      </div>
      <ForRight right="orders">
        <CustomerMessages customerId={_id} />
        <Notes
          notes={notes.data}
          onChange={notes.change}
          calls={noteCalls(_id)}
          email={email}
          draft={`admin note on customer ${_id}`}
          onRefused={signOutIfForbidden}
        />
      </ForRight>
    </>
  )
}

function NoSuchCustomer() {
  return (
    <>
      <PageHeading title="Page not found" />
      <EmptyState
        title={customerTexts.noSuch}
        art={<EmptyDrawing />}
        action={
          <ButtonLink to={CUSTOMERS_PATH} variant="secondary" size="sm">
            Customers
          </ButtonLink>
        }
      >
        {customerTexts.noSuchHint}
      </EmptyState>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NoSuchCustomer />
  return <LoadFailure heading="Customer" title="The customer could not be loaded" error={error} />
}
