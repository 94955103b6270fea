import { createSignal } from '#kit/signals.ts'

/** A try to pay. The order of money that is paid back may be unknown. */
export const paymentSignal = createSignal<{
  readonly orderId: string | undefined
  readonly intentId: string
  readonly outcome: 'started' | 'declined' | 'succeeded' | 'paid back' | 'refund failed'
  readonly detail?: string | undefined
}>('payment')
