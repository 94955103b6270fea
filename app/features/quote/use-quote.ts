import { useEffect, useRef, useState } from 'react'
import { ProblemError } from '#kit/browser/client.ts'
import { fetchQuote } from './client.ts'
import type { Quote } from './schema.ts'

/** What the shop says to a list. */
export interface Quoted extends QuoteState {
  retry(): void
}

/** Asks the shop about the JSON of a request. */
export type Ask = (body: string) => Promise<Quote>

/** Asks as {@link useQuote} does, for the customer for whom staff enter an order. */
export const askFor =
  (customer: string): Ask =>
  (body) =>
    fetchQuote(JSON.parse(body), undefined, customer)

const askShop: Ask = (body) => fetchQuote(JSON.parse(body))

/**
 * The quote of a list, as the JSON of a request; none while it is undefined. The list can change with each key: see
 * {@link startQuoting}. A list with other `parts` than the last is asked about at once. `ask` must not change.
 */
export function useQuote(body: string | undefined, parts?: string, ask = askShop): Quoted {
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
  }, [ask])
  const lastParts = useRef<string>(undefined)
  useEffect(() => {
    quoting.current?.want(body, parts !== lastParts.current)
    lastParts.current = parts
  }, [body, parts])

  return { ...state, retry: () => quoting.current?.retry() }
}

/** Between the last change and the question. */
const PAUSE_MS = 400

/** After a question that failed. */
const AGAIN_AFTER_MS = 10_000

/** The same question would be refused again. */
const isRefused = (error: unknown): boolean => error instanceof ProblemError && error.status === 422

/** How the latest question stands. */
export interface QuoteState {
  /** The last answer; it stays while the next one is awaited. */
  readonly quote?: Quote | undefined
  /** The body that `quote` answers. */
  readonly answered?: string | undefined
  /** What the last question threw; undefined after an answer. */
  readonly error?: unknown
  /** The body that `error` is about. */
  readonly failed?: string | undefined
  readonly isAsking: boolean
}

interface Quoting {
  /** Asks soon about this body, or at once; about none when it is undefined. */
  want(body: string | undefined, isAtOnce?: boolean): void
  /** Asks again at once. */
  retry(): void
  stop(): void
}

/**
 * Asks the shop what a list costs, shortly after its last change. One question runs at a time: what changes meanwhile is
 * asked when it has ended. A failed question is asked again after a while, a refused one only when it changes. Equal lines
 * of two answers are the same objects.
 */
export function startQuoting(ask: Ask, onState: (change: Partial<QuoteState>) => void): Quoting {
  let wanted: string | undefined
  let known: Quote | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isStopped = false

  function schedule(afterMs: number): void {
    clearTimeout(timer)
    if (!isRunning && !isStopped) timer = setTimeout(run, afterMs)
  }
  async function run(): Promise<void> {
    const body = wanted
    if (isRunning || body === undefined) return
    isRunning = true
    onState({ isAsking: true })
    let next: Partial<QuoteState>
    try {
      known = keepEqualLines(await ask(body), known)
      next = { quote: known, answered: body, error: undefined, failed: undefined }
    } catch (error) {
      next = { error, failed: body }
    }
    isRunning = false
    if (isStopped) return
    onState({ ...next, isAsking: false })
    if (wanted !== body) schedule(0)
    else if (next.error !== undefined && !isRefused(next.error)) schedule(AGAIN_AFTER_MS)
  }

  return {
    want: (body, isAtOnce) => {
      wanted = body
      if (body === undefined) clearTimeout(timer)
      else schedule(isAtOnce ? 0 : PAUSE_MS)
    },
    retry: () => schedule(0),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** The quote with the lines of the last one where they say the same, so that their rows are not rendered again. */
function keepEqualLines(quote: Quote, last: Quote | undefined): Quote {
  if (!last) return quote
  const before = new Map(last.lines.map((line) => [JSON.stringify(line), line]))
  return { ...quote, lines: quote.lines.map((line) => before.get(JSON.stringify(line)) ?? line) }
}
