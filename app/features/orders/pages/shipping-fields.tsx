import { ADDRESS, PHONE, tooLong } from '#kit/contact-rules.ts'
import { Field, TextAreaField } from '#kit/ui/field.tsx'
import type { Customer } from './use-customer.ts'
import type { TypedOrder } from './use-order-draft.ts'

type ShippingFieldsProps = {
  /** Undefined until the shop has said how the customer can be reached. */
  customer: Customer | undefined
  typed: TypedOrder
  onChange: (part: Partial<TypedOrder>) => void
  errors: Partial<Record<string, string>>
}

/** Where the order goes: as the customer's profile or last order says, until something else is typed. */
export function ShippingFields({ customer, typed, onChange, errors }: ShippingFieldsProps) {
  const { phone = customer?.phone, address = customer?.address } = typed
  const isLoading = phone === undefined || address === undefined
  return (
    <>
      <Field
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        value={phone ?? ''}
        onChange={(event) => onChange({ phone: event.target.value })}
        isLoading={phone === undefined}
        hint={<span role="status">{isLoading ? 'Loading your details…' : originOf(customer, typed)}</span>}
        error={tooLong(phone ?? '', PHONE) ?? errors.phone}
      />
      <TextAreaField
        label="Address"
        name="address"
        autoComplete="street-address"
        rows={2}
        required
        value={address ?? ''}
        onChange={(event) => onChange({ address: event.target.value })}
        isLoading={address === undefined}
        error={tooLong(address ?? '', ADDRESS) ?? errors.address}
      />
    </>
  )
}

/** Whence the fields have their text; nothing is said of what was typed. */
const originOf = (customer: Customer | undefined, { phone, address }: TypedOrder): string | undefined =>
  phone === undefined && address === undefined ? customer?.origin : undefined
