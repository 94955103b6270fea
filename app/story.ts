import type { Log } from '#kit/log/log.ts'
import { mailSignal, orderSignal, paymentSignal } from '#kit/signals.ts'

/** Writes into the log what happens to each order: all lines of one carry its `orderId`. */
export function logStories(log: Log): void {
  orderSignal.listen(({ orderId, kind, actor, detail }) =>
    log.info({ orderId, actor, detail }, `order ${kind}`),
  )
  paymentSignal.listen(({ outcome, ...payment }) => log.info(payment, `payment ${outcome}`))
  mailSignal.listen(({ outcome, mailId, template, about }) => {
    // The mailer itself logs a failure, with its reason.
    if (outcome !== 'failed') log.info({ orderId: about, mailId, template }, `mail ${outcome}`)
  })
}
