import type { ReactNode } from 'react'
import { ChevronIcon, CloseIcon } from '#kit/ui/mark/icons.tsx'

type RowButtonsProps = {
  /** The row, in the names of the buttons. */
  named: string
  /** Its place from 0, among so many. */
  index: number
  count: number
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** Moves a row of a form up or down, or removes it. */
export const RowButtons = ({ named, index, count, onMove, onRemove }: RowButtonsProps) => (
  <>
    <IconButton label={`Move ${named} up`} disabled={index === 0} onClick={() => onMove(-1)}>
      <ChevronIcon className="-rotate-90" />
    </IconButton>
    <IconButton label={`Move ${named} down`} disabled={index === count - 1} onClick={() => onMove(1)}>
      <ChevronIcon className="rotate-90" />
    </IconButton>
    <RemoveButton named={named} onRemove={onRemove} />
  </>
)

/** Removes a row of a form. */
export const RemoveButton = ({ named, onRemove }: Pick<RowButtonsProps, 'named' | 'onRemove'>) => (
  <IconButton label={`Remove ${named}`} disabled={false} onClick={onRemove}>
    <CloseIcon />
  </IconButton>
)

type IconButtonProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode }

/** It keeps the focus while it is disabled, so that moving by the keyboard can go on. */
function IconButton({ label, disabled, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
      className="grid size-11 cursor-pointer place-items-center rounded border border-edge text-muted hover:border-ink hover:text-ink aria-disabled:cursor-default aria-disabled:border-line aria-disabled:text-edge"
    >
      {children}
    </button>
  )
}
