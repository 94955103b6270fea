import { useState } from 'react'
import { data } from 'react-router'
import { shownSeller } from '#features/settings/settings.ts'
import { isNotFound } from '#kit/browser/client.ts'
import { callerContext, shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { AppError } from '#kit/server/app-error.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { toIso } from '#kit/time.ts'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import type { FramedPageHandle } from '#kit/ui/page/site-frame.tsx'
import { AfterPayment } from '../card/after-payment.tsx'
import { PaymentColumns } from '../card/payment-columns.tsx'
import { DeadLink, isTooManyTries, TooManyTries } from '../links/dead-link.tsx'
import { LinkedLines } from '../links/linked-lines.tsx'
import { openLink, readLinkedOrder } from '../links/linked-orders.ts'
import { PaidByLink } from '../links/paid-by-link.tsx'
import { PayByLink } from '../links/pay-by-link.tsx'
import { receiptPagePath } from '../paths.ts'
import { offerReceipt } from '../receipts/receipts.ts'
import { proofTexts } from '../texts.ts'
import type { Route } from './+types/pay.ts'

export const handle = { frame: 'bare' } satisfies FramedPageHandle

export const headers = () => TOKEN_IN_ADDRESS

/** The order of the link, when it was paid, and the address of its receipt then. A wrong token counts as one of a call does. */
export function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadOrUnavailable(async () => {
    try {
      const opened = await openLink(shop, params.token, context.get(callerContext))
      const order = await readLinkedOrder(shop, opened)
      const { paidAt } = opened
      const receiptToken = await offerReceipt(shop, opened, params.token)
      return {
        order,
        seller: await shownSeller(shop),
        ...(paidAt !== null && { paidAt: toIso(paidAt) }),
        ...(receiptToken !== undefined && {
          receipt: shop.config.publicUrl + receiptPagePath(receiptToken),
        }),
      }
    } catch (error) {
      if (error instanceof AppError) throw data(null, { status: error.status })
      throw error
    }
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(loaderData ? `Pay order ${loaderData.order.number}` : 'Payment link')

/** The page of a payment link, for somebody without an account who may never have seen the shop. */
export default function PayPage({
  loaderData: { order, paidAt, receipt, seller },
  params,
}: Route.ComponentProps) {
  const [wasUnpaid] = useState(!order.paid)
  const [transactionId, setTransactionId] = useState<string>()
  const isPaid = order.paid || transactionId !== undefined
  return (
    <PageLayout className="lg:gap-8">
      <PageHeading
        title={`Order ${order.number}`}
        lead={
          isPaid
            ? `Ordered by ${order.name}.`
            : `${order.name} has ordered these parts. With this link you can add your PO number and pay for them. You need no account.`
        }
      />
      <PaymentColumns
        pay={
          isPaid ? (
            <PaidByLink
              paidAt={paidAt}
              transactionId={transactionId}
              wasUnpaid={wasUnpaid}
              receipt={receipt}
            />
          ) : (
            <>
              <PayByLink token={params.token} loaded={order} onSettled={setTransactionId} />
              <AfterPayment order={order} proof={proofTexts.receipt} seller={seller} />
            </>
          )
        }
      >
        <LinkedLines order={order} isFolded={!isPaid} />
      </PaymentColumns>
    </PageLayout>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout width="reading">
      {isNotFound(error) ? (
        <DeadLink />
      ) : isTooManyTries(error) ? (
        <TooManyTries />
      ) : (
        <LoadFailure heading="Payment link" title="The order could not be loaded" error={error} />
      )}
    </PageLayout>
  )
}
