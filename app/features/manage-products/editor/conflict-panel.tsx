import { useEffect, useId, useRef } from 'react'
import type { Category } from '#features/catalog/schema.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import { type Conflict, type Side, sideOf } from './conflicts.ts'
import { fieldLabel, fieldText } from './draft-text.ts'
import type { Editor } from './use-editor.ts'

type ConflictPanelProps = {
  conflict: NonNullable<Editor['conflict']>
  categories: readonly Category[]
  /** The e-mail address of who made the last change, once it is known. */
  by: string | undefined
}

/** Both values of each field that somebody else has changed meanwhile. Nothing is saved before one of each is chosen. */
export function ConflictPanel({ conflict, categories, by }: ConflictPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="meanwhile" className="grid gap-4 rounded border border-wait-edge p-4">
      <div className="flex items-start gap-3">
        <AlertIcon size={20} className="mt-1 text-wait" />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} id="meanwhile" className="text-lg outline-none wrap-anywhere">
            {`${by ?? 'Somebody else'} changed it meanwhile`}
          </h2>
          <p className="text-muted text-sm">
            Nothing is saved yet, and nothing of theirs is overwritten. Choose a value of each field.
          </p>
        </div>
      </div>
      <ul className="grid">
        {conflict.fields.map((field) => (
          <ConflictRow key={field.field} field={field} conflict={conflict} categories={categories} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={!conflict.isChosen} onClick={conflict.resolve}>
          Continue with these values
        </Button>
        <p role="status" className="text-muted text-sm">
          {conflict.isChosen
            ? 'They come into the form, and are saved with it.'
            : 'A value that both of you changed is not chosen yet.'}
        </p>
      </div>
    </section>
  )
}

type ConflictRowProps = Omit<ConflictPanelProps, 'by'> & { field: Conflict }

function ConflictRow({ field, conflict, categories }: ConflictRowProps) {
  const { versions, choices, choose } = conflict
  const chosen = sideOf(field, choices)
  const text = (draft: keyof typeof versions) => fieldText(field.field, versions[draft], categories)
  const side = (value: Side) => ({
    field: field.field,
    text: text(value),
    isChosen: chosen === value,
    onChoose: () => choose({ [field.field]: value }),
  })
  return (
    <li className="border-line border-t py-3">
      <fieldset className="grid min-w-0 gap-2">
        <legend className="font-medium">{fieldLabel(field.field, categories)}</legend>
        <p className="text-muted text-sm wrap-anywhere">{`Before: ${text('before')}`}</p>
        <div className="grid gap-2 sm:grid-cols-2">
          <SideChoice label={field.isMine ? 'Yours' : 'As it was'} {...side('mine')} />
          <SideChoice label="Theirs" {...side('theirs')} />
        </div>
      </fieldset>
    </li>
  )
}

type SideChoiceProps = { field: string; label: string; text: string; isChosen: boolean; onChoose: () => void }

function SideChoice({ field, label, text, isChosen, onChoose }: SideChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 cursor-pointer items-start gap-3 rounded border border-line p-3 hover:border-ink has-checked:border-brand has-checked:bg-tint"
    >
      <input
        id={id}
        type="radio"
        name={`side of ${field}`}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-brand"
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="block text-muted text-sm">{label}</span>
        {text}
      </span>
    </label>
  )
}
