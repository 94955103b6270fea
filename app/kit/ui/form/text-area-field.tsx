import type { ComponentProps } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { BOX, edgeOf, Label, Note, type SharedFieldProps, useFieldIds } from './field.tsx'

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
