import { type RefObject, useRef } from 'react'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { RowButtons } from '#kit/ui/admin/row-buttons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { slugOf } from '../slug-of.ts'
import {
  type AttributeDraft,
  addAttribute,
  type CategoryDraft,
  changeAttribute,
  moveAttribute,
  removeAttribute,
} from './category-draft.ts'

type AttributeRowsProps = {
  draft: CategoryDraft
  /** By the names of the fields, such as `attributes/0/key`. */
  errors: Readonly<Record<string, string>>
  onChange: (draft: CategoryDraft) => void
}

/** The attributes of a category's products, in the sequence of facts, filters and columns. */
export function AttributeRows({ draft, errors, onChange }: AttributeRowsProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset ref={box} className="min-w-0">
      <legend className="font-medium">Attributes</legend>
      <p className="mb-3 text-muted text-sm">
        The facts, filters and columns of its products, in this sequence. Put sizes first.
      </p>
      {errors.attributes && <p className="mb-3 text-bad text-sm">{errors.attributes}</p>}
      <ol className="grid gap-3">
        {draft.attributes.map((attribute, index) => (
          <li key={attribute.row} className="rounded border border-line px-3 pt-3">
            <AttributeRow
              attribute={attribute}
              index={index}
              count={draft.attributes.length}
              errors={errors}
              onChange={(change) => onChange(changeAttribute(draft, attribute.row, change))}
              onMove={(by) => onChange(moveAttribute(draft, attribute.row, by))}
              onRemove={() => {
                onChange(removeAttribute(draft, attribute.row))
                focusAdd(box)
              }}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="secondary"
        size="sm"
        className="mt-3 mb-4"
        onClick={() => onChange(addAttribute(draft))}
      >
        <PlusIcon />
        Add attribute
      </Button>
    </fieldset>
  )
}

/** The button of a removed row would take the focus with it. */
const focusAdd = ({ current }: RefObject<HTMLElement | null>): void =>
  current?.querySelector<HTMLElement>(':scope > button')?.focus()

type AttributeRowProps = {
  attribute: AttributeDraft
  index: number
  count: number
  errors: AttributeRowsProps['errors']
  onChange: (change: Partial<AttributeDraft>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function AttributeRow({ attribute, index, count, errors, onChange, onMove, onRemove }: AttributeRowProps) {
  const field = (name: 'label' | 'key' | 'unit' | 'kind') => {
    const path = `attributes/${index}/${name}`
    return { name: path, error: errors[path] ?? null }
  }
  const { label, key, unit, kind } = attribute
  const isKeyOfLabel = key === slugOf(label)
  const named = label || `attribute ${index + 1}`
  return (
    <div className="grid items-start gap-x-3 sm:grid-cols-2 xl:grid-cols-[2fr_2fr_1fr_1fr_auto]">
      <Field
        {...field('label')}
        label="Name"
        required
        value={label}
        // A key that was not typed follows the name.
        onChange={({ target }) =>
          onChange({ label: target.value, ...(isKeyOfLabel && { key: slugOf(target.value) }) })
        }
      />
      <Field
        {...field('key')}
        label="Key"
        required
        value={key}
        onChange={({ target }) => onChange({ key: target.value })}
      />
      <Field
        {...field('unit')}
        label="Unit"
        value={unit}
        onChange={({ target }) => onChange({ unit: target.value })}
      />
      <SelectField
        {...field('kind')}
        label="Type"
        value={kind}
        onChange={({ target }) => onChange({ kind: target.value === 'number' ? 'number' : 'text' })}
      >
        <option value="text">Text</option>
        <option value="number">Number</option>
      </SelectField>
      <div className="mb-3 flex gap-1 xl:mt-6">
        <RowButtons named={named} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
    </div>
  )
}
