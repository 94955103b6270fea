import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { may } from '#features/accounts/staff-access.tsx'
import { problemText } from '#kit/browser/client.ts'
import { HIT_KINDS, type HitKind, type Hits } from './hits.ts'

/** Shorter texts match nearly everything. */
const SHORTEST_SEARCH = 2

const TYPING_PAUSE_MS = 150

/** What a search found of one kind, or why it could not be searched; undefined while it is running. */
type Outcome = { readonly hits: Hits } | { readonly problem: string } | undefined

export type Outcomes = Readonly<Record<HitKind['name'], Outcome>>

const NONE_YET: Outcomes = { orders: undefined, parts: undefined, users: undefined }

/**
 * Searches all kinds after a pause in typing; undefined while the text is too short. The hits of an earlier text are never
 * shown, because Enter would open one of them.
 */
export function useHits(text: string): { outcomes: Outcomes | undefined; retry: () => void } {
  // People write "#" before a number.
  const q = text.trim().replace(/^#\s*/, '')
  const [found, setFound] = useState({ q: '', outcomes: NONE_YET })
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry searches for the same text again.
  useEffect(() => {
    if (q.length < SHORTEST_SEARCH) return
    const aborting = new AbortController()
    const show = (name: HitKind['name'], outcome: Outcome) => {
      if (aborting.signal.aborted) return
      setFound((last) => ({ q, outcomes: { ...(last.q === q ? last.outcomes : NONE_YET), [name]: outcome } }))
    }
    const searchAll = () => {
      for (const { name, rights, search } of HIT_KINDS) {
        const searching = may(rights) ? search(q, aborting.signal) : Promise.resolve([])
        searching.then(
          (hits) => show(name, { hits }),
          (error: unknown) => {
            if (!aborting.signal.aborted) signOutIfForbidden(error)
            show(name, { problem: problemText(error) })
          },
        )
      }
    }
    setFound({ q, outcomes: NONE_YET })
    const timer = setTimeout(searchAll, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      aborting.abort()
    }
  }, [q, tries])

  const outcomes = found.q === q ? found.outcomes : NONE_YET
  return {
    outcomes: q.length < SHORTEST_SEARCH ? undefined : outcomes,
    retry: () => setTries((count) => count + 1),
  }
}
