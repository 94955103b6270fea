import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { OrderDocuments } from '#features/documents/order-documents.tsx'
import { fetchOrder } from '#features/orders/client.ts'
import { NoSuchOrder, OrderBadges, OrderSums } from '#features/orders/components.tsx'
import { canShip } from '#features/orders/left-to-ship.ts'
import { Timeline } from '#features/orders/order-page.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { RefundPanel } from '#features/payments/admin/refund-panel.tsx'
import { PaymentLinkPanel } from '#features/payments/components.tsx'
import { RestockForm, ShipForm } from '#features/shipping/components.tsx'
import { isNotFound } from '#kit/browser/client.ts'
import type { Note } from '#kit/notes/schema.ts'
import { Notes } from '#kit/ui/admin/notes-panel.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { ProgressBadge } from '../list/managed-cells.tsx'
import { CustomerLink, contactFacts } from '../list/managed-facts.tsx'
import { fetchNotes, noteCalls } from '../notes/client.ts'
import { manageOrdersPath } from '../paths.ts'
import { ManagedLines } from './managed-lines.tsx'
import { OrderSteps } from './order-steps.tsx'
import { Shipments } from './shipments.tsx'

export const loadNotes = fetchNotes

type AdminOrderProps = {
  loaded: OrderDetails
  loadedNotes: Note[]
  /** What comes next for an order that is not to be shipped, and what its customer can do: it may be the admin. */
  children: (props: { order: OrderDetails; isOwn: boolean; onRefused: () => Promise<void> }) => ReactNode
}

/** An order as the seller works with it. */
export function AdminOrder({ loaded, loadedNotes, children }: AdminOrderProps) {
  const { _id } = loaded
  const polled = usePolled(loaded, (signal) => fetchOrder(_id, signal), signOutIfForbidden)
  const notes = usePolled(loadedNotes, (signal) => fetchNotes(_id, signal), signOutIfForbidden)
  const email = useSession()?.email
  const isOwn = email === polled.data.email
  useUndone(() => {
    void polled.refresh()
    void notes.refresh()
  })
  if (isNotFound(polled.error)) return <NoSuchOrder />
  const { data: order, error, busy, refresh } = polled
  const onChanged = (changed: OrderDetails) => polled.change(() => changed)
  return (
    <>
      <OrderSteps orderId={_id} />
      <PageHeading title={`Order ${order.number}`} />
      <ListStatus error={error ?? notes.error} busy={busy} onRetry={refresh}>
        <span className="flex flex-wrap items-center gap-2">
          <OrderBadges order={order} />
          <ProgressBadge order={order} />
          <span className="whitespace-nowrap">
            Placed <DateTime iso={order.createdAt} />
          </span>
        </span>
      </ListStatus>
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-x-12">
        <div className="grid min-w-0 grid-cols-1 gap-8">
          {(isOwn || !canShip(order)) && children({ order, isOwn, onRefused: refresh })}
          {order.addressChangedAt !== undefined && <AddressChanged at={order.addressChangedAt} />}
          <div className="grid grid-cols-1 gap-3">
            {canShip(order) ? (
              <ShipForm order={order} notes={notes.data} onChanged={onChanged} onRefused={refresh}>
                {(shipNow) => <ManagedLines order={order} shipNow={shipNow} />}
              </ShipForm>
            ) : (
              <ManagedLines order={order} />
            )}
            <OrderSums order={order} />
          </div>
          <RestockForm order={order} onChanged={onChanged} onRefused={refresh} />
          <Shipments order={order} onChanged={onChanged} />
          <RefundPanel order={order} onChanged={onChanged} onRefused={refresh} />
          <Notes
            notes={notes.data}
            onChange={notes.change}
            calls={noteCalls(_id)}
            email={email}
            draft={`admin note of ${_id}`}
            onRefused={signOutIfForbidden}
          />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-8">
          <Customer order={order} />
          {order.holdUntil && <PaymentLinkPanel order={order} onCreated={refresh} />}
          <section aria-labelledby="documents">
            <h2 id="documents" className="mb-3 text-lg">
              Documents
            </h2>
            <OrderDocuments order={order} />
          </section>
          <Timeline order={order} />
        </div>
      </div>
    </>
  )
}

/** Labels and packing slips of an earlier time would lead to the former address. */
const AddressChanged = ({ at }: { at: string }) => (
  <Notice tone="waiting">
    The address was changed, <DateTime iso={at} />. Labels and packing slips that were printed before have the
    former one, which the timeline names.
  </Notice>
)

function Customer({ order }: { order: OrderDetails }) {
  const { poNumber, note, transactionId } = order
  return (
    <section aria-labelledby="customer">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="customer" className="text-lg">
          Customer
        </h2>
        <Link to={manageOrdersPath({ email: order.email })} className="text-sm">
          All orders of the customer
        </Link>
      </div>
      <FactList
        facts={[
          { label: 'Name', value: <CustomerLink order={order} /> },
          ...contactFacts(order),
          { label: 'PO number', value: poNumber },
          { label: 'Note', value: note },
          {
            label: 'Transaction',
            value:
              canShip(order) && transactionId ? <CopyId value={transactionId} what="transaction id" /> : null,
          },
        ]}
      />
    </section>
  )
}
