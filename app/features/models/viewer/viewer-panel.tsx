import type { KeyboardEventHandler, ReactNode } from 'react'
import { Button } from '#kit/ui/form/button.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { PANEL } from './layout.ts'
import { type KeyAction, VIEWS, type ViewName, viewNames, ZOOM } from './views.ts'

type PanelProps = {
  /** The standard view that is shown. */
  view: ViewName | undefined
  /** There is nothing to show yet. */
  isOff: boolean
  isNarrow?: boolean | undefined
  hasDimensions: boolean
  hasKeys: boolean
  /** The size of the part, when it is known. */
  size: string | undefined
  onAct: (action: KeyAction) => void
  /** The keys of the view hold here too. */
  onKeyDown: KeyboardEventHandler
  onDimensions: () => void
  onKeys: () => void
}

/** The buttons of the viewer, and the size of the part. */
export function ViewerPanel(props: PanelProps) {
  const { view, isOff, isNarrow, hasDimensions, hasKeys, size, onAct, onKeyDown, onDimensions, onKeys } =
    props
  return (
    <div className={classNames('grid gap-2', PANEL)}>
      <fieldset
        disabled={isOff}
        onKeyDown={onKeyDown}
        className={classNames('grid grid-cols-4 gap-1', !isNarrow && 'md:grid-cols-6 md:gap-2')}
      >
        <legend className="sr-only">3-D view</legend>
        {viewNames.map((name) => (
          <PanelButton key={name} isOn={view === name} onClick={() => onAct({ view: name })}>
            {VIEWS[name].label}
          </PanelButton>
        ))}
        <PanelButton onClick={() => onAct('fit')}>Fit</PanelButton>
        <PanelButton label="Zoom out" onClick={() => onAct({ zoom: 1 / ZOOM })}>
          −
        </PanelButton>
        <PanelButton label="Zoom in" onClick={() => onAct({ zoom: ZOOM })}>
          +
        </PanelButton>
        <PanelButton isOn={hasDimensions} onClick={onDimensions}>
          Dimensions
        </PanelButton>
        <PanelButton isOn={hasKeys} onClick={onKeys}>
          Keys
        </PanelButton>
      </fieldset>
      <p className="text-muted text-sm">{size}</p>
    </div>
  )
}

type PanelButtonProps = { isOn?: boolean; label?: string; onClick: () => void; children: ReactNode }

function PanelButton({ isOn, label, onClick, children }: PanelButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-pressed={isOn}
      aria-label={label}
      className="px-0! aria-pressed:bg-tint max-md:text-xs!"
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
