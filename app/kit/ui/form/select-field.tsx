import type { ComponentProps } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { BOX, edgeOf, Label, Note, type SharedFieldProps, useFieldIds } from './field.tsx'

/** A labelled choice from a list, like `Field`. Its children are the options. */
export function SelectField({ className, id, ...props }: SharedFieldProps & ComponentProps<'select'>) {
  const { label, hint, warning, error, isLoading, children, ...select } = props
  const { attributes, noteId } = useFieldIds(id, props)
  return (
    <div className={className}>
      <Label htmlFor={attributes.id} label={label} required={select.required} />
      <select {...select} {...attributes} className={classNames(BOX, 'h-11', edgeOf(props))}>
        {children}
      </select>
      <Note id={noteId} hint={hint} warning={warning} error={error} />
    </div>
  )
}
