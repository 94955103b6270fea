import { TruckIcon } from '#kit/ui/icons.tsx'
import { StatusBadge } from '#kit/ui/status-badge.tsx'
import type { Order } from '../schema.ts'
import { orderTexts } from '../texts.ts'

/** That a pending order is shipped in part; renders nothing for others. */
export function ProgressBadge({ order: { progress } }: { order: Order }) {
  if (progress === undefined) return null
  return (
    <StatusBadge tone="waiting" icon={<TruckIcon />}>
      {orderTexts.partlyShipped}
    </StatusBadge>
  )
}
