import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { AlertIcon, LockIcon } from '#kit/ui/mark/icons.tsx'

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
 * A warning or an error replaces the hint, and the line always has its height, so nothing below it moves. A screen reader
 * reads a warning when it appears, since the field has the focus then, and an error when its field gets the focus.
 */
export function Note({ id, hint, warning, error }: { id: string } & NoteProps) {
  return (
    <div id={id} className="mt-1 mb-3 min-h-5 text-sm">
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

type TextAreaFieldProps = SharedFieldProps &
  ComponentProps<'textarea'> & {
    /** It is as tall as its text, and at least two lines. */
    fitsText?: boolean
  }

export function TextAreaField({ className, id, ...props }: TextAreaFieldProps) {
  const { label, hint, warning, error, isLoading, fitsText = false, ...area } = props
  // Browsers that cannot fit the box to wrapped lines fit it to those that were entered.
  const rows = fitsText ? Math.max(2, String(area.value ?? '').split('\n').length) : (area.rows ?? 4)
  const { attributes, noteId } = useFieldIds(id, props)
  return (
    <div className={className}>
      <Label htmlFor={attributes.id} label={label} required={area.required} />
      <textarea
        {...area}
        {...attributes}
        rows={rows}
        disabled={isLoading || area.disabled}
        className={classNames(
          BOX,
          'block py-2',
          fitsText ? 'field-sizing-content min-h-[calc(2lh+1.125rem)]' : 'min-h-11',
          edgeOf(props),
        )}
      />
      <Note id={noteId} hint={hint} warning={warning} error={error} />
    </div>
  )
}

export function CheckboxField({
  label,
  hint,
  error,
  className,
  id,
  ...box
}: Omit<SharedFieldProps, 'warning' | 'isLoading'> & ComponentProps<'input'>) {
  const { attributes, noteId } = useFieldIds(id, { hint, error })
  return (
    <div className={className}>
      <div className="flex min-h-11 items-center gap-3">
        <input {...box} {...attributes} type="checkbox" className="size-5 shrink-0 accent-brand" />
        <label htmlFor={attributes.id} className="py-2">
          {label}
        </label>
      </div>
      {(hint || error) && <Note id={noteId} hint={hint} error={error} />}
    </div>
  )
}

type LockedFieldProps = Omit<ComponentProps<'input'>, 'value'> & {
  label: string
  /** Undefined while it is loading. */
  value: string | number | undefined
}

/** A read-only value that is sent with the form and does not look like an input. */
export function LockedField({ label, value, className, id, ...input }: LockedFieldProps) {
  const own = useId()
  const inputId = id ?? own
  return (
    <div className={classNames('border-line border-b py-2', className)}>
      <div className="flex items-center gap-1 text-muted text-sm">
        <label htmlFor={inputId}>{label}</label>
        <LockIcon className="size-3.5" />
      </div>
      <input
        {...input}
        id={inputId}
        value={value ?? ''}
        title={value === undefined ? undefined : String(value)}
        readOnly
        className={classNames(
          'block h-7 w-full text-ellipsis text-base text-ink',
          value === undefined ? 'animate-pulse rounded bg-line' : 'rounded-none bg-transparent',
        )}
      />
    </div>
  )
}
