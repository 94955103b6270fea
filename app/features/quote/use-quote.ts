import { useEffect, useRef, useState } from 'react'
import { fetchQuote } from './client.ts'
import { type QuoteState, startQuoting } from './quoting.ts'
import type { Quote } from './schema.ts'

/** What the shop says to a list. */
export interface Quoted extends QuoteState {
  retry(): void
}

const ask = (body: string): Promise<Quote> => fetchQuote(JSON.parse(body))

/**
 * The quote of a list, as the JSON of a request; none while it is undefined. The list can change with each key: see
 * {@link startQuoting}. A list with other `parts` than the last is asked about at once.
 */
export function useQuote(body: string | undefined, parts?: string): Quoted {
  const [state, setState] = useState<QuoteState>({ isAsking: false })
  const quoting = useRef<ReturnType<typeof startQuoting>>(undefined)

  useEffect(() => {
    const started = startQuoting(ask, (change) => setState((last) => ({ ...last, ...change })))
    quoting.current = started
    window.addEventListener('online', started.retry)
    return () => {
      started.stop()
      window.removeEventListener('online', started.retry)
    }
  }, [])
  const lastParts = useRef<string>(undefined)
  useEffect(() => {
    quoting.current?.want(body, parts !== lastParts.current)
    lastParts.current = parts
  }, [body, parts])

  return { ...state, retry: () => quoting.current?.retry() }
}
