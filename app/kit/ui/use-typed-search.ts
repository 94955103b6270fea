import { useEffect, useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'

const REST_MS = 300
const LONGEST = 200

/** A search as it is typed. */
export interface TypedSearch {
  /** What stands in the field. */
  readonly text: string
  /** What to look for: the text once the hand rests. */
  readonly q: string
  type(text: string): void
}

/** A search that follows the hand and stands in the address as `q`, so that a reload or a link finds it again. */
export function useTypedSearch(): TypedSearch {
  const [params, setParams] = useSearchParams()
  const addressed = (params.get('q') ?? '').slice(0, LONGEST)
  const [text, setText] = useState(addressed)
  const [q, setQ] = useState(addressed)
  const isOwnChange = useNavigationType() === 'REPLACE'

  // Back, forward and links change the address too; the field's own changes come back late and are passed over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address alone is news.
  useEffect(() => {
    if (isOwnChange) return
    setText(addressed)
    setQ(addressed)
  }, [addressed])

  // biome-ignore lint/correctness/useExhaustiveDependencies: typing alone starts the clock.
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === q) return
    const timer = setTimeout(() => {
      setQ(wanted)
      setParams(wanted ? { q: wanted } : {}, { replace: true, preventScrollReset: true })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [text])

  return { text, q, type: setText }
}
