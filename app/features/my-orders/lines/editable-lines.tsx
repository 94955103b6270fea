import { useEffect, useRef } from 'react'
import { OrderLines, OrderSums } from '#features/order-page/order-page.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { formatTotal } from '#kit/money.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { CodeFailure } from '#kit/ui/page/code-failure.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import type { LinesCalls } from './use-lines-editor.ts'

type EditableLinesProps = {
  order: OrderDetails
  calls: LinesCalls
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChanged: (order: OrderDetails) => void
  /** The order has changed since the page loaded it. */
  onRefused: () => Promise<void>
}

const loadEditor = async () => (await import('./lines-editor.tsx')).LinesEditor

/** The lines of an unpaid order with their sums; its customer edits them in place. */
export function EditableLines({ order, calls, isOpen, onOpen, onChanged, onRefused }: EditableLinesProps) {
  const code = useCode(isOpen, loadEditor)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const close = () => onOpen(false)
  if (isOpen && code.hasFailed) return <CodeFailure title="The lines could not be opened" code={code} />
  if (isOpen)
    return code.part ? (
      <code.part
        order={order}
        calls={calls}
        onClose={close}
        onRefused={onRefused}
        onSaved={(changed) => {
          onChanged(changed)
          close()
          offerUndo(order, changed)
        }}
      />
    ) : (
      <SkeletonRows className="h-16 w-full" />
    )
  return (
    <div className="grid gap-3">
      <OrderLines lines={order.lines} />
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        className="justify-self-start"
        onClick={() => onOpen(true)}
      >
        Edit lines
      </Button>
      <OrderSums order={order} />
    </div>
  )
}

/** The former lines are put back by the same call; it refuses what is no longer possible, and says so. */
function offerUndo(was: OrderDetails, now: OrderDetails): void {
  const { _id, lines, totalPrice, payable, delivery } = was
  const body = {
    lines: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    totalPrice,
    payable,
    ...(delivery && delivery._id !== now.delivery?._id && { delivery: delivery._id }),
  }
  notifyUndo({
    text: `Order changed: ${formatTotal(payable)} → ${formatTotal(now.payable)}`,
    calls: [{ method: 'PUT', path: `/api/myorder/${encodeURIComponent(_id)}/lines`, body }],
    about: [_id],
  })
}
