import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { isNotFound } from '#kit/browser/client.ts'
import { dateTimeText } from '#kit/text/moment-text.ts'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import { useIsHydrated } from '#kit/ui/page/use-is-hydrated.ts'
import { CardSection } from '../card/card-section.tsx'
import { PaymentBox } from '../card/payment-columns.tsx'
import { HoldCountdown } from '../hold-countdown.tsx'
import type { LinkedOrder } from '../schema.ts'
import { fetchLinkedOrder, settleLinkedOrder, startLinkedPayment } from './client.ts'
import { PoNumberForm, usePoNumber } from './po-number-form.tsx'

type PayByLinkProps = {
  token: string
  loaded: LinkedOrder
  onSettled: (transactionId: string) => void
}

/** Until when to pay, the PO number and the card, while the order is unpaid. */
export function PayByLink({ token, loaded, onSettled }: PayByLinkProps) {
  const { revalidate } = useRevalidator()
  // Revalidating replaces the form when the order is paid, cancelled or over: not while a card is being charged.
  const isBusy = useRef(false)
  const revalidateUnlessBusy = () => {
    if (!isBusy.current) void revalidate()
  }
  const { data: order, change } = usePolled(
    loaded,
    (signal) => fetchLinkedOrder(token, signal),
    (error) => {
      if (isNotFound(error)) revalidateUnlessBusy()
    },
  )
  const onPaid = useEffectEvent(revalidateUnlessBusy)
  useEffect(() => {
    if (order.paid) onPaid()
  }, [order.paid])

  const poNumber = usePoNumber({
    token,
    saved: order.poNumber,
    onSaved: (changed) => change(() => changed),
    onRefused: revalidateUnlessBusy,
  })
  return (
    <PaymentBox>
      <Hold until={order.holdUntil} />
      <PoNumberForm poNumber={poNumber} />
      <CardSection
        payable={{
          amount: order.payable,
          start: () => startLinkedPayment(token, order.payable),
          settle: (transactionId) => settleLinkedOrder(token, transactionId),
          prepare: poNumber.save,
          onChanged: revalidate,
          onPaidElsewhere: revalidate,
          onSettled: (transactionId) => {
            onSettled(transactionId)
            void revalidate()
            return undefined
          },
        }}
        onBusy={(busy) => {
          isBusy.current = busy
        }}
      />
    </PaymentBox>
  )
}

/** A countdown as soon as the browser has said what time it is and in which zone. */
function Hold({ until }: { until: string }) {
  const isHydrated = useIsHydrated()
  if (isHydrated) return <HoldCountdown holdUntil={until} />
  return <p className="font-medium">Held until {dateTimeText(until, 'UTC')} UTC</p>
}
