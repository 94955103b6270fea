import { useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { OrderDetails } from '#features/orders/schema.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'
import { useIdempotencyKey } from '#kit/ui/form/use-idempotency-key.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { refundOrder } from '../client.ts'
import { paymentRefusals } from '../refusals.ts'
import type { RefundOrder } from '../schema.ts'

type RefundCallbacks = {
  order: OrderDetails
  onChanged: (order: OrderDetails) => void
  /** The order has changed since the page loaded it, or may have. */
  onRefused: () => Promise<void>
  /** The provider did not answer; the text says what the shop does about it. Undefined when a refund is asked for. */
  onUnconfirmed: (text: string | undefined) => void
  /** The refund was made, or the shop asks the provider about it: nothing is left to do here. */
  onDone: () => void
}

/** A refund, and what it comes to. */
export interface PricedRefund {
  readonly refund: RefundOrder
  readonly dollars: number
}

/** The refund to confirm, and its result. `open` asks for the confirmation. */
export function useRefund({ order, onChanged, onRefused, onUnconfirmed, onDone }: RefundCallbacks) {
  const email = useSession()?.email
  const idempotencyKey = useIdempotencyKey(
    email === undefined ? undefined : { email, draft: `refund attempt of ${order._id}` },
  )
  const [asked, setAsked] = useState<PricedRefund>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const close = () => setAsked(undefined)
  const end = () => {
    close()
    onDone()
  }
  const send = async ({ refund, dollars }: PricedRefund) => {
    const known = order.refunds?.length ?? 0
    const changed = await refundOrder(order._id, refund, idempotencyKey.for(refund))
    idempotencyKey.reset()
    onChanged(changed)
    end()
    // After a lost answer the page may show the refund already.
    const isNew = (changed.refunds?.length ?? 0) > known
    notify.success(`${formatTotal(dollars)} ${isNew ? 'refunded' : 'was refunded already'}`)
  }
  const fail = (thrown: unknown) => {
    if (signOutIfForbidden(thrown)) return close()
    if (isRefusedBy(thrown, paymentRefusals.refundUnconfirmed)) {
      onUnconfirmed(thrown.detail)
      end()
    } else {
      // An answer that refuses ends the attempt; without an answer the next try repeats it.
      if (thrown instanceof ProblemError && thrown.status >= 400 && thrown.status < 500)
        idempotencyKey.reset()
      setError(problemText(thrown))
    }
    void onRefused()
  }
  return {
    asked,
    busy,
    error,
    close,
    open: (priced: PricedRefund) => {
      setError(undefined)
      onUnconfirmed(undefined)
      setAsked(priced)
    },
    confirm: async () => {
      if (!asked || busy) return
      setBusy(true)
      setError(undefined)
      try {
        await send(asked)
      } catch (thrown) {
        fail(thrown)
      } finally {
        setBusy(false)
      }
    },
  }
}
