import { useEffect, useEffectEvent, useState } from 'react'
import type { CartLine } from '#features/cart/cart-store.ts'
import { fetchQuote } from '#features/quote/client.ts'
import type { Quote } from '#features/quote/schema.ts'

interface State {
  /** The lines that were asked for, as JSON. */
  readonly asked: string
  readonly quote?: Quote
  /** What the buyer saw before the shop refused that. */
  readonly before?: Quote
  /** What the last question threw. */
  readonly error?: unknown
}

/**
 * What the lines of an order cost now. Other lines are asked for at once; `refresh` asks again about the same and keeps
 * what was shown as `before`, until `accept`.
 */
export function useOrderQuote(lines: readonly CartLine[]) {
  const asked = JSON.stringify(lines)
  const [state, setState] = useState<State>({ asked })
  const shown = state.asked === asked ? state : { asked }
  const load = async (before: Quote | undefined, signal?: AbortSignal) => {
    try {
      const quote = await fetchQuote({ lines: [...lines] }, signal)
      if (!signal?.aborted) setState({ asked, quote, ...(before && { before }) })
    } catch (error) {
      if (!signal?.aborted) setState({ ...shown, error })
    }
  }
  const loadFirst = useEffectEvent((signal: AbortSignal) => load(undefined, signal))
  useEffect(() => {
    if (asked === '[]') return
    const controller = new AbortController()
    void loadFirst(controller.signal)
    return () => controller.abort()
  }, [asked])
  return {
    quote: shown.quote,
    before: shown.before,
    error: shown.error,
    retry: () => load(shown.before),
    refresh: () => load(shown.quote),
  }
}
