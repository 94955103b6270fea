import { TruckIcon } from '#kit/ui/mark/icons.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { isEnded } from '../../records/left-to-ship.ts'
import type { Order } from '../../schema.ts'
import { orderTexts } from '../../texts.ts'

/** That a pending order is shipped in part; renders nothing for others, nor when the rest does not ship any more. */
export function ProgressBadge({ order }: { order: Order }) {
  if (order.progress === undefined || isEnded(order)) return null
  return (
    <StatusBadge tone="waiting" icon={<TruckIcon />}>
      {orderTexts.partlyShipped}
    </StatusBadge>
  )
}
