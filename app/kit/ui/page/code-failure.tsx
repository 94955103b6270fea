import { FailureState } from './failure-state.tsx'
import type { LoadedCode } from './use-code.ts'

/** A part of the page could not be loaded. */
export const CodeFailure = ({ title, code }: { title: string; code: LoadedCode<unknown> }) => (
  <FailureState
    title={title}
    detail="Check the connection and try again. Nothing is lost."
    onRetry={code.retry}
  />
)
