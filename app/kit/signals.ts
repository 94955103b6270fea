import { channel } from 'node:diagnostics_channel'

/** Events of this process for its listeners, the log and the metrics. Costs nothing without listeners. */
export interface Signal<Message> {
  send(message: Message): void
  /** Returns the function that removes the listener. */
  listen(listener: (message: Message) => void): () => void
}

/** A signal of that name. Names are unique in a process; a feature declares its signals in its `signals.ts`. */
export function createSignal<Message>(name: string): Signal<Message> {
  const events = channel(`shop:${name}`)
  return {
    send: (message) => events.publish(message),
    listen: (listener) => {
      const subscriber = (message: unknown) => listener(message as Message)
      events.subscribe(subscriber)
      return () => events.unsubscribe(subscriber)
    },
  }
}

export const mailOutcomes = ['queued', 'sent', 'failed', 'given up', 'withheld'] as const

/**
 * A step of a mail through the outbox. `about` is the id of the record that its template is about. `withheld`: its address is
 * not confirmed and had enough mails of that day.
 */
export const mailSignal = createSignal<{
  readonly outcome: (typeof mailOutcomes)[number]
  readonly mailId: string
  readonly template?: string | null | undefined
  readonly about?: string | null | undefined
}>('mail')

/** One run of a job. */
export const jobSignal = createSignal<{ readonly job: string; readonly failed: boolean }>('job')

export const publicAnswerSources = ['memory', 'stale memory', 'old memory', 'rendering'] as const

/**
 * A public response came from memory, from stale memory while a new one is rendered, from old memory while the database is
 * away, or is being rendered.
 */
export const publicAnswerSignal = createSignal<(typeof publicAnswerSources)[number]>('public-answer')
