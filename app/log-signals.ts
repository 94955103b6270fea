import { orderSignal } from '#features/orders/signals.ts'
import { paymentSignal } from '#features/payments/signals.ts'
import type { Log } from '#kit/log/log.ts'
import { mailSignal } from '#kit/signals.ts'

/** Writes into the log what happens to each order: all lines of one carry its `orderId`. */
export function logSignals(log: Log): void {
  // The fields are few and named here, none of them a secret: searching each line for one would double its cost.
  const story = log.child({}, { redact: [] })
  orderSignal.listen(({ orderId, kind, actor, detail }) => {
    // Placing an order holds its pieces; one line says both.
    if (kind !== 'held') story.info({ orderId, actor, detail }, `order ${kind}`)
  })
  paymentSignal.listen(({ outcome, ...payment }) => {
    // A refund that failed is logged as an error, with its amount.
    if (outcome !== 'refund failed') story.info(payment, `payment ${outcome}`)
  })
  mailSignal.listen(({ outcome, mailId, template, about }) => {
    // The mailer itself logs a failure, with its reason.
    if (outcome === 'queued' || outcome === 'sent')
      story.info({ orderId: about, mailId, template }, `mail ${outcome}`)
  })
}
