import { Counter, type Registry } from 'prom-client'
import { orderSignal } from './signals.ts'

/** Counts what happens to orders in this process. */
export function countOrders(registry: Registry): void {
  const events = new Counter({
    name: 'shop_order_events_total',
    help: 'What happened to orders',
    labelNames: ['event'],
    registers: [registry],
  })
  orderSignal.listen(({ kind }) => events.inc({ event: kind }))
}
