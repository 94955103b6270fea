import { useRef, useState } from 'react'
import { INCOTERMS } from '#features/delivery/limits.ts'
import type { Country } from '#features/delivery/schema.ts'
import { moneyUnit } from '#kit/identity/shop-currency.ts'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { RowButtons } from '#kit/ui/admin/row-buttons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { addRow, changeRow, moveRow, removeRow } from '#kit/ui/form/form-rows.ts'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { methodTermsText } from '../change-texts.ts'
import { type MethodDraft, valuesOf } from '../form/draft.ts'
import { fieldAt } from '../form/fields.ts'
import type { SettingsForm } from '../form/use-settings-form.ts'
import { CountriesChoice } from './countries-choice.tsx'
import { PriceRows } from './price-rows.tsx'

const NEW_METHOD = {
  _id: undefined,
  name: '',
  countries: 'all',
  rates: [{ row: 0, uptoKg: '', uptoTotal: '', price: '' }],
  freeFrom: '',
  days: { from: '', to: '' },
  carrier: '',
  incoterm: '',
} satisfies Omit<MethodDraft, 'row'>

type MethodsProps = { form: SettingsForm; countries: readonly Country[] }

/** The methods of delivery, in the sequence in which they are offered when a customer chooses none. */
export function Methods({ form, countries }: MethodsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const { methods } = form.draft.delivery
  const set = (next: typeof methods, paths: readonly string[]) =>
    form.edit('delivery', { methods: next }, paths)
  return (
    <section aria-labelledby="methods">
      <h2 id="methods" className="mb-1 text-lg">
        Methods
      </h2>
      <p className="mb-4 max-w-prose text-muted text-sm">
        A method is offered where one of its prices fits. An order for which none is chosen goes by the first
        that is offered.
        {methods.length === 0 && ' Without methods the shop asks for no delivery, and charges none.'}
      </p>
      {form.refused['delivery/methods'] && (
        <p className="mb-3 text-bad text-sm">{form.refused['delivery/methods']}</p>
      )}
      <ol className="grid gap-3">
        {methods.map((method, index) => (
          <li key={method.row} className="relative grid gap-3 rounded border border-line p-3">
            <Method
              form={form}
              countries={countries}
              method={method}
              index={index}
              onChange={(change, paths = Object.keys(change)) =>
                set(
                  changeRow(methods, method.row, change),
                  paths.map((path) => `methods/${index}/${path}`),
                )
              }
            />
            <div className="flex gap-1 max-sm:order-first sm:absolute sm:end-3 sm:top-3">
              <RowButtons
                named={method.name || `method ${index + 1}`}
                index={index}
                count={methods.length}
                onMove={(by) => set(moveRow(methods, method.row, by), ['methods/'])}
                onRemove={() => {
                  set(removeRow(methods, method.row), ['methods', 'methods/'])
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
        onClick={() => set(addRow(methods, NEW_METHOD), [])}
      >
        <PlusIcon />
        Add method
      </Button>
    </section>
  )
}

type MethodProps = MethodsProps & {
  method: MethodDraft
  index: number
  /** Takes the errors at `paths` of the method away. */
  onChange: (change: Partial<MethodDraft>, paths?: readonly string[]) => void
}

/** Folded to a line, unless it is new or something is wrong with it. */
function Method({ form, countries, method, index, onChange }: MethodProps) {
  const [isOpen, setIsOpen] = useState(method.name === '')
  const path = `delivery/methods/${index}`
  const isWrong = Object.keys(form.refused).some((name) => name.startsWith(`${path}/`))
  const isShown = isOpen || isWrong
  const values = valuesOf(form.draft).delivery.methods[index]
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="min-w-0"
    >
      <summary className="min-h-11 cursor-pointer py-2 sm:pe-40">
        <span className="font-medium">{method.name || `Method ${index + 1}`}</span>
        <span className="block text-muted text-sm wrap-anywhere">
          {values && methodTermsText({ ...values })}
        </span>
      </summary>
      {isShown && (
        <div className="mt-3 grid gap-2">
          <MethodFacts form={form} countries={countries} method={method} index={index} onChange={onChange} />
          <CountriesChoice
            legend="Countries"
            allLabel="All that the shop delivers to"
            {...fieldAt(form, `${path}/countries`)}
            value={method.countries}
            countries={countries}
            onChange={(value) => onChange({ countries: value })}
          />
          <PriceRows
            errors={form.refused}
            path={`${path}/rates`}
            named={method.name || `method ${index + 1}`}
            rates={method.rates}
            onChange={(rates, paths) => onChange({ rates }, paths)}
          />
        </div>
      )}
    </details>
  )
}

function MethodFacts({ form, method, index, onChange }: MethodProps) {
  const path = `delivery/methods/${index}`
  const text = (field: 'name' | 'freeFrom' | 'carrier' | 'incoterm') => ({
    ...fieldAt(form, `${path}/${field}`),
    value: method[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  const days = (field: 'from' | 'to') => ({
    ...fieldAt(form, `${path}/days/${field}`),
    value: method.days[field],
    inputMode: 'numeric' as const,
    required: true,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ days: { ...method.days, [field]: target.value } }, [`days/${field}`]),
  })
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <Field label="Name" required autoComplete="off" className="sm:col-span-2" {...text('name')} />
      <Field label="Working days, at least" hint="From the day on which it ships." {...days('from')} />
      <Field label="Working days, at most" {...days('to')} />
      <Field label="Carrier" autoComplete="off" hint="Its name as customers read it." {...text('carrier')} />
      <SelectField label="Incoterm" hint="Who pays for carriage, insurance and duties." {...text('incoterm')}>
        <option value="">None</option>
        {INCOTERMS.map((term) => (
          <option key={term} value={term}>
            {term}
          </option>
        ))}
      </SelectField>
      <Field
        label={`Free from, in ${moneyUnit()}`}
        inputMode="decimal"
        autoComplete="off"
        hint="The total of the parts from which it costs nothing. Never, while it is empty."
        className="sm:col-span-2"
        {...text('freeFrom')}
      />
    </div>
  )
}
