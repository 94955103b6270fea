import { Counter, type Registry } from 'prom-client'
import { paymentSignal } from '#features/payments/signals.ts'

/** Counts the payment attempts of this process. */
export function countPayments(registry: Registry): void {
  const payments = new Counter({
    name: 'shop_payments_total',
    help: 'Payment attempts by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  paymentSignal.listen(({ outcome }) => payments.inc({ outcome }))
}
