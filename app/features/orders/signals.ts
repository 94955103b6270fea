import { createSignal } from '#kit/signals.ts'

/** An event of an order, sent after the commit. `actor` is a user's id or a part of the shop. */
export const orderSignal = createSignal<{
  readonly orderId: string
  readonly kind: string
  readonly actor: string
  readonly detail?: string | undefined
}>('order')
