import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#kit/ui/class-names.ts'
import { AlertIcon, LockIcon } from './icons.tsx'

type Shared = { label: string; hint?: ReactNode; error?: string | null }

const BOX =
  'w-full rounded border bg-paper px-3 text-base text-ink placeholder:text-muted transition-colors disabled:bg-sunken disabled:text-muted'
const EDGE = 'border-edge hover:border-ink'
const WRONG = 'border-bad'

function useWiring(id: string | undefined, { hint, error }: Omit<Shared, 'label'>) {
  const own = useId()
  const inputId = id ?? own
  const noteId = `${inputId}-note`
  const wiring = {
    id: inputId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hint || error ? noteId : undefined,
  }
  return { wiring, noteId }
}

/** The error takes the hint's place, and the line is always kept, so nothing below it moves. */
function Note({ id, hint, error }: { id: string } & Omit<Shared, 'label'>) {
  return (
    <div id={id} className="mt-1 mb-3 min-h-5 text-sm">
      {error ? (
        <span className="flex items-start gap-1 text-bad">
          <AlertIcon className="mt-0.5" />
          {error}
        </span>
      ) : (
        <span className="text-muted">{hint}</span>
      )}
    </div>
  )
}

/** The mark stands beside the label, not in it: `required` already says it aloud, once. */
function Label({ htmlFor, label, required }: { htmlFor: string; label: string; required?: boolean }) {
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

/** A labelled input. Without a hint or an error the line below is kept all the same. */
export function Field({ label, hint, error, className, id, ...input }: Shared & ComponentProps<'input'>) {
  const { wiring, noteId } = useWiring(id, { hint, error })
  return (
    <div className={className}>
      <Label htmlFor={wiring.id} label={label} required={input.required} />
      <input {...input} {...wiring} className={classNames(BOX, 'h-11', error ? WRONG : EDGE)} />
      <Note id={noteId} hint={hint} error={error} />
    </div>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  className,
  id,
  rows = 4,
  ...area
}: Shared & ComponentProps<'textarea'>) {
  const { wiring, noteId } = useWiring(id, { hint, error })
  return (
    <div className={className}>
      <Label htmlFor={wiring.id} label={label} required={area.required} />
      <textarea
        {...area}
        {...wiring}
        rows={rows}
        className={classNames(BOX, 'block min-h-11 py-2', error ? WRONG : EDGE)}
      />
      <Note id={noteId} hint={hint} error={error} />
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
}: Shared & ComponentProps<'input'>) {
  const { wiring, noteId } = useWiring(id, { hint, error })
  return (
    <div className={className}>
      <div className="flex min-h-11 items-center gap-3">
        <input {...box} {...wiring} type="checkbox" className="size-5 shrink-0 accent-brand" />
        <label htmlFor={wiring.id} className="py-2">
          {label}
        </label>
      </div>
      {(hint || error) && <Note id={noteId} hint={hint} error={error} />}
    </div>
  )
}

type LockedFieldProps = Omit<ComponentProps<'input'>, 'value'> & { label: string; value: string | number }

/** A fact that is sent with the form: labelled, readable and copyable, but without the look of an input. */
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
        value={value}
        title={String(value)}
        readOnly
        className="block h-7 w-full text-ellipsis rounded-none bg-transparent text-base text-ink"
      />
    </div>
  )
}
