import { useRef } from 'react'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { RemoveButton } from '#kit/ui/admin/row-buttons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { addRow, changeRow, removeRow } from '#kit/ui/form/form-rows.ts'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { REVENUE_TEXTS } from '../change-texts.ts'
import type { RevenueDraft } from '../form/draft.ts'
import { fieldAt } from '../form/fields.ts'
import type { SettingsForm } from '../form/use-settings-form.ts'

const NUMBERS = [
  { field: 'consultant', label: 'Number of the tax adviser', hint: 'Beraternummer, 4 to 7 digits.' },
  { field: 'client', label: 'Client number', hint: 'Mandantennummer, 1 to 5 digits.' },
  { field: 'accountLength', label: 'Digits of an account', hint: 'Sachkontenlänge, from 4 to 8.' },
  {
    field: 'receivables',
    label: 'Receivables',
    hint: 'The collective debtor that invoices are booked on, such as 10000.',
  },
  {
    field: 'transit',
    label: 'Money in transit',
    hint: 'What was paid, until the provider pays it out, such as 1360.',
  },
] as const

/** The accounts by which invoices, credit notes and payments are booked at the tax adviser. */
export function DatevPart({ form }: { form: SettingsForm }) {
  const { datev } = form.draft
  return (
    <>
      <section aria-labelledby="datev">
        <h2 id="datev" className="mb-1 text-lg">
          DATEV
        </h2>
        <p className="mb-4 max-w-prose text-muted text-sm">
          For the booking batch on the page Invoices, which a tax adviser reads into DATEV. The tax adviser
          knows these numbers. Only sales in euro can be booked.
        </p>
        <div className="grid max-w-3xl gap-x-4 sm:grid-cols-2">
          {NUMBERS.map(({ field, label, hint }) => (
            <Field
              key={field}
              label={label}
              {...fieldAt(form, `datev/${field}`)}
              inputMode="numeric"
              autoComplete="off"
              hint={hint}
              value={datev[field]}
              onChange={({ target }) => form.edit('datev', { [field]: target.value })}
            />
          ))}
          <Field
            label="Start of the business year"
            {...fieldAt(form, 'datev/yearStart')}
            type="date"
            hint="Of any year: the others begin on the same day."
            value={datev.yearStart}
            onChange={({ target }) => form.edit('datev', { yearStart: target.value })}
          />
        </div>
      </section>
      <Revenue form={form} />
    </>
  )
}

function Revenue({ form }: { form: SettingsForm }) {
  const add = useRef<HTMLButtonElement>(null)
  const { revenue } = form.draft.datev
  const set = (next: typeof revenue, paths: readonly string[]) => form.edit('datev', { revenue: next }, paths)
  const problem = form.refused['datev/revenue']
  return (
    <section aria-labelledby="datev-revenue">
      <h2 id="datev-revenue" className="mb-1 text-lg">
        Revenue accounts
      </h2>
      <p className="mb-4 max-w-prose text-muted text-sm">
        One for each kind of sale and each rate of tax. An account that has no tax of its own needs a tax key.
      </p>
      {problem && <p className="mb-3 text-bad text-sm">{problem}</p>}
      <ol className="grid max-w-3xl gap-3">
        {revenue.map((each, index) => (
          <li key={each.row} className="rounded border border-line px-3 pt-3">
            <RevenueRow
              form={form}
              revenue={each}
              index={index}
              onChange={(change) =>
                set(changeRow(revenue, each.row, change), [
                  'revenue',
                  ...Object.keys(change).map((field) => `revenue/${index}/${field}`),
                ])
              }
              onRemove={() => {
                set(removeRow(revenue, each.row), ['revenue', 'revenue/'])
                // The button of a removed row would take the focus with it.
                add.current?.focus()
              }}
            />
          </li>
        ))}
      </ol>
      <Button
        ref={add}
        variant="secondary"
        size="sm"
        className="mt-3"
        onClick={() => set(addRow(revenue, { kind: 'taxed', percent: '', account: '', key: '' }), [])}
      >
        <PlusIcon />
        Add account
      </Button>
    </section>
  )
}

type RevenueRowProps = {
  form: SettingsForm
  revenue: RevenueDraft
  index: number
  onChange: (change: Partial<RevenueDraft>) => void
  onRemove: () => void
}

function RevenueRow({ form, revenue, index, onChange, onRemove }: RevenueRowProps) {
  const text = (field: 'percent' | 'account' | 'key') => ({
    ...fieldAt(form, `datev/revenue/${index}/${field}`),
    autoComplete: 'off',
    value: revenue[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  const isTaxed = revenue.kind === 'taxed'
  return (
    <div className="grid items-start gap-x-3 sm:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_2.75rem]">
      <SelectField
        label="Kind of sale"
        {...fieldAt(form, `datev/revenue/${index}/kind`)}
        value={revenue.kind}
        onChange={({ target }) => onChange({ kind: target.value as RevenueDraft['kind'], percent: '' })}
      >
        {Object.entries(REVENUE_TEXTS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <Field
        label="Percent"
        inputMode="decimal"
        disabled={!isTaxed}
        required={isTaxed}
        {...text('percent')}
      />
      <Field label="Account" inputMode="numeric" required {...text('account')} />
      <Field label="Tax key" inputMode="numeric" placeholder="none" {...text('key')} />
      <RemoveButton named={`the account ${revenue.account}`} onRemove={onRemove} />
    </div>
  )
}
