import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { ConfirmEmailLink } from '#features/accounts/unconfirmed-email.tsx'
import { OrderDocuments } from '#features/documents/order-documents.tsx'
import { fetchOrder } from '#features/orders/client.ts'
import {
  isForAdmin,
  NoSuchOrder,
  OrderBadges,
  OrderLines,
  OrderSums,
  TransactionId,
} from '#features/orders/components.tsx'
import { isEnded, isUnderWay } from '#features/orders/left-to-ship.ts'
import {
  HoldCountdown,
  isChangedSinceLink,
  isShortHold,
  OrderContact,
  ShipmentList,
  Timeline,
} from '#features/orders/order-page.ts'
import { MY_ORDERS_PATH, orderAgainPath, paymentPath } from '#features/orders/paths.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { CancelOrderDialog, useCancelOrder } from '#features/payments/cancel-order.tsx'
import { changeLines, quoteLinesOf } from '#features/payments/client.ts'
import { PaymentLinkPanel } from '#features/payments/components.tsx'
import { isNotFound } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { ListStatus } from '#kit/ui/list/list-status.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { UndoToasts, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { isLapsed, nextStepText } from '../details/next-step-text.ts'
import { EditableLines } from '../lines/editable-lines.tsx'
import { readLinesDraft } from '../lines/edited-lines.ts'
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
  const { AdminOrder, loadNotes } = await import('#features/manage-orders/components.tsx')
  return { AdminOrder, notes: await loadNotes(_id, signal) }
}

export default function OrderDetailsPage({ loaderData: { order, adminPage } }: Route.ComponentProps) {
  if (!adminPage) return <CustomerOrder key={order._id} loaded={order} />
  return (
    <adminPage.AdminOrder key={order._id} loaded={order} loadedNotes={adminPage.notes}>
      {(props) => <NextStep {...props} />}
    </adminPage.AdminOrder>
  )
}

const LINES_CALLS = { quote: quoteLinesOf, save: changeLines }

function CustomerOrder({ loaded }: { loaded: OrderDetails }) {
  const polled = usePolled(loaded, (signal) => fetchOrder(loaded._id, signal), signOutIfForbidden)
  const isOwn = useSession()?.email === polled.data.email
  const [isEditing, setEditing] = useState(() => readLinesDraft(loaded) !== undefined)
  useUndone(() => void polled.refresh())
  if (isNotFound(polled.error)) return <NoSuchOrder />
  const { data: order, error, busy, refresh, change } = polled
  const isChangeable = !order.shipments.some(isUnderWay) && order.cancelledAt === undefined && !isEnded(order)
  return (
    <>
      <PageHeading title={`Order ${order.number}`} />
      <UndoToasts />
      <ListStatus error={error} busy={busy} onRetry={refresh}>
        <span className="flex flex-wrap items-center gap-2">
          <OrderBadges order={order} />
          <span className="whitespace-nowrap">
            Placed <DateTime iso={order.createdAt} />
          </span>
          {order.cancelledAt && (
            <span className="whitespace-nowrap">
              {isLapsed(order) ? 'Lapsed' : 'Cancelled'} <DateTime iso={order.cancelledAt} />
            </span>
          )}
        </span>
      </ListStatus>
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:grid-rows-[auto_auto_1fr] xl:gap-x-12 xl:*:col-start-2">
        <NextStep order={order} isOwn={isOwn} isEditing={isEditing} onRefused={refresh} />
        <div className="grid min-w-0 gap-8 xl:col-start-1! xl:row-span-3 xl:row-start-1">
          {isOwn && order.holdUntil ? (
            <EditableLines
              order={order}
              calls={LINES_CALLS}
              isOpen={isEditing}
              onOpen={setEditing}
              onChanged={(changed) => change(() => changed)}
              onRefused={refresh}
            />
          ) : (
            <div className="grid gap-3">
              <OrderLines lines={order.lines} />
              <OrderSums order={order} />
            </div>
          )}
          <ShipmentList order={order} />
          <OrderContact
            key={order._id}
            order={order}
            canChange={isOwn && isChangeable}
            onChanged={(changed) => change(() => changed)}
          />
        </div>
        <div className="grid gap-8">
          {order.cancelledAt === undefined && <Documents order={order} />}
          {isOwn && order.holdUntil && (
            <PaymentLinkPanel
              order={order}
              onCreated={refresh}
              newSum={isChangedSinceLink(order) ? order.payable : undefined}
            />
          )}
        </div>
        <Timeline order={order} />
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

/** A customer with an unconfirmed address can have the pieces held longer. */
const LongerHold = () => (
  <div className="grid gap-1 text-sm empty:hidden">
    <ConfirmEmailLink>
      <p>{orderTexts.confirmToHoldLonger}</p>
    </ConfirmEmailLink>
  </div>
)

type NextStepProps = {
  order: OrderDetails
  isOwn: boolean
  /** The lines are being edited, so the next step is to save them. */
  isEditing?: boolean
  onRefused: () => Promise<void>
}

/** What comes next for the order, with its actions. */
function NextStep({ order, isOwn, isEditing = false, onRefused }: NextStepProps) {
  const navigate = useNavigate()
  const cancelling = useCancelOrder({ onCancelled: () => navigate(MY_ORDERS_PATH), onRefused })
  const isOpen = order.holdUntil !== undefined
  return (
    <section aria-label="Next step" className="grid gap-3 rounded border border-line p-4">
      {order.holdUntil && <HoldCountdown holdUntil={order.holdUntil} />}
      {isOwn && order.holdUntil && isShortHold(order.createdAt, order.holdUntil) && <LongerHold />}
      <p className="text-muted text-sm">{nextStepText(order)}</p>
      {order.transactionId && <TransactionId id={order.transactionId} />}
      {isOwn && isOpen && isEditing && (
        <p className="text-sm">What you change in the lines is paid only once it is saved.</p>
      )}
      {isOwn && isOpen && (
        <ButtonLink to={paymentPath(order._id)} variant={isEditing ? 'secondary' : 'primary'}>
          {`Pay ${formatTotal(order.payable)}`}
        </ButtonLink>
      )}
      {isOwn && (
        <div className="grid grid-cols-2 gap-2 empty:hidden">
          <ButtonLink to={orderAgainPath(order._id)} variant={order.cancelledAt ? 'primary' : 'secondary'}>
            Order again
          </ButtonLink>
          {isOpen && (
            <Button variant="danger" onClick={() => cancelling.open(order)}>
              Cancel
            </Button>
          )}
        </div>
      )}
      <CancelOrderDialog cancelling={cancelling} />
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NoSuchOrder />
  return <LoadFailure heading="Order" title="The order could not be loaded" error={error} />
}
