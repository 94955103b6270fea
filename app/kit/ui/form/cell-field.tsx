import type { ComponentProps } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { BOX, edgeOf, Note, useFieldIds } from './field.tsx'

type CellFieldProps = ComponentProps<'input'> & { 'aria-label': string; error: string | null }

/** A value in a row of a form, a number at the end of its box: the head of its column is its label, and only an error has a line below it. */
export function CellField({ error, id, className = 'h-11', ...input }: CellFieldProps) {
  const { attributes, noteId } = useFieldIds(id, { error })
  return (
    <div className="min-w-0">
      <input
        {...input}
        {...attributes}
        autoComplete="off"
        className={classNames(BOX, className, input.inputMode && 'text-end', edgeOf({ error }))}
      />
      {error && <Note id={noteId} error={error} />}
    </div>
  )
}
