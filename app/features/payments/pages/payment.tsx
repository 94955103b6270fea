import { useRef } from 'react'
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import { loadPrivately, signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { Charges, TaxNotes } from '#features/order-page/components.tsx'
import { DeliveryText, isWaiting, NoSuchOrder, TransactionId } from '#features/order-page/order-page.ts'
import { fetchOrder } from '#features/orders/client.ts'
import { isInvoiceOpen } from '#features/orders/left-to-ship.ts'
import { MY_ORDERS_PATH, orderPagePath } from '#features/orders/paths.ts'
import type { Order, OrderDetails } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { fetchSeller } from '#features/settings/client.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import type { FramedPageHandle } from '#kit/ui/page/site-frame.tsx'
import { AfterPayment } from '../card/after-payment.tsx'
import { CardPayment } from '../card/card-payment.tsx'
import { PaymentBox, PaymentColumns } from '../card/payment-columns.tsx'
import { PaymentLines } from '../card/payment-lines.tsx'
import { fetchPaymentConfig, type PaymentConfig, settleOrder, startPayment } from '../client.ts'
import { paidState } from '../receipts/paid-order.ts'
import { paymentTexts, proofTexts } from '../texts.ts'
import type { Route } from './+types/payment.ts'

export const meta: Route.MetaFunction = ({ error }) =>
  privateMeta(isNotFound(error) ? 'Page not found' : 'Payment')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => {
    const [order, config, seller] = await Promise.all([
      fetchOrder(params.id),
      fetchPaymentConfig(),
      // Whoever pays does not need it.
      fetchSeller().catch(() => ({})),
    ])
    return { order, config, seller }
  })
}

export const handle = { frame: 'bare' } satisfies FramedPageHandle

export default function PaymentPage({ loaderData: { order: loaded, config, seller } }: Route.ComponentProps) {
  const session = useSession()
  const { order, onBusy } = useOrderNow(loaded)
  const isOwn = order.email === session?.email
  const isPayable = isOwn && ((order.holdUntil !== undefined && !isWaiting(order)) || isInvoiceOpen(order))
  /** Of the order that was placed just before, which My Orders marks. */
  const { state } = useLocation()
  return (
    <PageLayout className="lg:gap-8">
      <PageHeading
        title="Payment"
        lead={
          <span className="flex flex-wrap gap-x-6">
            <Link to={orderPagePath(order._id)}>{`Back to order ${order.number}`}</Link>
            {isPayable && (
              <Link to={MY_ORDERS_PATH} state={state}>
                Pay later in My Orders
              </Link>
            )}
          </span>
        }
      />
      <PaymentColumns
        pay={
          loaded.transactionId ? (
            <PaidAlready transactionId={loaded.transactionId} />
          ) : order.cancelledAt !== undefined ? (
            <Notice>
              This order is cancelled, so it cannot be paid.{' '}
              <Link to={orderPagePath(order._id)}>See the order</Link> to place it again.
            </Notice>
          ) : isWaiting(order) ? (
            <Notice tone="waiting">
              Somebody of your company has to approve this order before it can be paid.{' '}
              <Link to={orderPagePath(order._id)}>See the order</Link>
            </Notice>
          ) : order.payment === 'account' && !order.paid && !isInvoiceOpen(order) ? (
            <Notice>
              This order is on account, and nothing of it is to be paid at present.{' '}
              <Link to={orderPagePath(order._id)}>See the order</Link>
            </Notice>
          ) : isOwn ? (
            <>
              <PaymentBox>
                <OwnPayment key={order._id} order={order} config={config} onBusy={onBusy} />
              </PaymentBox>
              <AfterPayment order={order} proof={proofTexts.mail} seller={seller} />
            </>
          ) : (
            <Notice>Only the customer who placed this order can pay for it.</Notice>
          )
        }
      >
        <OrderSummary order={order} />
      </PaymentColumns>
    </PageLayout>
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
  return (
    <PageLayout>
      {isNotFound(error) ? (
        <NoSuchOrder />
      ) : (
        <>
          <LoadFailure heading="Payment" title="The order could not be loaded" error={error} />
          {/* The frame has no other way out. */}
          <BackToOrders />
        </>
      )}
    </PageLayout>
  )
}

const SUCCESS_SHOWN_MS = 2500

type OwnPaymentProps = { order: Order; config: PaymentConfig; onBusy: (isBusy: boolean) => void }

/** The card form for the customer's own order. After the payment it leads to the dashboard. */
export function OwnPayment({ order, config, onBusy }: OwnPaymentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { _id, payable, openAmount = 0, name, email, transactionId } = order
  return (
    <CardPayment
      config={config}
      onBusy={onBusy}
      payable={{
        amount: isInvoiceOpen(order) ? openAmount : payable,
        transactionId,
        payer: { name, email },
        start: () => startPayment(order),
        settle: (id) => settleOrder(_id, id),
        hasLeft: signOutIfUnauthorized,
        // The page then shows the order as it is now.
        onChanged: revalidate,
        onSettled: () => {
          const timer = setTimeout(() => {
            notify.success(paymentTexts.toast)
            void navigate('/dashboard', { state: paidState(order) })
          }, SUCCESS_SHOWN_MS)
          return () => clearTimeout(timer)
        },
      }}
      next={
        <ButtonLink to={MY_ORDERS_PATH} variant="secondary" size="sm">
          My Orders
        </ButtonLink>
      }
    />
  )
}

/** The order that is paid. */
export function OrderSummary({ order }: { order: Order }) {
  const { lines, delivery, cancelledAt } = order
  const [line] = lines
  return (
    <section aria-labelledby="order-summary" className="grid min-w-0 grid-cols-1 gap-4">
      <h2 id="order-summary">{`Order ${order.number}`}</h2>
      <FactList
        facts={[
          { label: 'Product', value: <Unbroken text={order.product} /> },
          { label: 'Customer', value: order.name },
          { label: 'Quantity', value: piecesText(order.quantity) },
          { label: 'Per piece', value: line && lines.length === 1 ? formatPrice(line.unitPrice) : undefined },
          { label: 'PO number', value: order.poNumber },
          {
            label: orderTexts.delivery,
            value: delivery && <DeliveryText delivery={delivery} isOver={cancelledAt !== undefined} />,
          },
          {
            label: 'To be paid',
            value: isInvoiceOpen(order) ? formatTotal(order.openAmount ?? 0) : undefined,
          },
          { label: 'Held until', value: order.holdUntil && <DateTime iso={order.holdUntil} /> },
          { label: orderTexts.paid, value: order.paidAt && <DateTime iso={order.paidAt} /> },
        ]}
      />
      {lines.length > 1 && (
        <div>
          <PaymentLines lines={lines} isFolded />
        </div>
      )}
      <div
        className={classNames('grid content-start gap-2', lines.length === 1 && 'border-line border-t pt-4')}
      >
        <Charges order={order} />
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-muted text-sm">Price</span>
          <span className="font-semibold text-xl">{formatTotal(order.payable)}</span>
        </p>
        <TaxNotes order={order} />
      </div>
    </section>
  )
}
