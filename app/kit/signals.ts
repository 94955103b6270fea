import { channel } from 'node:diagnostics_channel'

/** What happens in this process, told to whoever listens: the log and the metrics. Costs nothing while nobody does. */
export interface Signal<Message> {
  send(message: Message): void
  /** The result ends the listening. */
  listen(hear: (message: Message) => void): () => void
}

function createSignal<Message>(name: string): Signal<Message> {
  const line = channel(`shop:${name}`)
  return {
    send: (message) => line.publish(message),
    listen: (hear) => {
      const subscriber = (message: unknown) => hear(message as Message)
      line.subscribe(subscriber)
      return () => line.unsubscribe(subscriber)
    },
  }
}

/** Something happened to an order and is committed. `actor` is a user's id or a part of the shop. */
export const orderSignal = createSignal<{
  readonly orderId: string
  readonly kind: string
  readonly actor: string
  readonly detail?: string | undefined
}>('order')

/** A try to pay. The order of money that is paid back may be unknown. */
export const paymentSignal = createSignal<{
  readonly orderId: string | undefined
  readonly intentId: string
  readonly outcome: 'started' | 'declined' | 'succeeded' | 'paid back' | 'refund failed'
  readonly detail?: string | undefined
}>('payment')

/** A mail's way through the outbox. `about` is the order that a template writes of. */
export const mailSignal = createSignal<{
  readonly outcome: 'queued' | 'sent' | 'failed' | 'given up'
  readonly mailId: string
  readonly template?: string | null | undefined
  readonly about?: string | null | undefined
}>('mail')

/** One run of a job. */
export const jobSignal = createSignal<{ readonly job: string; readonly failed: boolean }>('job')

/** A public answer came from memory, or from there while a newer one is made; or one is being made. */
export const publicAnswerSignal = createSignal<'memory' | 'stale memory' | 'rendering'>('public-answer')
