import { ProblemError, problemText } from '#kit/browser/client.ts'
import type { AnswerState } from '#kit/browser/use-answer.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { SpinnerRing } from '#kit/ui/mark/spinner.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import { fetchModel, type LoadModel } from '../viewer/fetch-model.ts'
import { PANEL } from '../viewer/layout.ts'
import { LoadingStrip } from '../viewer/loading-strip.tsx'
import type { ModelFileState } from '../viewer/use-model-file.ts'

/** The bytes of a model that `load` asks for. While the shop makes it, it is asked again; throws as `fetchModel` does. */
export const fetchPreview = (load: LoadModel, signal: AbortSignal): Promise<ArrayBuffer> =>
  fetchModel(load, signal)

type ModelPreviewProps = {
  /** The name of the part. */
  name: string
  /** Its GLB. */
  state: AnswerState<ArrayBuffer>
  onRetry: () => void
}

const loadStage = () => import('../viewer/model-stage.tsx')

/** A model that is being changed, in 3-D. The last one stays until the next is there. */
export function ModelPreview({ name, state, onRetry }: ModelPreviewProps) {
  const { part, hasFailed, retry } = useCode(true, loadStage)
  return (
    <div
      aria-busy={state.isAsking}
      className={classNames('grid grid-cols-1 gap-3 transition-opacity', state.isAsking && 'opacity-60')}
    >
      <div className="aspect-[3/2] rounded bg-tint [grid-area:1/1]" />
      {part ? (
        <part.PreviewStage name={name} state={fileState(state)} onRetry={onRetry} />
      ) : (
        <>
          <div className="relative text-sm [grid-area:1/1]">
            <LoadingStrip
              text={hasFailed ? 'The 3-D view could not be loaded.' : 'Loading the 3-D view…'}
              icon={!hasFailed && <SpinnerRing />}
              ending="Try again"
              onEnd={hasFailed ? retry : undefined}
            />
          </div>
          <div className={PANEL} />
        </>
      )}
    </div>
  )
}

/** A refusal of the shape or of the part stays the same when it is asked for again. */
function fileState({ answer, error }: AnswerState<ArrayBuffer>): ModelFileState {
  if (error !== undefined) {
    const isRefused = error instanceof ProblemError && [404, 422].includes(error.status)
    return { step: 'failed', reason: problemText(error), canRetry: !isRefused }
  }
  return answer ? { step: 'loaded', file: answer } : { step: 'loading', received: 0 }
}
