import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { CloseIcon } from '#kit/ui/mark/icons.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import { type DimensionLine, dimensionLines, sizeText } from './dimensions.ts'
import type { ModelScene } from './scene.ts'
import type { ModelFileState } from './use-model-file.ts'
import { useScene } from './use-scene.ts'
import { DimensionOverlay, KeyLegend } from './viewer-overlays.tsx'
import { ViewerPanel } from './viewer-panel.tsx'
import { type ViewerProblem, ViewerStrip } from './viewer-strip.tsx'
import { actionOf, type KeyAction, VIEWS, type ViewName } from './views.ts'

const NO_WEBGL = 'This browser cannot show the part in 3-D: WebGL is missing or turned off.'
const NO_CODE = 'The 3-D view could not be loaded. Check the connection and try again.'

type ModelStageProps = {
  /** The name of the part. */
  name: string
  /** Whether the browser has WebGL. */
  canDraw: boolean
  state: ModelFileState
  /** Called with the place of the view when a model is drawn in it. */
  onReady?: (host: HTMLElement | null) => void
  onRetry: () => void
  /** Its buttons have little room, on a wide screen too. */
  isNarrow?: boolean
  /** Without it the view cannot be closed. */
  onClose?: (() => void) | undefined
}

const HOST = 'absolute inset-0 cursor-grab -outline-offset-2 active:cursor-grabbing'

const loadScene = () => import('./scene.ts')

/** A model as soon as its file is loaded, and until then how far that is, or why there is none. Its buttons are below. */
export function ModelStage({ name, canDraw, state, isNarrow, onReady, onRetry, onClose }: ModelStageProps) {
  const code = useCode(canDraw, loadScene)
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<ViewName | undefined>('isometric')
  const [lines, setLines] = useState<readonly DimensionLine[]>()
  const [hasKeys, setHasKeys] = useState(false)
  const { scene, failure } = useScene(host, code.part, state.step === 'loaded' ? state.file : undefined, {
    onTurn: () => setView(undefined),
    onDraw: (drawn) => setLines((shown) => shown && linesOf(drawn)),
  })
  useOnScene(scene, () => {
    // Each scene begins with this view.
    setView('isometric')
    onReady?.(host.current)
  })

  const act = (action: KeyAction) => {
    scene?.act(action)
    if (action !== 'fit' && 'view' in action) setView(action.view)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.ctrlKey || event.altKey || event.metaKey ? undefined : actionOf(event.key)
    if (!scene || !action) return
    event.preventDefault()
    act(action)
  }
  const retry = () => {
    if (code.hasFailed) code.retry()
    onRetry()
  }
  const size = scene && sizeText(scene.size)
  const problem = problemOf(canDraw, code.hasFailed, failure, state)
  return (
    <>
      <div className="relative m-px overflow-hidden rounded text-sm [grid-area:1/1]">
        <div
          ref={host}
          role="application"
          tabIndex={scene ? 0 : -1}
          hidden={!scene && problem !== undefined}
          aria-label={size ? `3-D view of ${name}, ${size}` : `3-D view of ${name}`}
          onKeyDown={onKeyDown}
          className={classNames(HOST, scene && 'bg-tint')}
        />
        {lines && <DimensionOverlay lines={lines} />}
        {hasKeys && <KeyLegend />}
        {scene ? (
          onClose && <CloseButton onClose={onClose} />
        ) : (
          <ViewerStrip state={state} problem={problem} onRetry={retry} onClose={onClose} />
        )}
        <p role="status" className="sr-only">
          {scene && view && `View: ${VIEWS[view].label}`}
        </p>
      </div>
      <ViewerPanel
        view={scene && view}
        isOff={!scene}
        isNarrow={isNarrow}
        hasDimensions={lines !== undefined}
        hasKeys={hasKeys}
        size={size}
        onAct={act}
        onKeyDown={onKeyDown}
        onDimensions={() => setLines((shown) => (shown || !scene ? undefined : linesOf(scene)))}
        onKeys={() => setHasKeys((shown) => !shown)}
      />
    </>
  )
}

function useOnScene(scene: ModelScene | undefined, run: () => void): void {
  const onScene = useEffectEvent(run)
  useEffect(() => {
    if (scene) onScene()
  }, [scene])
}

/** The same beside a form, for a file that is loaded whether or not it can be shown. */
export function PreviewStage(props: Pick<ModelStageProps, 'name' | 'state' | 'onRetry'>) {
  const [canDraw] = useState(hasWebGL)
  return <ModelStage {...props} canDraw={canDraw} isNarrow />
}

const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <button
    type="button"
    onClick={onClose}
    className="button absolute top-2 right-2 min-h-8 min-w-8 border-edge bg-paper px-2 text-ink hover:border-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
  >
    <span>
      <CloseIcon />
      <span className="max-sm:sr-only">Close</span>
    </span>
  </button>
)

const linesOf = (scene: ModelScene): DimensionLine[] => dimensionLines(scene.size, scene.corners())

export function hasWebGL(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null
}

/** Only where nothing else has it: the visitor may have gone on to another part of the page. */
export function takeFocus(host: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === body || host?.closest('.picture-or-model')?.contains(activeElement))
    host?.focus({ preventScroll: true })
}

function problemOf(
  canDraw: boolean,
  isCodeMissing: boolean,
  failure: string | undefined,
  state: ModelFileState,
): ViewerProblem | undefined {
  if (state.step === 'failed') return state
  if (!canDraw) return { reason: NO_WEBGL, canRetry: false }
  if (isCodeMissing) return { reason: NO_CODE, canRetry: true }
  return failure === undefined ? undefined : { reason: failure, canRetry: true }
}
