import { useEffect, useEffectEvent, useState } from 'react'

/** A part of a page whose code is loaded apart from the page. */
export interface LoadedCode<Part> {
  /** Undefined until it is loaded. */
  readonly part: Part | undefined
  readonly hasFailed: boolean
  /** Loads it again; when that fails too, reloads the page, since a new release may have replaced the code. */
  retry(): void
}

/** Loads code when it is wanted for the first time. */
export function useCode<Part>(isWanted: boolean, load: () => Promise<Part>): LoadedCode<Part> {
  const [part, setPart] = useState<Part>()
  const [hasFailed, setHasFailed] = useState(false)
  const loadPart = useEffectEvent(async (onFailure: () => void) => {
    try {
      const loaded = await load()
      // A function would be called to compute the state.
      setPart(() => loaded)
      setHasFailed(false)
    } catch {
      onFailure()
    }
  })
  const isMissing = isWanted && part === undefined
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (!isMissing) return
    void loadPart(() => {
      if (attempts > 0 && navigator.onLine) window.location.reload()
      else setHasFailed(true)
    })
  }, [isMissing, attempts])
  return { part, hasFailed: hasFailed && isMissing, retry: () => setAttempts((count) => count + 1) }
}
