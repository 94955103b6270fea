import { orderSignal } from '#features/orders/signals.ts'
import { paymentSignal } from '#features/payments/signals.ts'
import type { Log } from '#kit/log.ts'
import { mailSignal } from '#kit/signals.ts'

/** Logs the events of each order; all lines of an order have its `orderId`. */
export function logSignals(log: Log): void {
  // These fields are never secrets, and redaction would double the cost of a line.
  const eventLog = log.child({}, { redact: [] })
  orderSignal.listen(({ orderId, kind, actor, detail }) => {
    // Placing an order also holds its pieces; one line is enough.
    if (kind !== 'held') eventLog.info({ orderId, actor, detail }, `order ${kind}`)
  })
  paymentSignal.listen(({ outcome, ...payment }) => {
    // A refund that failed is logged as an error, with its amount.
    if (outcome !== 'refund failed') eventLog.info(payment, `payment ${outcome}`)
  })
  mailSignal.listen(({ outcome, mailId, template, about }) => {
    // The mailer itself logs a failure, with its reason.
    if (outcome === 'queued' || outcome === 'sent' || outcome === 'withheld')
      eventLog.info({ orderId: about, mailId, template }, `mail ${outcome}`)
  })
}
