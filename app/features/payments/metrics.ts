import { Counter, type Registry } from 'prom-client'
import { paymentSignal } from './signals.ts'

/** Counts the payments that this process tries. */
export function countPayments(registry: Registry): void {
  const payments = new Counter({
    name: 'shop_payments_total',
    help: 'Tries to pay by what came of them',
    labelNames: ['outcome'],
    registers: [registry],
  })
  paymentSignal.listen(({ outcome }) => payments.inc({ outcome }))
}
