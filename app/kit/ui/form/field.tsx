import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'

export type SharedFieldProps = {
  label: string
  hint?: ReactNode
  /** A possible mistake that is not refused; replaces the hint. */
  warning?: string | undefined
  error?: string | null
  /** The value is still loading: a placeholder of the same size is shown. */
  isLoading?: boolean
}

type NoteProps = Pick<SharedFieldProps, 'hint' | 'warning' | 'error'>

export const BOX =
  'w-full rounded border bg-paper px-3 text-base text-ink placeholder:text-muted transition-colors disabled:bg-sunken disabled:text-muted'
const EDGE = 'border-edge hover:border-ink'
const INVALID = 'border-bad'
const WARNED = 'border-wait-edge'
const LOADING = 'animate-pulse border-transparent bg-line! placeholder:text-transparent'

export const edgeOf = ({ error, warning, isLoading }: Omit<SharedFieldProps, 'label'>): string => {
  if (isLoading) return LOADING
  if (error) return INVALID
  return warning ? WARNED : EDGE
}

export function useFieldIds(id: string | undefined, { hint, warning, error }: NoteProps) {
  const own = useId()
  const inputId = id ?? own
  const noteId = `${inputId}-note`
  const attributes = {
    id: inputId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hint || warning || error ? noteId : undefined,
  }
  return { attributes, noteId }
}

/**
 * A warning or an error replaces the hint, and the line always has its height, so nothing below it moves; a form that is
 * steadied (`useSteady`) sets `--note-height` to 0 and reserves nothing. A screen reader
 * reads a warning when it appears, since the field has the focus then, and an error when its field gets the focus.
 */
export function Note({ id, hint, warning, error }: { id: string } & NoteProps) {
  return (
    <div id={id} className="mt-1 mb-3 min-h-[var(--note-height,1.25rem)] text-sm">
      {/* Screen readers read a live region only when it exists before its text. */}
      <div role="status">{!error && warning && <Alert className="text-wait">{warning}</Alert>}</div>
      {error && <Alert className="text-bad">{error}</Alert>}
      {!error && !warning && <span className="text-muted">{hint}</span>}
    </div>
  )
}

const Alert = ({ className, children }: { className: string; children: string }) => (
  <span className={classNames('flex items-start gap-1', className)}>
    <AlertIcon className="mt-0.5" />
    <span className="min-w-0">{children}</span>
  </span>
)

/** The asterisk is outside the label: screen readers already read `required`. */
export function Label({ htmlFor, label, required }: { htmlFor: string; label: string; required?: boolean }) {
  return (
    <div className="mb-1 flex gap-1 text-sm">
      <label htmlFor={htmlFor} className="font-medium">
        {label}
      </label>
      {required && (
        <span aria-hidden="true" title="Required" className="text-muted">
          *
        </span>
      )}
    </div>
  )
}

type FieldProps = SharedFieldProps &
  ComponentProps<'input'> & {
    /** A small button at the end of the box. */
    action?: ReactNode
  }

/** A labelled input. The line below keeps its height without a hint or an error. */
export function Field({ action, className, id, ...props }: FieldProps) {
  const { label, hint, warning, error, isLoading, ...input } = props
  const { attributes, noteId } = useFieldIds(id, props)
  return (
    <div className={className}>
      <Label htmlFor={attributes.id} label={label} required={input.required} />
      <div className="relative">
        <input
          {...input}
          {...attributes}
          disabled={isLoading || input.disabled}
          className={classNames(BOX, 'h-11', edgeOf(props), Boolean(action) && 'pe-32')}
        />
        {action && (
          <span className="absolute inset-y-0 end-1.5 flex items-center pointer-coarse:end-0">{action}</span>
        )}
      </div>
      <Note id={noteId} hint={hint} warning={warning} error={error} />
    </div>
  )
}
