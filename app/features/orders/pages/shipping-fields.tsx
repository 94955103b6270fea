import { ADDRESS, PHONE, tooLong } from '#kit/contact-rules.ts'
import { Field, TextAreaField } from '#kit/ui/field.tsx'

type ShippingFieldsProps = {
  /** Undefined until the customer's contact details are loaded. */
  phone: string | undefined
  address: string | undefined
  /** Where phone and address come from, as a sentence. */
  origin: string | undefined
  onChange: (part: { phone?: string; address?: string }) => void
  errors: Partial<Record<string, string>>
}

/** Phone and address: from the customer's profile or last order, until something else is typed. */
export function ShippingFields({ phone, address, origin, onChange, errors }: ShippingFieldsProps) {
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
        hint={<span role="status">{isLoading ? 'Loading your details…' : origin}</span>}
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
