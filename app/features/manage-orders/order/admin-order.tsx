import { type ReactNode, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { ForRight, may } from '#features/accounts/staff-access.tsx'
import { OrderDocuments } from '#features/documents/order-documents.tsx'
import { EditableLines, LINES_CALLS, readLinesDraft } from '#features/my-orders/components.tsx'
import { CustomerMessages } from '#features/order-messages/admin/customer-messages.tsx'
import { STAFF_MESSAGES } from '#features/order-messages/client.ts'
import { NoSuchOrder, OrderState, OrderSums, Timeline } from '#features/order-page/order-page.ts'
import { fetchOrder } from '#features/orders/client.ts'
import { canShip } from '#features/orders/left-to-ship.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { isChangedSinceLink } from '#features/orders/shown.ts'
import { DisputePanel } from '#features/payments/admin/dispute-panel.tsx'
import { ReceiptsPanel } from '#features/payments/admin/receipts-panel.tsx'
import { RefundPanel } from '#features/payments/admin/refund-panel.tsx'
import { PaymentLinkPanel } from '#features/payments/components.tsx'
import { ReturnsPanel } from '#features/returns/admin/returns-panel.tsx'
import { RestockForm, ShipForm } from '#features/shipping/components.tsx'
import { isNotFound } from '#kit/browser/client.ts'
import type { Note } from '#kit/notes/schema.ts'
import { Notes } from '#kit/ui/admin/notes-panel.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { fetchNotes, noteCalls } from '../notes/client.ts'
import { Customer } from './customer.tsx'
import { ManagedLines } from './managed-lines.tsx'
import { OrderSteps } from './order-steps.tsx'
import { Shipments } from './shipments.tsx'
import { UnpaidOrder } from './unpaid-order.tsx'

const loadNotes = async (orderId: string, signal: AbortSignal): Promise<Note[]> =>
  may('orders') ? fetchNotes(orderId, signal) : []

/** What the page shows besides the order; nothing of it for staff who may not read it. */
export async function loadBeside(orderId: string, signal: AbortSignal) {
  const [notes, messages] = await Promise.all([
    loadNotes(orderId, signal),
    // They are read again beside the page.
    may('orders') ? STAFF_MESSAGES.read(orderId, signal).catch(() => undefined) : undefined,
  ])
  return { notes, messages }
}

type AdminOrderProps = {
  loaded: OrderDetails
  beside: Awaited<ReturnType<typeof loadBeside>>
  /** What comes next for an order that is not to be shipped, and what its customer can do: it may be the admin. */
  children: (props: { order: OrderDetails; isOwn: boolean; onRefused: () => Promise<void> }) => ReactNode
}

/** An order as the seller works with it. */
export function AdminOrder({ loaded, beside, children }: AdminOrderProps) {
  const { _id } = loaded
  const polled = usePolled(loaded, (signal) => fetchOrder(_id, signal), signOutIfForbidden)
  const notes = usePolled(beside.notes, (signal) => loadNotes(_id, signal), signOutIfForbidden)
  const email = useSession()?.email
  // Where they stand is settled when the page opens, so that nothing moves while somebody works here.
  const [isAnswerFirst] = useState(() => beside.messages?.some(({ waits }) => waits) ?? false)
  const messages = <CustomerMessages orderId={_id} loaded={beside.messages} />
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
        <OrderState order={order} />
      </ListStatus>
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-x-12">
        <div className="grid min-w-0 grid-cols-1 gap-8">
          <DisputePanel order={order} messages={beside.messages ?? []} />
          {isAnswerFirst && messages}
          {(isOwn || !canShip(order)) && children({ order, isOwn, onRefused: refresh })}
          {order.addressChangedAt !== undefined && <AddressChanged at={order.addressChangedAt} />}
          <Lines order={order} notes={notes.data} onChanged={onChanged} onRefused={refresh} />
          <ForRight right="orders">
            {!isAnswerFirst && messages}
            <RestockForm order={order} onChanged={onChanged} onRefused={refresh} />
          </ForRight>
          <Shipments order={order} onChanged={onChanged} />
          <ReturnsPanel order={order} onChanged={refresh} />
          <ForRight right="money">
            <ReceiptsPanel order={order} onChanged={onChanged} />
            <RefundPanel order={order} onChanged={onChanged} onRefused={refresh} />
          </ForRight>
          <OrderNotes orderId={_id} notes={notes} email={email} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-8">
          <Customer order={order} onChanged={onChanged} />
          {order.holdUntil && may('orders') && (
            <>
              <UnpaidOrder order={order} onChanged={onChanged} onRefused={refresh} />
              <PaymentLinkPanel
                order={order}
                onCreated={refresh}
                newSum={isChangedSinceLink(order) ? order.payable : undefined}
              />
            </>
          )}
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

type LinesProps = {
  order: OrderDetails
  notes: Note[]
  onChanged: (order: OrderDetails) => void
  onRefused: () => Promise<void>
}

/** The lines with their sums: they ship where the order can, and are edited as by their customer until it is paid. */
function Lines({ order, notes, onChanged, onRefused }: LinesProps) {
  const [isEditing, setEditing] = useState(() => readLinesDraft(order) !== undefined)
  if (order.holdUntil && may('orders'))
    return (
      <EditableLines
        order={order}
        calls={LINES_CALLS}
        isOpen={isEditing}
        onOpen={setEditing}
        onChanged={onChanged}
        onRefused={onRefused}
      />
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      {canShip(order) && may('orders') ? (
        <ShipForm order={order} notes={notes} onChanged={onChanged} onRefused={onRefused}>
          {(shipNow) => <ManagedLines order={order} shipNow={shipNow} />}
        </ShipForm>
      ) : (
        <ManagedLines order={order} />
      )}
      <OrderSums order={order} />
    </div>
  )
}

type OrderNotesProps = {
  orderId: string
  notes: ReturnType<typeof usePolled<Note[]>>
  email: string | undefined
}

const OrderNotes = ({ orderId, notes, email }: OrderNotesProps) => (
  <ForRight right="orders">
    <Notes
      notes={notes.data}
      onChange={notes.change}
      calls={noteCalls(orderId)}
      email={email}
      draft={`admin note of ${orderId}`}
      onRefused={signOutIfForbidden}
    />
  </ForRight>
)

/** Labels and packing slips of an earlier time would lead to the former address. */
const AddressChanged = ({ at }: { at: string }) => (
  <Notice tone="waiting">
    The address was changed, <DateTime iso={at} />. Labels and packing slips that were printed before have the
    former one, which the timeline names.
  </Notice>
)
