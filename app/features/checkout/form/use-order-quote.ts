import { useEffect, useRef, useState } from 'react'
import type { Quote } from '#features/quote/schema.ts'
import { type Ask, useQuote } from '#features/quote/use-quote.ts'

/** What the shop says to an order, and how to wait for it. */
export interface OrderQuote {
  /** The last answer; it stays while the next one is awaited. */
  readonly quote: Quote | undefined
  /** What the buyer saw before it changed without the buyer; undefined when that saw it so. */
  readonly before: Quote | undefined
  /** The answer is about the present order. */
  readonly isSettled: boolean
  /** Why there is none about the present order. */
  readonly error: unknown
  retry(): void
  /** Resolves to the answer about the present order, whatever it has become meanwhile; throws why there is none. */
  settle(): Promise<Quote>
  /** Asks again about the same order, and keeps what the buyer saw as `before`. */
  refresh(): Promise<void>
  /** Keeps an answer as `before`. */
  keepBefore(seen: Quote): void
}

/** What an order costs now: see `useQuote`. */
export function useOrderQuote(body: string | undefined, parts: string, askShop?: Ask): OrderQuote {
  const { quote, answered, error, failed, isAsking, retry } = useQuote(body, parts, askShop)
  const [kept, setKept] = useState<{ body: string | undefined; before: Quote }>()
  const hasFailed = error !== undefined && failed === body
  const isSettled = answered === body && !hasFailed
  const now = { body, quote, error, hasFailed, isSettled, isAsking }
  const latest = useRef(now)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const before = latest.current
    latest.current = now
    if (isAsking || (before.quote === quote && before.error === error)) return
    for (const goOn of waiting.current.splice(0)) goOn()
  })
  const ask = () =>
    new Promise<void>((resolve) => {
      waiting.current.push(resolve)
      retry()
    })
  return {
    quote,
    before: kept?.body === body ? kept?.before : undefined,
    isSettled,
    error: hasFailed ? error : undefined,
    retry,
    settle: async () => {
      for (let tries = 0; ; tries += 1) {
        const state = latest.current
        if (state.isSettled && !state.isAsking && state.quote) return state.quote
        if (state.hasFailed && tries > 0) throw state.error
        await ask()
      }
    },
    refresh: () => {
      if (quote) setKept({ body, before: quote })
      return ask()
    },
    keepBefore: (before) => setKept({ body: latest.current.body, before }),
  }
}
