import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { SpinnerRing } from '#kit/ui/mark/spinner.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import { PANEL } from './viewer/layout.ts'
import { LoadingStrip } from './viewer/loading-strip.tsx'

/** Whether a part is shown in 3-D instead of its picture. */
export interface ModelView {
  readonly isOpen: boolean
  readonly button: RefObject<HTMLButtonElement | null>
  toggle(): void
}

export function useModelView(): ModelView {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const toggle = () => {
    setIsOpen(!isOpen)
    if (isOpen) button.current?.focus()
  }
  return { isOpen, button, toggle }
}

export const ModelButton = ({ view }: { view: ModelView }) => (
  <Button
    ref={view.button}
    variant="secondary"
    size="sm"
    aria-pressed={view.isOpen}
    className="aria-pressed:bg-tint [@media(scripting:none)]:hidden"
    onClick={view.toggle}
  >
    3-D view
  </Button>
)

type PictureOrModelProps = {
  view: ModelView
  /** The name of the part. */
  name: string
  /** The path of its GLB. */
  path: string
  /** The picture, in a box of fixed size. */
  children: ReactNode
}

const loadViewer = () => import('./viewer/model-viewer.tsx')

/** A part's picture, or its model in the same place. The code of the model is loaded when it is asked for. */
export function PictureOrModel({ view: { isOpen, toggle }, name, path, children }: PictureOrModelProps) {
  const { part, hasFailed, retry } = useCode(isOpen, loadViewer)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) box.current?.focus()
  }, [isOpen])
  return (
    <div ref={box} tabIndex={-1} className="picture-or-model grid grid-cols-1 gap-3 outline-none">
      <div className="[grid-area:1/1]">{children}</div>
      {isOpen && part && <part.ModelViewer name={name} path={path} onClose={toggle} />}
      {isOpen && !part && (
        <>
          <div className="relative text-sm [grid-area:1/1]">
            <LoadingStrip
              text={hasFailed ? 'The 3-D view could not be loaded.' : 'Loading the 3-D view…'}
              icon={!hasFailed && <SpinnerRing />}
              ending="Cancel"
              onEnd={toggle}
            >
              {hasFailed && (
                <Button variant="secondary" size="sm" onClick={retry}>
                  Try again
                </Button>
              )}
            </LoadingStrip>
          </div>
          <div className={PANEL} />
        </>
      )}
    </div>
  )
}
