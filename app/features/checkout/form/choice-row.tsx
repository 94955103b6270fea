import { type ReactNode, useId } from 'react'
import { Note } from '#kit/ui/form/field.tsx'

type ChoiceGroupProps = {
  /** Names the choice for screen readers. */
  label: string
  error?: string | undefined
  children: ReactNode
}

/** A choice of one of several rows. It gets the focus when it has an error. */
export function ChoiceGroup({ label, error, children }: ChoiceGroupProps) {
  const noteId = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? noteId : undefined}
      tabIndex={-1}
      className="outline-none"
    >
      <div className="max-h-96 overflow-y-auto rounded border border-line lg:max-h-56">{children}</div>
      {error && <Note id={noteId} error={error} />}
    </div>
  )
}

type ChoiceRowProps = {
  /** Of the group, as the request names the choice. */
  name: string
  value: string
  isChosen: boolean
  onChoose: () => void
  disabled?: boolean
  children: ReactNode
}

/** One of the rows, all of which is the target. */
export const ChoiceRow = ({ name, value, isChosen, onChoose, disabled, children }: ChoiceRowProps) => (
  <label className="flex min-h-9 cursor-pointer items-start gap-3 border-line border-b px-3 py-2 pointer-fine:text-sm last:border-b-0 has-checked:bg-tint pointer-coarse:min-h-11 pointer-coarse:py-2.5">
    <input
      type="radio"
      name={name}
      value={value}
      checked={isChosen}
      disabled={disabled}
      onChange={onChoose}
      className="size-5 shrink-0 accent-brand pointer-coarse:mt-0.5"
    />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </label>
)
