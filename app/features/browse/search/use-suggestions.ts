import { useEffect, useState } from 'react'
import { memberFetch } from '#features/accounts/browser-session.ts'
import type { Suggestions } from '#features/catalog/schema.ts'
import { getJson } from '#kit/browser/client.ts'

const TYPING_PAUSE_MS = 100

export interface SuggestionList {
  /** The text that was searched for. */
  readonly q: string
  readonly found: Suggestions
}

/**
 * The suggestions for a text, soon after it was last changed. Until they arrive `list` is that of an earlier text; there is
 * none without a text, and after a failure. A response to an earlier text is never shown.
 */
export function useSuggestions() {
  const [q, setQ] = useState('')
  const [list, setList] = useState<SuggestionList>()

  useEffect(() => {
    if (!q) return
    const request = new AbortController()
    const show = (next: SuggestionList | undefined) => {
      if (!request.signal.aborted) setList(next)
    }
    const timer = setTimeout(() => {
      const path = `/api/suggestion?${new URLSearchParams({ q })}`
      getJson(path, request.signal, memberFetch()).then(
        (found) => show({ q, found: found as Suggestions }),
        () => show(undefined),
      )
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [q])

  return {
    list: q ? list : undefined,
    isOutdated: list?.q !== q,
    /** Searches for the text. Equal searches have equal addresses, so that the shop can answer from memory. */
    search: (text: string) => setQ(text.trim().replace(/\s+/g, ' ').toLowerCase()),
  }
}
