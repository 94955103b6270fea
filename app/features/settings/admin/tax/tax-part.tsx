import { useRef } from 'react'
import type { Country } from '#features/delivery/schema.ts'
import type { StandardRates } from '#features/tax/schema.ts'
import { PlusIcon } from '#kit/ui/admin/admin-icons.tsx'
import { RemoveButton } from '#kit/ui/admin/row-buttons.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { addRow, changeRow, removeRow } from '#kit/ui/form/form-rows.ts'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { CountryOptions } from '../form/country-options.tsx'
import type { TaxRateDraft } from '../form/draft.ts'
import { fieldAt } from '../form/fields.ts'
import type { SettingsForm } from '../form/use-settings-form.ts'
import { missingRatesText } from './offered-rates.ts'
import { StandardRatesOffer } from './standard-rates.tsx'

type TaxPartProps = { form: SettingsForm; countries: readonly Country[]; standard: StandardRates }

/** Which tax is due, each rule with a sentence of what it does. */
export function TaxPart({ form, ...lists }: TaxPartProps) {
  const { pricesInclude, euUnion, exemptOutside } = form.draft.tax
  const box = (field: 'pricesInclude' | 'euUnion' | 'exemptOutside', checked: boolean) => ({
    ...fieldAt(form, `tax/${field}`),
    checked,
    onChange: ({ target }: { target: { checked: boolean } }) => form.edit('tax', { [field]: target.checked }),
  })
  return (
    <>
      <section aria-labelledby="tax-rules">
        <h2 id="tax-rules" className="mb-2 text-lg">
          Rules
        </h2>
        <CheckboxField
          label="Prices include the tax"
          hint={
            pricesInclude
              ? 'Customers pay the prices that they see. The tax is a part of them.'
              : 'The tax is added to goods and delivery, in a line of its own.'
          }
          {...box('pricesInclude', pricesInclude)}
        />
        <CheckboxField
          label="The rules of the EU hold"
          hint="A company in another country of the EU pays no tax here when VIES, the register of the EU, confirms its VAT ID (reverse charge). Goods to a country of the EU without a rate are taxed by your own country’s."
          {...box('euUnion', euUnion)}
        />
        <CheckboxField
          label="Deliveries abroad are exports"
          hint={`Where no rate fits, an order that leaves ${euUnion ? 'the EU' : 'your country'} has no tax, and its documents say why. Without this they say nothing.`}
          {...box('exemptOutside', exemptOutside)}
        />
      </section>
      <Rates form={form} {...lists} />
    </>
  )
}

const WITHOUT_RATE = {
  inUnion: 'Where no rate fits, the rate of your own country is charged within the EU, and no tax elsewhere.',
  elsewhere: 'Where no rate fits, no tax is charged.',
} as const

/** Which rate holds where, and what the typed ones leave out. */
function RatesLead({ form }: { form: SettingsForm }) {
  const missing = missingRatesText(form.values)
  return (
    <>
      <p className="mb-4 max-w-prose text-muted text-sm">
        The rate of the country that goods go to, on goods and delivery. The rate of a region counts before
        that of its country. {WITHOUT_RATE[form.draft.tax.euUnion ? 'inUnion' : 'elsewhere']}
      </p>
      {missing !== undefined && (
        <Notice tone="waiting" className="mb-4">
          {missing}
        </Notice>
      )}
    </>
  )
}

function Rates({ form, countries, standard }: TaxPartProps) {
  const add = useRef<HTMLButtonElement>(null)
  const { rates } = form.draft.tax
  const set = (next: typeof rates, paths: readonly string[]) => form.edit('tax', { rates: next }, paths)
  return (
    <section aria-labelledby="tax-rates">
      <h2 id="tax-rates" className="mb-1 text-lg">
        Rates
      </h2>
      <RatesLead form={form} />
      {form.refused['tax/rates'] && <p className="mb-3 text-bad text-sm">{form.refused['tax/rates']}</p>}
      <ol className="grid gap-3">
        {rates.map((rate, index) => (
          <li key={rate.row} className="rounded border border-line px-3 pt-3">
            <Rate
              form={form}
              countries={countries}
              rate={rate}
              index={index}
              onChange={(change) =>
                set(
                  changeRow(rates, rate.row, change),
                  // That two rates are of one place is said at the row.
                  [...Object.keys(change), ''].map((field) => `rates/${index}${field && `/${field}`}`),
                )
              }
              onRemove={() => {
                set(removeRow(rates, rate.row), ['rates', 'rates/'])
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
        className="mt-3 me-3"
        onClick={() =>
          set(
            addRow(rates, {
              country: form.draft.seller.address.country,
              region: '',
              percent: '',
              name: 'VAT',
            }),
            [],
          )
        }
      >
        <PlusIcon />
        Add rate
      </Button>
      <StandardRatesOffer
        typed={form.draft.tax}
        country={form.draft.seller.address.country}
        standard={standard}
        onChange={({ rates: next, euUnion }) =>
          form.edit('tax', { rates: next, euUnion }, ['rates', 'rates/', 'euUnion'])
        }
      />
    </section>
  )
}

type RateProps = {
  form: SettingsForm
  countries: readonly Country[]
  rate: TaxRateDraft
  index: number
  onChange: (change: Partial<TaxRateDraft>) => void
  onRemove: () => void
}

function Rate({ form, countries, rate, index, onChange, onRemove }: RateProps) {
  const path = `tax/rates/${index}`
  const country = fieldAt(form, `${path}/country`)
  const named = countries.find(({ code }) => code === rate.country)
  const regions = named?.fields.find(({ name }) => name === 'region')?.options
  const text = (field: 'region' | 'percent' | 'name') => ({
    ...fieldAt(form, `${path}/${field}`),
    value: rate[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  return (
    <div className="grid items-start gap-x-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem]">
      <SelectField
        label="Country"
        required
        {...country}
        error={country.error ?? form.refused[path] ?? null}
        value={rate.country}
        onChange={({ target }) => onChange({ country: target.value, region: '' })}
      >
        <option value="">Choose one</option>
        <CountryOptions countries={countries} />
      </SelectField>
      {regions ? (
        <SelectField label="Region" className="sm:col-span-2" {...text('region')}>
          <option value="">Whole country</option>
          {regions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : (
        <Field
          label="Region"
          placeholder="Whole country"
          autoComplete="off"
          className="sm:col-span-2"
          {...text('region')}
        />
      )}
      <Field label="Percent" required inputMode="decimal" autoComplete="off" {...text('percent')} />
      <Field label="Name" required autoComplete="off" {...text('name')} />
      <div className="mb-3 sm:mt-6">
        <RemoveButton
          named={`rate of ${[named?.name ?? `row ${index + 1}`, rate.region].filter(Boolean).join(', ')}`}
          onRemove={onRemove}
        />
      </div>
    </div>
  )
}
