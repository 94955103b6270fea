import { useEffect, useState } from 'react'
import { fetchCountries } from '../client.ts'
import type { Country } from '../schema.ts'

/** The countries for a form of an address. */
export interface Countries {
  /** Undefined until they are loaded. */
  readonly list: readonly Country[] | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** Fetches the countries when the form is wanted for the first time. */
export function useCountries(isWanted: boolean): Countries {
  const [state, setState] = useState<{ list?: readonly Country[]; error?: unknown }>({})
  const [attempts, setAttempts] = useState(0)
  const isMissing = isWanted && state.list === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches them again.
  useEffect(() => {
    if (!isMissing) return
    const controller = new AbortController()
    fetchCountries(controller.signal).then(
      (list) => setState({ list }),
      (error: unknown) => controller.signal.aborted || setState({ error }),
    )
    return () => controller.abort()
  }, [isMissing, attempts])
  return {
    list: state.list,
    error: state.error,
    retry: () => {
      setState({})
      setAttempts((count) => count + 1)
    },
  }
}
