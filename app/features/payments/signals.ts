import { createSignal } from '#kit/signals.ts'

export const paymentOutcomes = [
  'started',
  'declined',
  'paused',
  'succeeded',
  'refunded',
  'unmatched refunded',
  'refund failed',
] as const

/** An attempt to pay, or a refund; the order may be unknown. */
export const paymentSignal = createSignal<{
  readonly orderId: string | undefined
  readonly intentId: string
  readonly outcome: (typeof paymentOutcomes)[number]
  readonly detail?: string | undefined
}>('payment')
