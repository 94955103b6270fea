import { useId, useRef } from 'react'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { RemoveButton } from '#kit/ui/admin/row-buttons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { addRow, changeRow, removeRow } from '#kit/ui/form/form-rows.ts'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import type { ConditionDraft, ShapedAttribute } from './shape-draft.ts'

/** As long as the value of an attribute. */
const LONGEST_VALUE = 100

type ConditionRowsProps = {
  when: readonly ConditionDraft[]
  attributes: readonly ShapedAttribute[]
  /** The values that parts have, by the key of the attribute. */
  values: ReadonlyMap<string, readonly string[]>
  /** Whether no shape is above. */
  isFirst: boolean
  /** The shape, in the names of the buttons. */
  named: string
  /** The place of the conditions in the names of fields, by which their errors are found. */
  path: string
  errors: Readonly<Record<string, string>>
  onChange: (when: readonly ConditionDraft[]) => void
}

/** Of which parts a shape is: those whose attributes have these values. */
export function ConditionRows({ isFirst, when, attributes, named, onChange, ...row }: ConditionRowsProps) {
  const add = useRef<HTMLButtonElement>(null)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium text-sm">For which parts</legend>
      {when.length === 0 ? (
        <p className="text-muted text-sm">
          {isFirst ? 'For all parts.' : 'For all parts that fit no shape above.'}
        </p>
      ) : (
        <ul className="grid">
          {when.map((condition) => (
            <li key={condition.row} className="grid items-start gap-x-3 sm:grid-cols-[1fr_1fr_auto]">
              <Condition
                {...row}
                condition={condition}
                attributes={attributes.filter(
                  ({ key }) => key === condition.key || !when.some((other) => other.key === key),
                )}
                onChange={(change) => onChange(changeRow(when, condition.row, change))}
              />
              <div className="mb-3 sm:mt-6">
                <RemoveButton
                  named={`condition ${when.indexOf(condition) + 1} of ${named}`}
                  onRemove={() => {
                    onChange(removeRow(when, condition.row))
                    // The button of a removed row would take the focus with it.
                    add.current?.focus()
                  }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {when.length < attributes.length && (
        <Button
          ref={add}
          variant="secondary"
          size="sm"
          className="mt-2"
          aria-label={`Add condition of ${named}`}
          onClick={() => onChange(addRow(when, { key: '', text: '' }))}
        >
          <PlusIcon />
          Add condition
        </Button>
      )}
    </fieldset>
  )
}

type ConditionProps = Pick<ConditionRowsProps, 'attributes' | 'values' | 'path' | 'errors'> & {
  condition: ConditionDraft
  onChange: (change: Partial<ConditionDraft>) => void
}

function Condition({ condition, attributes, values, path, errors, onChange }: ConditionProps) {
  const listId = useId()
  const { key, text, row } = condition
  const isKnown = key === '' || attributes.some((attribute) => attribute.key === key)
  const name = `${path}/${key}`
  return (
    <>
      <SelectField
        label="Attribute"
        name={`${path}/${row}/attribute`}
        required
        value={key}
        onChange={({ target }) => onChange({ key: target.value })}
      >
        <option value="">Choose an attribute</option>
        {!isKnown && <option value={key}>{key}</option>}
        {attributes.map((attribute) => (
          <option key={attribute.key} value={attribute.key}>
            {attribute.unit ? `${attribute.label} (${attribute.unit})` : attribute.label}
          </option>
        ))}
      </SelectField>
      <Field
        label="Is"
        name={name}
        required
        maxLength={LONGEST_VALUE}
        autoComplete="off"
        list={listId}
        value={text}
        error={errors[name] ?? null}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <datalist id={listId}>
        {(values.get(key) ?? []).map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  )
}
