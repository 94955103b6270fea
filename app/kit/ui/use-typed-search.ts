import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { OWN_SEARCH, useOtherAddress } from '#kit/ui/use-other-address.ts'

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
  useOtherAddress(() => {
    setText(addressed)
    setQ(addressed)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: typing alone starts the clock.
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === q) return
    const timer = setTimeout(() => {
      setQ(wanted)
      setParams(wanted ? { q: wanted } : {}, { replace: true, preventScrollReset: true, state: OWN_SEARCH })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [text])

  return { text, q, type: setText }
}
