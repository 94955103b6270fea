import { useNavigate, useRevalidator } from 'react-router'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { MY_ORDERS_PATH } from '#features/orders/paths.ts'
import type { Order } from '#features/orders/schema.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { type PaymentConfig, settleOrder, startPayment } from '../client.ts'
import { CardPayment } from '../paying/card-payment.tsx'
import { paidState } from '../receipts/paid-order.ts'
import { paymentTexts } from '../texts.ts'

const SUCCESS_SHOWN_MS = 2500

type OwnPaymentProps = { order: Order; config: PaymentConfig; onBusy: (isBusy: boolean) => void }

/** The card form for the customer's own order. After the payment it leads to the dashboard. */
export function OwnPayment({ order, config, onBusy }: OwnPaymentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { _id, totalPrice, name, email, transactionId } = order
  return (
    <CardPayment
      config={config}
      onBusy={onBusy}
      payable={{
        totalPrice,
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
