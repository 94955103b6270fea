import { useEffect, useState } from 'react'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { fetchModel, type LoadingState, loadFrom } from './fetch-model.ts'

export type ModelFileState =
  | LoadingState
  | { readonly step: 'loaded'; readonly file: ArrayBuffer }
  /** `canRetry`: another attempt may succeed. */
  | { readonly step: 'failed'; readonly reason: string; readonly canRetry: boolean }

/** Fetches a model while the component is mounted; again for each other `attempt`. */
export function useModelFile(path: string, isWanted: boolean, attempt: number): ModelFileState {
  const [state, setState] = useState<ModelFileState>({ step: 'loading', received: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches it again.
  useEffect(() => {
    if (!isWanted) return
    const ending = new AbortController()
    const { signal } = ending
    const fail = (error: unknown): void => {
      if (signal.aborted) return
      const canRetry = !(error instanceof ProblemError && error.status === 404)
      setState({ step: 'failed', reason: problemText(error), canRetry })
    }
    fetchModel(loadFrom(path), signal, setState).then((file) => setState({ step: 'loaded', file }), fail)
    return () => ending.abort()
  }, [path, isWanted, attempt])
  return state
}
