import { useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import type { Order } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { texts } from '#kit/texts.ts'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { cancelOrder } from './client.ts'

type CancelCallbacks = {
  onCancelled: (id: string) => void
  /** The order has changed since the page loaded it. */
  onRefused: () => Promise<void>
}

/** The order to cancel, its confirmation and its result. `open` asks for the confirmation. */
export function useCancelOrder({ onCancelled, onRefused }: CancelCallbacks) {
  const [order, setOrder] = useState<Order>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const confirm = async (confirmed: Order) => {
    setBusy(true)
    setError(undefined)
    try {
      await cancelOrder(confirmed._id)
      setOrder(undefined)
      onCancelled(confirmed._id)
      notify.success(orderTexts.cancelled)
    } catch (thrown) {
      if (signOutIfUnauthorized(thrown)) return setOrder(undefined)
      setError(problemText(thrown))
      if (thrown instanceof ProblemError && thrown.status > 0) void onRefused()
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    setOrder(undefined)
    setError(undefined)
  }
  return { order, busy, error, open: setOrder, confirm, close }
}

export function CancelOrderDialog({ cancelling }: { cancelling: ReturnType<typeof useCancelOrder> }) {
  const { order, busy, error, confirm, close } = cancelling
  return (
    <ConfirmDialog
      open={order !== undefined}
      title={texts.confirm.question}
      yes={texts.confirm.yes}
      no={texts.confirm.no}
      body={
        order &&
        `${orderText(order)} for ${formatTotal(order.payable)} will be cancelled, and its pieces are for sale again.`
      }
      busy={busy}
      error={error ?? null}
      onConfirm={() => order && confirm(order)}
      onClose={close}
    />
  )
}

/** The pieces of the only line, or of all lines together. */
const orderText = ({ lines, quantity, product }: Order): string =>
  lines.length === 1 ? `${formatCount(quantity)} × ${product}` : `${product}, ${piecesText(quantity)} in all,`
