import { orderDocumentPaths } from '#features/documents/paths.ts'
import { SaveFile } from '#features/documents/save-file.tsx'
import { isWaiting, OrderBadges, OrderId } from '#features/order-page/order-page.ts'
import { backorderedPieces, isCancellable, isInvoiceOpen } from '#features/orders/left-to-ship.ts'
import { paymentPath } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { backorderedText, orderTexts, poNumberText } from '#features/orders/texts.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { dateTimeText, monthDayText } from '#kit/text/moment-text.ts'
import { HOUR_MS } from '#kit/time.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import type { Column } from '#kit/ui/list/data-table.tsx'
import { CopyId } from '#kit/ui/mark/copy-id.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'
import { useNow } from '#kit/ui/page/use-now.ts'
import { arrivalText, shippedPartText } from './order-facts.ts'

/**
 * The columns of My Orders, those of the specification: what else a purchaser looks for stands in the cell to which it belongs.
 * On a phone an order is a card: number, date, sum and invoice; the product with its PO number and its arrival; pieces; state and
 * what can be done. `placed` is the id of the order that was placed just before.
 */
export const myOrderColumns = (
  onCancel: (order: Order) => void,
  placed: string | undefined,
): Column<Order>[] => [
  { key: 'number', header: '#', className: '@max-[704px]:sr-only', cell: (_, index) => index + 1 },
  {
    key: 'id',
    header: 'Id',
    className:
      '@max-[704px]:order-1 @max-[704px]:min-w-0 @max-[704px]:self-start @max-[704px]:grow @max-[704px]:basis-0',
    cell: (order) => <NumberCell order={order} isPlaced={order._id === placed} />,
  },
  {
    key: 'product',
    header: 'Product',
    className: '@min-[704px]:w-full @min-[1300px]:min-w-160 @max-[704px]:order-3 @max-[704px]:basis-full',
    cell: (order) => <ProductCell order={order} />,
  },
  {
    key: 'quantity',
    header: 'Quantity',
    align: 'end',
    className: '@max-[704px]:order-4 @max-[704px]:basis-full',
    cell: (order) => <QuantityCell order={order} />,
  },
  {
    key: 'price',
    header: 'Price',
    align: 'end',
    className: '@max-[704px]:order-2 @max-[704px]:self-start',
    cell: (order) => <PriceCell order={order} />,
  },
  {
    key: 'payment',
    header: 'Payment',
    className:
      '@min-[704px]:min-w-52 @min-[1300px]:min-w-60 @max-[704px]:order-5 @max-[704px]:min-w-0 @max-[704px]:shrink! @max-[704px]:grow',
    cell: (order) => <PaymentCell order={order} />,
  },
  {
    key: 'cancel',
    header: 'Cancel',
    align: 'end',
    className: '@max-[704px]:order-6 @max-[704px]:self-end @max-[704px]:empty:hidden',
    cell: (order) =>
      isCancellable(order) && (
        <Button variant="danger" size="sm" onClick={() => onCancel(order)}>
          Cancel
        </Button>
      ),
  },
]

const SECOND = 'text-muted text-xs'

/** The number, and when it was placed. */
function NumberCell({ order, isPlaced }: { order: Order; isPlaced: boolean }) {
  return (
    <OrderId order={order} isInLine>
      <time
        dateTime={order.createdAt}
        title={dateTimeText(order.createdAt)}
        className={`whitespace-nowrap ${SECOND}`}
      >
        {monthDayText(order.createdAt, Date.now())}
      </time>
      {order.company && <span className={SECOND}>{order.company.name}</span>}
      {isPlaced && <StatusBadge tone="good">{orderTexts.justPlaced}</StatusBadge>}
    </OrderId>
  )
}

/** The part, the customer's own number, and when it arrives; until it is paid how long that can wait. */
function ProductCell({ order }: { order: Order }) {
  const now = useNow(HOUR_MS)
  const { product, poNumber } = order
  return (
    <span className="grid text-pretty @min-[1300px]:grid-cols-[minmax(0,1fr)_11rem_15rem] @min-[1300px]:items-baseline @min-[1300px]:gap-x-6">
      <Unbroken text={product} />
      <span className={`${SECOND} empty:max-[1300px]:hidden`}>
        {poNumber !== undefined && poNumberText(poNumber)}
      </span>
      <span className={SECOND}>{arrivalText(order, now) ?? <When order={order} />}</span>
    </span>
  )
}

const When = ({ order: { paidAt, holdUntil, createdAt } }: { order: Order }) => (
  <>
    {paidAt ? 'Paid ' : 'Held until '}
    <DateTime iso={paidAt ?? holdUntil ?? createdAt} />
  </>
)

function QuantityCell({ order }: { order: Order }) {
  const shipped = shippedPartText(order)
  const missing = backorderedPieces(order)
  return (
    <span className="@min-[704px]:grid">
      {formatCount(order.quantity)}
      <span className="@min-[704px]:hidden"> pieces</span>
      {shipped !== undefined && (
        <span className={`${SECOND} @max-[704px]:before:content-["_·_"]`}>{shipped}</span>
      )}
      {missing > 0 && (
        <span className={`${SECOND} @max-[704px]:before:content-["_·_"]`}>
          {backorderedText(missing, order.quantity)}
        </span>
      )}
    </span>
  )
}

/** The sum and its invoice. */
const PriceCell = ({ order: { _id, payable, refundedAmount, invoice } }: { order: Order }) => (
  <span className="grid justify-items-end">
    <span className="font-medium">{formatTotal(payable)}</span>
    {refundedAmount !== undefined && (
      <span className={SECOND}>{`−${formatTotal(refundedAmount)} refunded`}</span>
    )}
    {invoice !== undefined && (
      <span className="-me-1">
        <SaveFile
          path={orderDocumentPaths.invoice(_id)}
          label={`Invoice ${invoice} PDF`}
          variant="quiet"
          isInText
        >
          {invoice}
        </SaveFile>
      </span>
    )}
  </span>
)

function PaymentCell({ order }: { order: Order }) {
  if (isWaiting(order)) return <OrderBadges order={order} />
  if (!order.paid && (order.payment !== 'account' || isInvoiceOpen(order)))
    return (
      <ButtonLink to={paymentPath(order._id)} size="sm">
        Payment
      </ButtonLink>
    )
  return (
    <span className="grid gap-y-0.5">
      <span className="flex flex-wrap items-center gap-1">
        <OrderBadges order={order} />
      </span>
      {order.transactionId && <CopyId value={order.transactionId} what="transaction id" isSmall />}
    </span>
  )
}
