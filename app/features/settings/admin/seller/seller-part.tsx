import type { AddressField, Country } from '#features/delivery/schema.ts'
import { Field, TextAreaField } from '#kit/ui/form/field.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { CountryOptions } from '../form/country-options.tsx'
import type { AddressDraft } from '../form/draft.ts'
import { fieldAt } from '../form/fields.ts'
import type { SettingsForm } from '../form/use-settings-form.ts'

type SellerPartProps = { form: SettingsForm; countries: readonly Country[] }

/** Who sells: what stands on documents, and where goods leave from. */
export function SellerPart({ form, countries }: SellerPartProps) {
  const { name, email, phone, vatId, taxNumber } = form.draft.seller
  const text = (field: 'name' | 'email' | 'phone' | 'vatId' | 'taxNumber', value: string) => ({
    ...fieldAt(form, `seller/${field}`),
    value,
    onChange: ({ target }: { target: { value: string } }) => form.edit('seller', { [field]: target.value }),
  })
  return (
    <>
      <section aria-labelledby="seller-facts">
        <h2 id="seller-facts" className="mb-1 text-lg">
          Seller
        </h2>
        <p className="mb-4 max-w-prose text-muted text-sm">
          It stands on every document and in the mails about orders. Invoices that are issued keep what it
          was.
        </p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          <Field label="Name" autoComplete="off" {...text('name', name)} className="sm:col-span-2" />
          <Field
            label="E-mail"
            type="email"
            autoComplete="off"
            hint="Customers write to it."
            {...text('email', email)}
          />
          <Field label="Phone" type="tel" autoComplete="off" {...text('phone', phone)} />
          <Field
            label="VAT ID"
            autoComplete="off"
            hint="With the letters of its country, such as FR40303265045."
            {...text('vatId', vatId)}
          />
          <Field
            label="Tax number"
            autoComplete="off"
            hint="Of a seller without a VAT ID."
            {...text('taxNumber', taxNumber)}
          />
        </div>
      </section>
      <Address form={form} countries={countries} />
      <Bank form={form} />
    </>
  )
}

function Address({ form, countries }: SellerPartProps) {
  const { address } = form.draft.seller
  const change = (part: Partial<AddressDraft>) =>
    form.edit(
      'seller',
      { address: { ...address, ...part } },
      Object.keys(part).map((field) => `address/${field}`),
    )
  const fields = countries.find(({ code }) => code === address.country)?.fields ?? []
  return (
    <section aria-labelledby="seller-address">
      <h2 id="seller-address" className="mb-1 text-lg">
        Address
      </h2>
      <p className="mb-4 max-w-prose text-muted text-sm">
        Goods leave from here: its public holidays are no working days, and its tax counts as that of home.
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          label="Country"
          className="sm:col-span-2"
          {...fieldAt(form, 'seller/address/country')}
          value={address.country}
          // A region of another country is none here.
          onChange={({ target }) => change({ country: target.value, region: '' })}
        >
          <option value="">No address</option>
          <CountryOptions countries={countries} />
        </SelectField>
        {fields.filter(isShown(address)).map((field) => (
          <AddressInput
            key={field.name}
            field={field}
            form={form}
            value={address[field.name]}
            onChange={(value) => change({ [field.name]: value })}
          />
        ))}
      </div>
    </section>
  )
}

/** The name and the phone of the seller stand above; an address that has its own keeps them. */
const isShown =
  (address: AddressDraft) =>
  ({ name }: AddressField): boolean =>
    (name !== 'name' && name !== 'phone' && name !== 'company') || address[name] !== ''

type AddressInputProps = {
  field: AddressField
  form: SettingsForm
  value: string
  onChange: (value: string) => void
}

function AddressInput({
  field: { name, label, required, options },
  form,
  value,
  onChange,
}: AddressInputProps) {
  const shared = { label, required, ...fieldAt(form, `seller/address/${name}`), value }
  if (options)
    return (
      <SelectField {...shared} onChange={({ target }) => onChange(target.value)}>
        <option value="">{required ? 'Choose one' : 'None'}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    )
  if (name === 'street')
    return (
      <TextAreaField
        {...shared}
        rows={2}
        className="sm:col-span-2"
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return <Field {...shared} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
}

function Bank({ form }: { form: SettingsForm }) {
  const { bank } = form.draft.seller
  const text = (field: keyof typeof bank) => ({
    ...fieldAt(form, `seller/bank/${field}`),
    value: bank[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      form.edit('seller', { bank: { ...bank, [field]: target.value } }, [`bank/${field}`]),
  })
  return (
    <section aria-labelledby="seller-bank">
      <h2 id="seller-bank" className="mb-1 text-lg">
        Bank account
      </h2>
      <p className="mb-4 max-w-prose text-muted text-sm">
        For customers who pay an invoice by bank transfer. Leave it empty when there is none.
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field label="Bank" className="sm:col-span-2" {...text('name')} />
        <Field label="IBAN" {...text('iban')} />
        <Field label="BIC" hint="Not needed within the EU." {...text('bic')} />
      </div>
    </section>
  )
}
