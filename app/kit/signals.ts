import { channel } from 'node:diagnostics_channel'

/** What happens in this process, told to whoever listens: the log and the metrics. Costs nothing while nobody does. */
export interface Signal<Message> {
  send(message: Message): void
  /** The result ends the listening. */
  listen(hear: (message: Message) => void): () => void
}

/** A signal of that name. Names are unique in a process; a feature declares its signals in its `signals.ts`. */
export function createSignal<Message>(name: string): Signal<Message> {
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

/** A mail's way through the outbox. `about` is the id of what a template writes about. */
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
