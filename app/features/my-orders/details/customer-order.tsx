import { useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { OrderDocuments } from '#features/documents/order-documents.tsx'
import { OrderContact } from '#features/order-changes/order-contact.ts'
import { OrderHelp } from '#features/order-messages/components.tsx'
import {
  isContactChangeable,
  isWaiting,
  NoSuchOrder,
  OrderLines,
  OrderState,
  OrderSums,
  Timeline,
} from '#features/order-page/order-page.ts'
import { fetchOrder } from '#features/orders/client.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { isChangedSinceLink } from '#features/orders/shown.ts'
import { PaymentLinkPanel } from '#features/payments/components.tsx'
import { OwnReturns } from '#features/returns/components.tsx'
import { isNotFound } from '#kit/browser/client.ts'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { type Polled, usePolled } from '#kit/ui/list/use-polled.ts'
import { UndoToasts, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { EditableLines } from '../lines/editable-lines.tsx'
import { readLinesDraft } from '../lines/edited-lines.ts'
import { LINES_CALLS } from '../lines/lines-calls.ts'
import { NextStep } from './next-step.tsx'
import { ShipmentList } from './shipment-list.tsx'

/** An order as its customer reads it: what it comes to, how it stands and its papers first, then its lines. */
export function CustomerOrder({ loaded }: { loaded: OrderDetails }) {
  const polled = usePolled(loaded, (signal) => fetchOrder(loaded._id, signal), signOutIfForbidden)
  const isOwn = useSession()?.email === polled.data.email
  const [isEditing, setEditing] = useState(() => readLinesDraft(loaded) !== undefined)
  useUndone(() => void polled.refresh())
  if (isNotFound(polled.error)) return <NoSuchOrder />
  const { data: order, error, busy, refresh } = polled
  return (
    <>
      <PageHeading title={`Order ${order.number}`} />
      <UndoToasts />
      <ListStatus error={error} busy={busy} onRetry={refresh}>
        <OrderState order={order} />
      </ListStatus>
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <NextStep order={order} isOwn={isOwn} isEditing={isEditing} onRefused={refresh} />
        {order.cancelledAt === undefined && <Documents order={order} />}
      </div>
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-x-12">
        <Lines polled={polled} isOwn={isOwn} isEditing={isEditing} setEditing={setEditing} />
        <div className="grid min-w-0 grid-cols-1 gap-8">
          {isOwn && <OwnReturns order={order} />}
          {isOwn && <OrderHelp orderId={order._id} number={order.number} />}
          {isOwn && order.holdUntil && !isWaiting(order) && (
            <PaymentLinkPanel
              order={order}
              onCreated={refresh}
              newSum={isChangedSinceLink(order) ? order.payable : undefined}
            />
          )}
          <Timeline order={order} />
        </div>
      </div>
    </>
  )
}

const Documents = ({ order }: { order: OrderDetails }) => (
  <section aria-labelledby="documents">
    <h2 id="documents" className="mb-3 text-lg">
      Documents
    </h2>
    <OrderDocuments order={order} />
  </section>
)

type LinesProps = {
  polled: Polled<OrderDetails>
  isOwn: boolean
  isEditing: boolean
  setEditing: (isEditing: boolean) => void
}

/** The lines with their sums, the shipments and where they go. */
function Lines({ polled: { data: order, refresh, change }, isOwn, isEditing, setEditing }: LinesProps) {
  const onChanged = (changed: OrderDetails) => change(() => changed)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-8">
      {isOwn && order.holdUntil ? (
        <EditableLines
          order={order}
          calls={LINES_CALLS}
          isOpen={isEditing}
          onOpen={setEditing}
          onChanged={onChanged}
          onRefused={refresh}
        />
      ) : (
        <div className="grid gap-3">
          <OrderLines lines={order.lines} shipping={order} />
          <OrderSums order={order} />
        </div>
      )}
      <ShipmentList order={order} />
      <OrderContact
        key={order._id}
        order={order}
        canChange={isOwn && isContactChangeable(order)}
        onChanged={onChanged}
      />
    </div>
  )
}
