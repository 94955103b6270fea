import { createSignal } from '#kit/signals.ts'

/** Something happened to an order and is committed. `actor` is a user's id or a part of the shop. */
export const orderSignal = createSignal<{
  readonly orderId: string
  readonly kind: string
  readonly actor: string
  readonly detail?: string | undefined
}>('order')
