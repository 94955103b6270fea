import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import { SpinnerRing } from '#kit/ui/mark/spinner.tsx'
import { LoadingStrip } from './loading-strip.tsx'
import type { ModelFileState } from './use-model-file.ts'

/** Why there is no view. */
export interface ViewerProblem {
  readonly reason: string
  /** Another attempt may succeed. */
  readonly canRetry: boolean
}

type ViewerStripProps = {
  state: ModelFileState
  problem: ViewerProblem | undefined
  onRetry: () => void
  onClose: (() => void) | undefined
}

/** How far the loading is, or why there is no view. */
export function ViewerStrip({ state, problem, onRetry, onClose }: ViewerStripProps) {
  if (problem)
    return (
      <LoadingStrip text={problem.reason} icon={<AlertIcon size={20} />} ending="Close" onEnd={onClose}>
        {problem.canRetry && (
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
      </LoadingStrip>
    )
  const { step } = state
  const text =
    step === 'making'
      ? `The model is being made. The shop is asked again in ${state.seconds} seconds.`
      : 'Loading the 3-D view…'
  return (
    <LoadingStrip text={text} icon={<SpinnerRing />} ending="Cancel" onEnd={onClose}>
      {step === 'loading' && state.total !== undefined && (
        <progress aria-label="Loaded" value={state.received} max={state.total} className="w-24" />
      )}
    </LoadingStrip>
  )
}
