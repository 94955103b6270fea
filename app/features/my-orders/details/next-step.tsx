import { useNavigate } from 'react-router'
import { ConfirmEmailLink } from '#features/accounts/unconfirmed-email.tsx'
import { isWaiting, TransactionId } from '#features/order-page/order-page.ts'
import { isCancellable, isInvoiceOpen, shippedPart } from '#features/orders/left-to-ship.ts'
import { APPROVALS_PATH, MY_ORDERS_PATH, orderAgainPath, paymentPath } from '#features/orders/paths.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { CancelOrderDialog, useCancelOrder } from '#features/payments/cancel-order.tsx'
import { HoldCountdown, isShortHold } from '#features/payments/hold-countdown.tsx'
import { addTotals, formatTotal } from '#kit/money.ts'
import { HOUR_MS } from '#kit/time.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { useNow } from '#kit/ui/page/use-now.ts'
import { arrivalText, shippedPartText } from '../list/order-facts.ts'
import { nextStepText } from './next-step-text.ts'

type NextStepProps = {
  order: OrderDetails
  isOwn: boolean
  /** The lines are being edited, so the next step is to save them. */
  isEditing?: boolean
  onRefused: () => Promise<void>
}

/** What the order comes to, how it stands, and what comes next for it with its actions. */
export function NextStep({ order, isOwn, isEditing = false, onRefused }: NextStepProps) {
  const navigate = useNavigate()
  const cancelling = useCancelOrder({ onCancelled: () => navigate(MY_ORDERS_PATH), onRefused })
  const isOpen = order.holdUntil !== undefined
  return (
    <section aria-label="Next step" className="grid gap-3 rounded border border-line p-4">
      <Summary order={order} />
      {order.holdUntil && <HoldCountdown holdUntil={order.holdUntil} />}
      {isOwn && order.holdUntil && isShortHold(order.createdAt, order.holdUntil) && <LongerHold />}
      <p className="text-muted text-sm">{nextStepText(order)}</p>
      {order.transactionId && <TransactionId id={order.transactionId} />}
      {isOwn && isOpen && isEditing && (
        <p className="text-sm">What you change in the lines is paid only once it is saved.</p>
      )}
      {!isOwn && isWaiting(order) && <ButtonLink to={APPROVALS_PATH}>Approve or decline</ButtonLink>}
      {isOwn && isOpen && !isWaiting(order) && (
        <ButtonLink to={paymentPath(order._id)} variant={isEditing ? 'secondary' : 'primary'}>
          {`Pay ${formatTotal(order.payable)}`}
        </ButtonLink>
      )}
      {isOwn && isInvoiceOpen(order) && (
        <ButtonLink to={paymentPath(order._id)} variant="secondary">
          {`Pay ${formatTotal(order.openAmount ?? 0)} by card`}
        </ButtonLink>
      )}
      {isOwn && (
        <div className="grid grid-cols-2 gap-2 empty:hidden">
          <ButtonLink to={orderAgainPath(order._id)} variant={order.cancelledAt ? 'primary' : 'secondary'}>
            Order again
          </ButtonLink>
          {isCancellable(order) && (
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

/** The total, and of a paid order when it arrives and how far it is. */
function Summary({ order }: { order: OrderDetails }) {
  const arrives = arrivalText(order, useNow(HOUR_MS))
  const part = order.progress && shippedPartText({ ...order, shipped: shippedPart(order) })
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <p className="font-semibold text-xl tabular-nums">
        <span className="sr-only">Total of the order </span>
        {formatTotal(order.payable)}
        {order.refundedAmount !== undefined && (
          <span className="block font-normal text-muted text-sm">
            {`${orderTexts.afterRefund}: ${formatTotal(addTotals([order.payable, -order.refundedAmount]))}`}
          </span>
        )}
      </p>
      {(arrives ?? part) !== undefined && (
        <p className="grid text-sm">
          {arrives !== undefined && <span className="font-medium">{arrives}</span>}
          {part !== undefined && <span className="text-wait">{part}</span>}
        </p>
      )}
    </div>
  )
}

/** A customer with an unconfirmed address can have the pieces held longer. */
const LongerHold = () => (
  <div className="grid gap-1 text-sm empty:hidden">
    <ConfirmEmailLink>
      <p>{orderTexts.confirmToHoldLonger}</p>
    </ConfirmEmailLink>
  </div>
)
