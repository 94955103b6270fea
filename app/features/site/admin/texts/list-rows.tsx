import { useRef } from 'react'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { RowButtons } from '#kit/ui/admin/row-buttons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { CellField } from '#kit/ui/form/cell-field.tsx'
import { addRow, changeRow, moveRow, removeRow } from '#kit/ui/form/form-rows.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { LIST_LIMITS } from '../../texts/limits.ts'
import type { NumberDraft, SkillDraft } from './draft.ts'
import { Original } from './text-fields.tsx'
import type { TextsForm } from './use-texts-form.ts'

/** The bars of the home page. */
export function SkillRows({ form }: { form: TextsForm }) {
  const { skills } = form.draft
  return (
    <Rows<SkillDraft>
      form={form}
      name="skills"
      legend="Skills"
      rows={skills}
      maximum={LIST_LIMITS.skills}
      fields={[
        { field: 'name', label: 'Skill', maximum: LIST_LIMITS.name },
        { field: 'percent', label: 'Percent', maximum: 3, isNumber: true },
      ]}
      added={{ name: '', percent: '' }}
      columns="grid-cols-[minmax(0,1fr)_4rem]"
      rowClass="@min-[20rem]:grid-cols-[minmax(0,1fr)_auto]"
    />
  )
}

/** The statistics of the home page: a number that counts up, with its unit and a suffix. */
export function NumberRows({ form }: { form: TextsForm }) {
  return (
    <Rows<NumberDraft>
      form={form}
      name="numbers"
      legend="Numbers"
      rows={form.draft.numbers}
      maximum={LIST_LIMITS.numbers}
      fields={[
        { field: 'label', label: 'Label', maximum: LIST_LIMITS.name },
        { field: 'number', label: 'Number', maximum: 9, isNumber: true },
        { field: 'unit', label: 'Unit', maximum: LIST_LIMITS.unit },
        { field: 'suffix', label: 'Suffix', maximum: LIST_LIMITS.unit },
      ]}
      added={{ label: '', number: '', unit: '', suffix: '' }}
      columns="grid-cols-3 gap-y-1 *:first:col-span-full @min-[22rem]:grid-cols-[minmax(0,1fr)_6rem_3.5rem_3.5rem] @min-[22rem]:*:first:col-span-1"
      rowClass="@min-[30rem]:grid-cols-[minmax(0,1fr)_auto]"
    />
  )
}

type Row = { readonly row: number }

type RowField<Kind extends Row> = {
  field: Exclude<keyof Kind, 'row'> & string
  label: string
  maximum: number
  isNumber?: boolean
}

type RowsProps<Kind extends Row> = {
  form: TextsForm
  name: 'skills' | 'numbers'
  legend: string
  rows: readonly Kind[]
  maximum: number
  fields: readonly RowField<Kind>[]
  added: Omit<Kind, 'row'>
  /** The classes of the columns of a row. */
  columns: string
  /** The class with which the buttons are beside the fields where there is room. */
  rowClass: string
}

function Rows<Kind extends Row>(props: RowsProps<Kind>) {
  const { form, name, legend, rows, maximum, fields, added, columns, rowClass } = props
  const line = classNames('grid items-start gap-2', rowClass)
  const add = useRef<HTMLButtonElement>(null)
  const set = (changed: readonly Kind[]) => form.type({ [name]: changed })
  const error = form.refused[`texts/${name}`]
  return (
    <Original form={form} name={name} label={legend}>
      <fieldset className="@container mb-4 min-w-0">
        <legend className="mb-2 font-medium">{legend}</legend>
        {error && <p className="mb-3 text-bad text-sm">{error}</p>}
        <div aria-hidden="true" className={classNames(line, 'mb-1 text-muted text-sm')}>
          <div className={classNames('grid gap-x-2', columns)}>
            {fields.map(({ field, label }) => (
              <span key={field}>{label}</span>
            ))}
          </div>
          <span className="w-35" />
        </div>
        <ol className="grid gap-2">
          {rows.map((row, index) => (
            <li key={row.row} className={classNames(line, 'border-line border-t pt-2')}>
              <RowFields
                {...props}
                row={row}
                index={index}
                onType={(change) => set(changeRow(rows, row.row, change))}
              />
              <div className="flex justify-end gap-1">
                <RowButtons
                  named={`row ${index + 1} of ${legend.toLowerCase()}`}
                  index={index}
                  count={rows.length}
                  onMove={(by) => set(moveRow(rows, row.row, by))}
                  onRemove={() => {
                    set(removeRow(rows, row.row))
                    // The button of a removed row would take the focus with it.
                    add.current?.focus()
                  }}
                />
              </div>
            </li>
          ))}
        </ol>
        <Button
          ref={add}
          variant="secondary"
          size="sm"
          className="mt-3"
          disabled={rows.length >= maximum}
          onClick={() => set(addRow(rows, added))}
        >
          <PlusIcon />
          {`Add to ${legend.toLowerCase()}`}
        </Button>
      </fieldset>
    </Original>
  )
}

type RowFieldsProps<Kind extends Row> = Pick<
  RowsProps<Kind>,
  'form' | 'name' | 'legend' | 'fields' | 'columns'
> & {
  row: Kind
  index: number
  onType: (change: Partial<Kind>) => void
}

function RowFields<Kind extends Row>(props: RowFieldsProps<Kind>) {
  const { form, name, legend, fields, columns, row, index, onType } = props
  return (
    <div className={classNames('grid items-start gap-x-2', columns)}>
      {fields.map(({ field, label, maximum, isNumber }) => (
        <CellField
          key={field}
          aria-label={`${label}, row ${index + 1} of ${legend.toLowerCase()}`}
          name={`texts/${name}/${index}/${field}`}
          value={String(row[field])}
          maxLength={maximum}
          inputMode={isNumber ? 'numeric' : undefined}
          error={form.refused[`texts/${name}/${index}/${field}`] ?? null}
          onChange={({ target }) => onType({ [field]: target.value } as Partial<Kind>)}
        />
      ))}
    </div>
  )
}
