import { arrivalShippedOn } from '#features/delivery/delivery.ts'
import type { Order } from '../schema.ts'

/**
 * When an order arrives that ships on this day: as promised, or, if it ships later, after the days that its method was to take.
 * Undefined without a delivery.
 */
export function arrivesIfShippedOn(
  day: string,
  { delivery, deliverTo }: Pick<Order, 'delivery' | 'deliverTo'>,
): { from: string; to: string } | undefined {
  if (!delivery || !deliverTo) return undefined
  const { country, region } = deliverTo
  return day <= delivery.ships ? delivery.arrives : arrivalShippedOn(day, delivery, { country, region })
}
