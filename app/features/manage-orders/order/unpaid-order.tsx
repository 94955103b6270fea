import { useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { OrderDetails } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { CancelOrderDialog, useCancelOrder } from '#features/payments/cancel-order.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { HOLDS, holdForDays, remindOfPayment } from '../holding/client.ts'
import { HoldField } from '../holding/hold-field.tsx'

type UnpaidOrderProps = {
  order: OrderDetails
  onChanged: (order: OrderDetails) => void
  /** The order has changed since the page loaded it, or is cancelled now. */
  onRefused: () => Promise<void>
}

/** What staff do with an order that is not paid: hold it longer, remind of its payment, cancel it. The customer is told of each. */
export function UnpaidOrder({ order, onChanged, onRefused }: UnpaidOrderProps) {
  const [days, setDays] = useState<number>(HOLDS[1].days)
  const { running, error, run } = useOneCall({ onChanged, onRefused })
  const cancelling = useCancelOrder({ onCancelled: () => void onRefused(), onRefused })
  return (
    <section aria-labelledby="unpaid" className="grid gap-3">
      <h2 id="unpaid" className="text-lg">
        {orderTexts.notPaidYet}
      </h2>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void run('hold', () => holdForDays(order._id, days), 'The order is held longer')
        }}
      >
        <HoldField days={days} onChange={setDays} />
        <Button type="submit" variant="secondary" busy={running === 'hold'} className="mb-6">
          Hold
        </Button>
      </form>
      <div className="-mt-4 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          busy={running === 'remind'}
          onClick={() => run('remind', () => remindOfPayment(order._id), 'The customer is reminded')}
        >
          Send payment reminder
        </Button>
        <Button variant="danger" size="sm" onClick={() => cancelling.open(order)}>
          Cancel order
        </Button>
      </div>
      {error !== undefined && <Notice tone="bad">{problemText(error)}</Notice>}
      <CancelOrderDialog cancelling={cancelling} />
    </section>
  )
}

function useOneCall({ onChanged, onRefused }: Omit<UnpaidOrderProps, 'order'>) {
  const [running, setRunning] = useState<string>()
  const [error, setError] = useState<unknown>()
  const isRunning = useRef(false)
  const run = async (name: string, call: () => Promise<OrderDetails>, done: string) => {
    if (isRunning.current) return
    isRunning.current = true
    setRunning(name)
    setError(undefined)
    try {
      onChanged(await call())
      notify.success(done)
    } catch (thrown) {
      if (signOutIfForbidden(thrown)) return
      setError(thrown)
      void onRefused()
    } finally {
      isRunning.current = false
      setRunning(undefined)
    }
  }
  return { running, error, run }
}
