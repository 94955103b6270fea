import { useEffect, useRef, useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { type SavedAddress, saveAddress } from '../client.ts'
import { AddressFields } from './address-fields.tsx'
import {
  ADDRESS_FIELDS,
  type AddressTexts,
  addressOf,
  addressTextsOf,
  countryOfLanguage,
} from './address-texts.ts'
import { useCountries } from './use-countries.ts'

type AddressFormProps = {
  /** The account whose tab keeps what is typed. */
  email: string
  /** The address to change; a new one without it. */
  saved?: SavedAddress
  /** The country of a new one; that of the browser without it. */
  country?: string | undefined
  onSaved: (address: SavedAddress) => Promise<void>
  onClose: () => void
}

const FORM_FIELDS = [...ADDRESS_FIELDS, 'label', 'vatId'] as const

type FormTexts = AddressTexts & { label: string; vatId: string }

/** The names of the drafts of an address. */
const draftsOf = (id = 'a new address'): Record<keyof FormTexts, string> =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, `${field} of ${id}`])) as Record<
    keyof FormTexts,
    string
  >

/** The form of an address of the address book. */
export function AddressForm({ email, saved, country: usual, onSaved, onClose }: AddressFormProps) {
  const countries = useCountries(true)
  const { typed, change, forget } = useTypedText<keyof FormTexts>(email, draftsOf(saved?._id))
  const [isDefault, setIsDefault] = useState(saved?.isDefault ?? false)
  const first = addressTextsOf(saved ?? { country: usual ?? countryOfLanguage(navigator.language) })
  const texts: FormTexts = { ...first, label: saved?.label ?? '', vatId: saved?.vatId ?? '', ...typed }
  const country = countries.list?.find(({ code }) => code === texts.country)
  const { form, busy, error, errors } = useCheckedForm(async () => {
    if (!country) return
    const [label, vatId] = [texts.label.trim(), texts.vatId.trim()]
    try {
      const own = { ...(label && { label }), ...(vatId && { vatId }) }
      const address = { ...addressOf(texts, country), ...own, isDefault }
      await onSaved(await saveAddress(address, saved?._id))
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) throw thrown
      return
    }
    forget()
    onClose()
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const close = () => {
    forget()
    onClose()
  }
  return (
    <form {...form} aria-labelledby="address-form" className="max-w-md">
      <h2 id="address-form" ref={heading} tabIndex={-1} className="mb-4 text-lg outline-none">
        {saved ? 'Change the address' : 'New address'}
      </h2>
      <AddressFields countries={countries} texts={texts} onChange={change} errors={errors} />
      <OwnFields texts={texts} onChange={change} errors={errors} />
      {!saved?.isDefault && (
        <CheckboxField
          label="Choose it first at checkout"
          name="isDefault"
          checked={isDefault}
          onChange={({ target }) => setIsDefault(target.checked)}
          className="mb-3"
        />
      )}
      {error !== null && (
        <Notice tone="bad" className="mb-4">
          {problemText(error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} disabled={!countries.list}>
          Save address
        </Button>
        <Button variant="quiet" onClick={close}>
          {saved ? 'Keep as it was' : 'Do not add'}
        </Button>
      </div>
    </form>
  )
}

type OwnFieldsProps = {
  texts: FormTexts
  onChange: (part: Partial<FormTexts>) => void
  errors: Readonly<Partial<Record<string, string>>>
}

/** What the address book has of an address besides the address. */
function OwnFields({ texts, onChange, errors }: OwnFieldsProps) {
  const shared = (name: 'vatId' | 'label') => ({
    name,
    autoComplete: 'off',
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    error: errors[name] ?? null,
  })
  return (
    <>
      <Field
        {...shared('vatId')}
        label="VAT ID"
        hint="For companies. It is filled in at checkout when the invoice goes here."
      />
      <Field {...shared('label')} label="Label" hint="What you call it, for example “Warehouse”." />
    </>
  )
}

/** Before a reload, an address was typed and not saved. */
export function isAddressBegun(drafts: Readonly<Record<string, string>>, id?: string): boolean {
  return Object.values(draftsOf(id)).some((key) => drafts[key])
}
