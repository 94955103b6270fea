import { createSignal } from '#kit/signals.ts'

/** An attempt to pay, or a refund; the order may be unknown. */
export const paymentSignal = createSignal<{
  readonly orderId: string | undefined
  readonly intentId: string
  readonly outcome:
    | 'started'
    | 'declined'
    | 'paused'
    | 'succeeded'
    | 'refunded'
    | 'unmatched refunded'
    | 'refund failed'
  readonly detail?: string | undefined
}>('payment')
