import { type ComponentProps, useId } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { LockIcon } from '#kit/ui/mark/icons.tsx'
import { BOX, edgeOf, Label, Note, type SharedFieldProps, useFieldIds } from './field.tsx'

/** Fields that the page of a part does not have, so that visitors do not load them there. */

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
