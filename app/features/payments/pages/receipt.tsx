import { data } from 'react-router'
import { TransactionId } from '#features/order-page/order-page.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { callerContext, shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { AppError } from '#kit/server/app-error.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import type { FramedPageHandle } from '#kit/ui/page/site-frame.tsx'
import { PaymentColumns } from '../card/payment-columns.tsx'
import { DeadLink, isTooManyTries, TooManyTries } from '../links/dead-link.tsx'
import { LinkedLines } from '../links/linked-lines.tsx'
import { openReceipt } from '../links/linked-orders.ts'
import { Moment } from '../links/moment.tsx'
import { receiptPdfPath } from '../paths.ts'
import { type Receipt, readReceipt } from '../receipts/receipts.ts'
import { receiptTexts } from '../texts.ts'
import type { Route } from './+types/receipt.ts'

export const handle = { frame: 'bare' } satisfies FramedPageHandle

export const headers = () => TOKEN_IN_ADDRESS

/** What the receipt shows now. A wrong token counts as one of a payment link does. */
export function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadOrUnavailable(async () => {
    try {
      const opened = await openReceipt(shop, params.token, context.get(callerContext))
      return { receipt: await readReceipt(shop, opened) }
    } catch (error) {
      if (error instanceof AppError) throw data(null, { status: error.status })
      throw error
    }
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(loaderData ? receiptTexts.title(loaderData.receipt.number) : receiptTexts.receipt)

/** The receipt of an order, for whoever paid it by its payment link. */
export default function ReceiptPage({ loaderData: { receipt }, params }: Route.ComponentProps) {
  const { number, name, poNumber, paidAt, transactionId } = receipt
  return (
    <PageLayout className="lg:gap-8">
      <PageHeading title={receiptTexts.title(number)} lead={`Ordered by ${name}.`} />
      <PaymentColumns
        pay={
          <div className="grid gap-4">
            <MoneyBack receipt={receipt} />
            <FactList
              facts={[
                { label: 'Paid', value: paidAt && <Moment iso={paidAt} /> },
                { label: 'PO number', value: poNumber },
              ]}
            />
            {transactionId && <TransactionId id={transactionId} />}
            <p>
              <a href={receiptPdfPath(params.token)}>{receiptTexts.pdf}</a>
            </p>
            <p className="text-muted text-sm">{receiptTexts.ends}</p>
          </div>
        }
      >
        <LinkedLines order={receipt} />
      </PaymentColumns>
    </PageLayout>
  )
}

/** Whether the order is still paid. */
function MoneyBack({ receipt }: { receipt: Receipt }) {
  const { payable, refundedAmount = 0, dispute, lostAmount } = receipt
  if (lostAmount !== undefined && refundedAmount === 0)
    return (
      <Notice tone="waiting">
        {receiptTexts.partlyChargedBack(formatTotal(lostAmount), formatTotal(payable))}
      </Notice>
    )
  if (dispute === 'lost' && lostAmount === undefined)
    return <Notice tone="waiting">{receiptTexts.chargedBack}</Notice>
  if (refundedAmount >= payable) return <Notice tone="waiting">{receiptTexts.refunded}</Notice>
  if (refundedAmount === 0) return <Notice tone="good">{receiptTexts.paid}</Notice>
  return (
    <Notice tone="waiting">
      {receiptTexts.partlyRefunded(formatTotal(refundedAmount), formatTotal(payable))}
    </Notice>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout width="reading">
      {isNotFound(error) ? (
        <DeadLink title={receiptTexts.receipt}>{receiptTexts.dead}</DeadLink>
      ) : isTooManyTries(error) ? (
        <TooManyTries title={receiptTexts.receipt} />
      ) : (
        <LoadFailure heading={receiptTexts.receipt} title="The receipt could not be loaded" error={error} />
      )}
    </PageLayout>
  )
}
