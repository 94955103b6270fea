import type { Order } from '#features/orders/schema.ts'
import { listText } from '#kit/text/list-text.ts'
import { ConfirmDialog } from '#kit/ui/overlay/confirm-dialog.tsx'

type DisputeQuestionProps = {
  /** Those that would ship; the question is open while there are any. */
  orders: readonly Pick<Order, '_id' | 'number'>[]
  onShip: () => void
  onClose: () => void
}

/** Asks before orders ship whose payment is disputed at the bank. */
export function DisputeQuestion({ orders, onShip, onClose }: DisputeQuestionProps) {
  const isOne = orders.length === 1
  return (
    <ConfirmDialog
      open={orders.length > 0}
      title="Ship despite the dispute?"
      body={
        <p className="wrap-anywhere">
          {`The ${isOne ? 'payment of order' : 'payments of orders'} ${listText(orders.map(({ number }) => number))} ${isOne ? 'is' : 'are'} disputed at the bank. If the dispute is lost, the money is gone, and the pieces too.`}
        </p>
      }
      yes="Ship anyway"
      no="Do not ship"
      onConfirm={onShip}
      onClose={onClose}
    />
  )
}
