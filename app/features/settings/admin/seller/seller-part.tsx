import { AddressFields, type AddressTexts } from '#features/delivery/components.tsx'
import type { Country } from '#features/delivery/schema.ts'
import { Field, Note } from '#kit/ui/form/field.tsx'
import { fieldAt } from '../form/fields.ts'
import type { SettingsForm } from '../form/use-settings-form.ts'
import { missingFactNotes } from './missing-facts-text.ts'

type SellerPartProps = { form: SettingsForm; countries: readonly Country[] }

/** Who sells: what stands on documents, and where goods leave from. */
export function SellerPart({ form, countries }: SellerPartProps) {
  const { name, email, phone, vatId, taxNumber } = form.draft.seller
  const notes = missingFactNotes(form.values)
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
          What stands here is on invoices and credit notes, on paper and in their XML. Those that are issued
          keep what they were.
        </p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          <Field
            label="Name"
            autoComplete="off"
            {...notes.name}
            {...text('name', name)}
            className="sm:col-span-2"
          />
          <Field label="E-mail" type="email" autoComplete="off" {...notes.email} {...text('email', email)} />
          <Field label="Phone" type="tel" autoComplete="off" {...notes.phone} {...text('phone', phone)} />
          <Field
            label="VAT ID"
            autoComplete="off"
            hint="With the letters of its country, such as FR40303265045."
            {...notes.vatId}
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
  const notes = missingFactNotes(form.values).address
  return (
    <section aria-labelledby="seller-address">
      <h2 id="seller-address" className="mb-1 text-lg">
        Address
      </h2>
      <p className="mb-4 max-w-prose text-muted text-sm">
        Goods leave from here: its public holidays are no working days, and its tax counts as that of home.
      </p>
      {(notes.warning ?? notes.hint) && <Note id="seller-address-note" {...notes} />}
      <AddressFields
        countries={{ list: countries.map(ownFields(address)), error: undefined, retry: () => undefined }}
        texts={address}
        errors={form.refused}
        prefix="seller/address/"
        use="billing"
        onChange={(part) =>
          form.edit(
            'seller',
            // A region of another country is none here.
            { address: { ...address, ...part, ...(part.country !== undefined && { region: '' }) } },
            Object.keys(part).map((field) => `address/${field}`),
          )
        }
      />
    </section>
  )
}

/** Name and phone of the seller stand above; an address that has its own keeps them. */
const ownFields =
  (address: AddressTexts) =>
  (country: Country): Country => ({
    ...country,
    // The seller may be where the shop does not deliver to.
    served: true,
    fields: country.fields.filter(
      ({ name }) => !['name', 'company', 'phone'].includes(name) || address[name] !== '',
    ),
  })

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
        At the foot of invoices and credit notes, for payments by bank transfer. Leave it empty when there is
        none.
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field label="Bank" className="sm:col-span-2" {...text('name')} />
        <Field label="IBAN" {...text('iban')} />
        <Field label="BIC" hint="Not needed within the EU." {...text('bic')} />
      </div>
    </section>
  )
}
