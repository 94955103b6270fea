import { useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import {
  AddressFields,
  type AddressTexts,
  addressOf,
  addressTextsOf,
  useCountries,
} from '#features/delivery/components.tsx'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { LockedField } from '#kit/ui/form/other-fields.tsx'
import { checkFields, useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { customerPath } from '../paths.ts'
import type { Customer, SaveCustomer } from '../schema.ts'

const OWN_FIELDS = ['name', 'email', 'company', 'phone', 'vatId', 'tags'] as const
const PLACE_TEXTS = ['street', 'postcode', 'city'] as const
const PLACE_FIELDS = ['country', 'region', ...PLACE_TEXTS] as const

type OwnField = (typeof OWN_FIELDS)[number]
type FormField = OwnField | (typeof PLACE_FIELDS)[number]
type FormTexts = Readonly<Record<FormField, string>>

type CustomerFormProps = {
  /** The account whose tab keeps what is typed. */
  email: string
  /** The customer to change; a new one without it. */
  customer?: Customer
  /** The country of a new one. */
  country?: string | undefined
  /** What is done with what was typed; `button` is that which was pressed. */
  onSave: (given: SaveCustomer, button: string) => Promise<void>
  /** The buttons: the first is pressed by Enter. */
  actions: readonly { readonly name: string; readonly text: string }[]
  onClose?: () => void
}

/** The texts that the form begins with. */
function firstTexts(customer: Customer | undefined, country: string): FormTexts {
  const { name = '', email = '', card, tags = [] } = customer ?? {}
  const place = card?.address
  return {
    ...{ name, email, company: card?.company ?? '', phone: card?.phone ?? '', vatId: card?.vatId ?? '' },
    tags: tags.join(', '),
    country: place?.country ?? country,
    ...{ street: place?.street ?? '', postcode: place?.postcode ?? '' },
    ...{ city: place?.city ?? '', region: place?.region ?? '' },
  }
}

/** What staff write of a customer, with the address where orders go. */
export function CustomerForm(props: CustomerFormProps) {
  const { customer, actions, onClose } = props
  const { texts, change, forget, countries, form, busy, error, errors, press } = useCustomerForm(props)
  return (
    <form {...form} aria-label={customer ? 'Change the customer' : 'New customer'} className="max-w-2xl">
      <OwnFields texts={texts} onChange={change} errors={errors} isLocked={isLocked(customer)} />
      <fieldset className="mt-2">
        <legend className="mb-3 text-lg">Address</legend>
        <p className="mb-3 text-muted text-sm">
          Offered when an order is entered. Leave it empty if you do not know it.
        </p>
        <AddressFields
          countries={countries}
          texts={addressTextsOf(texts)}
          onChange={change as (part: Partial<AddressTexts>) => void}
          errors={errors}
          prefix="address/"
        />
      </fieldset>
      {error !== null && <Refusal error={error} />}
      <div className="flex flex-wrap gap-2">
        {actions.map(({ name, text }, index) => (
          <Button
            key={name}
            type="submit"
            variant={index === 0 ? 'primary' : 'secondary'}
            busy={busy}
            onClick={() => press(name)}
          >
            {text}
          </Button>
        ))}
        {onClose && (
          <Button
            variant="quiet"
            onClick={() => {
              forget()
              onClose()
            }}
          >
            Keep as it was
          </Button>
        )}
      </div>
    </form>
  )
}

/** The names of the drafts of a customer. */
const draftsOf = (id = 'new'): Record<FormField, string> =>
  Object.fromEntries(
    [...OWN_FIELDS, ...PLACE_FIELDS].map((field) => [field, `${field} of customer ${id}`]),
  ) as Record<FormField, string>

/** What is typed, kept over a reload, and saving it. */
function useCustomerForm({ email, customer, country = '', onSave }: CustomerFormProps) {
  const countries = usePlaces()
  const { typed, change, forget } = useTypedText<FormField>(email, draftsOf(customer?._id))
  const texts: FormTexts = { ...firstTexts(customer, country), ...typed }
  const hasPlace = PLACE_TEXTS.some((field) => texts[field].trim() !== '')
  const chosen = countries.list?.find(({ code }) => code === texts.country)
  // Enter presses the first one.
  const pressed = useRef('')
  const checked = useCheckedForm(
    async () => {
      const place = hasPlace && chosen ? addressOf(addressTextsOf(texts), chosen) : undefined
      try {
        await onSave(readTexts(texts, place), pressed.current)
        forget()
      } catch (thrown) {
        if (!signOutIfForbidden(thrown)) throw thrown
      }
    },
    // An address is given whole or not at all.
    (form) => checkFields(form).filter(({ pointer }) => hasPlace || !pointer.startsWith('#/address/')),
  )
  const press = (name: string) => {
    pressed.current = name
  }
  return { ...checked, texts, change, forget, countries, press }
}

/** The countries with the fields of a place alone: whom the address is for is the customer. */
function usePlaces() {
  const countries = useCountries(true)
  const list = useMemo(
    () =>
      countries.list?.map((country) => ({
        ...country,
        fields: country.fields.filter(({ name }) => !['name', 'company', 'phone'].includes(name)),
      })),
    [countries.list],
  )
  return { ...countries, list }
}

const isLocked = (customer: Customer | undefined): boolean =>
  customer !== undefined && customer.namedByStaff !== true

function readTexts(
  { name, email, company, phone, vatId, tags }: FormTexts,
  place: SaveCustomer['address'],
): SaveCustomer {
  const words = tags.split(',').map((tag) => tag.trim())
  return {
    ...{ name: name.trim(), email: email.trim() },
    ...{ company: company.trim(), phone: phone.trim(), vatId: vatId.trim() },
    ...(place && { address: place }),
    tags: words.filter(Boolean),
  }
}

type OwnFieldsProps = {
  texts: FormTexts
  onChange: (part: Partial<FormTexts>) => void
  errors: Readonly<Partial<Record<string, string>>>
  /** Name and e-mail are the customer's own. */
  isLocked: boolean
}

function OwnFields({ texts, onChange, errors, isLocked: isOwn }: OwnFieldsProps) {
  const tagsError = Object.entries(errors).find(([name]) => name.startsWith('tags'))?.[1]
  const shared = (name: OwnField) => ({
    name,
    autoComplete: 'off',
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    error: errors[name] ?? null,
  })
  return (
    <div className="grid items-start gap-x-3 sm:grid-cols-2">
      {isOwn ? (
        <LockedField name="name" label="Name" value={texts.name} />
      ) : (
        <Field {...shared('name')} label="Name" required />
      )}
      {isOwn ? (
        <LockedField name="email" label="Email" value={texts.email} className="mb-4" />
      ) : (
        <Field {...shared('email')} label="Email" type="email" required />
      )}
      <Field {...shared('company')} label="Company" />
      <Field {...shared('phone')} label="Phone" type="tel" />
      <Field {...shared('vatId')} label="VAT ID" hint="For companies." />
      <Field
        {...shared('tags')}
        label="Tags"
        hint="Separate tags with commas, for example: reseller, vip."
        error={tagsError ?? null}
      />
    </div>
  )
}

/** Why nothing was saved; for a known address with the way to its customer. */
function Refusal({ error }: { error: unknown }) {
  const id = error instanceof ProblemError ? error.extras.customerId : undefined
  return (
    <Notice tone="bad" className="mb-4">
      {problemText(error)}
      {typeof id === 'string' && (
        <>
          {' '}
          <Link to={customerPath(id)}>Open this customer</Link>
        </>
      )}
    </Notice>
  )
}
