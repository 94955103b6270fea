import { useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import {
  AddressFields,
  type AddressTexts,
  addressOf,
  addressTextsOf,
  countryOfLanguage,
  useCountries,
} from '#features/delivery/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import type { Company, NewCompany } from '../schema.ts'

type CompanyFormProps = {
  /** The company to change; a new one without it. */
  company?: Company
  save: (company: NewCompany) => Promise<unknown>
  onSaved: () => Promise<void>
  /** Without it the form stays open. */
  onClose?: () => void
}

/** Name, billing address and VAT ID of a company. */
export function CompanyForm({ company, save, onSaved, onClose }: CompanyFormProps) {
  const countries = useCountries(true)
  const [name, setName] = useState(company?.name ?? '')
  const [vatId, setVatId] = useState(company?.vatId ?? '')
  const [address, setAddress] = useState<AddressTexts>(() =>
    addressTextsOf(company?.billTo ?? { country: countryOfLanguage(navigator.language) }),
  )
  const country = countries.list?.find(({ code }) => code === address.country)
  const { form, busy, error, errors } = useCheckedForm(async () => {
    if (!country) return
    const billTo = addressOf(address, country)
    try {
      await save({ name: name.trim(), billTo, ...(vatId.trim() && { vatId: vatId.trim() }) })
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) throw thrown
      return
    }
    onClose?.()
    await onSaved()
  })
  return (
    <form {...form} className="max-w-md">
      <Field
        label="Name of the company"
        name="name"
        autoComplete="organization"
        value={name}
        onChange={({ target }) => setName(target.value)}
        required
        error={errors.name ?? null}
      />
      <h2 className="mb-3 text-lg">Billing address</h2>
      <AddressFields
        countries={countries}
        texts={address}
        onChange={(part) => setAddress((before) => ({ ...before, ...part }))}
        errors={errors}
        prefix="billTo/"
        use="billing"
      />
      <Field
        label="VAT ID"
        name="vatId"
        autoComplete="off"
        value={vatId}
        onChange={({ target }) => setVatId(target.value)}
        hint="It is on the invoices of the company."
        error={errors.vatId ?? null}
      />
      {error !== null && (
        <Notice tone="bad" className="mb-4">
          {problemText(error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} disabled={!countries.list}>
          {company ? 'Save company' : 'Create company'}
        </Button>
        {onClose && (
          <Button variant="quiet" onClick={onClose}>
            Keep as it was
          </Button>
        )}
      </div>
    </form>
  )
}
