import { type ComponentProps, useId } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { LockIcon } from '#kit/ui/mark/icons.tsx'

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
