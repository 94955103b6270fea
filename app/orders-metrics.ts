import { Counter, type Registry } from 'prom-client'
import { orderSignal } from '#features/orders/signals.ts'

/** Counts the order events of this process. */
export function countOrders(registry: Registry): void {
  const events = new Counter({
    name: 'shop_order_events_total',
    help: 'Order events by kind',
    labelNames: ['event'],
    registers: [registry],
  })
  orderSignal.listen(({ kind }) => events.inc({ event: kind }))
}
