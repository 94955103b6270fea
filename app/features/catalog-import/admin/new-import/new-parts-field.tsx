import { useId } from 'react'
import { formatCount } from '#kit/text/count-text.ts'
import { Field } from '#kit/ui/form/field.tsx'
import type { FileColumns } from '../../schema.ts'
import { type ImportDraft, missingFields } from './draft.ts'

type NewPartsFieldProps = {
  found: FileColumns
  draft: ImportDraft
  onChange: (changed: Partial<ImportDraft>) => void
}

const CHOICES = [
  { value: 'add', label: 'Add them as new parts' },
  { value: 'refuse', label: 'They are mistakes: the file only changes existing parts' },
] as const

/** What happens with part numbers that the shop does not have, and what all new parts have. */
export function NewPartsField({ found, draft, onChange }: NewPartsFieldProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Part numbers that the shop does not have</legend>
      <p className="text-muted text-sm">{knownText(found)}</p>
      {CHOICES.map(({ value, label }) => (
        <label
          key={value}
          className="flex min-h-10 cursor-pointer items-center gap-3 pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={draft.newParts === value}
            onChange={() => onChange({ newParts: value })}
            className="size-5 shrink-0 accent-brand"
          />
          {label}
        </label>
      ))}
      {draft.newParts === 'add' && <SharedValues found={found} draft={draft} onChange={onChange} />}
    </fieldset>
  )
}

function knownText({ knownParts, unknownParts }: FileColumns): string {
  const all = knownParts + unknownParts
  return all === 0
    ? 'They are looked up when the file is compared with the products.'
    : `Of the first ${formatCount(all)} part numbers the shop has ${formatCount(knownParts)}.`
}

/** What no column has, and new parts need; and their category, from which attributes and drawings follow. */
function SharedValues({ found, draft, onChange }: NewPartsFieldProps) {
  const category = found.fields.filter(({ field }) => field === 'category' && !draft.columns.includes(field))
  const needed = missingFields(found, draft)
  return (
    <div className="mt-2 grid gap-x-4 sm:grid-cols-2">
      {[...needed, ...category].map(({ field, label, needed: isNeeded }) => (
        <Field
          key={field}
          label={`${label} of all new parts`}
          required={isNeeded !== undefined}
          autoComplete="off"
          hint={
            field === 'category'
              ? 'Its name. A part without a picture gets the drawing of its shape.'
              : undefined
          }
          value={draft.values[field] ?? ''}
          onChange={({ target }) => onChange({ values: { ...draft.values, [field]: target.value } })}
        />
      ))}
    </div>
  )
}
