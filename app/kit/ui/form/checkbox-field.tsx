import type { ComponentProps } from 'react'
import { Note, type SharedFieldProps, useFieldIds } from './field.tsx'

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
