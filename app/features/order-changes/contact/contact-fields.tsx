import { NOTE, PO_NUMBER } from '#features/orders/limits.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { ADDRESS, PHONE, type TextLimits, tooLong } from '#kit/input/contact-rules.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import type { ContactTexts } from './contact-texts.ts'

export type ContactFieldsProps = {
  /** Phone and address are undefined until they are loaded. */
  texts: Partial<ContactTexts>
  /** Where phone and address come from, as a sentence. */
  origin: string | undefined
  onChange: (part: Partial<ContactTexts>) => void
  errors: Partial<Record<string, string>>
  /** Also the PO number and the note, which the customer may add to an order. */
  hasPurchase?: boolean
}

/** Where an order goes, and how its customer is reached. */
export function ContactFields({ origin, hasPurchase = false, ...form }: ContactFieldsProps) {
  const { texts } = form
  const isLoading = texts.phone === undefined || texts.address === undefined
  return (
    <>
      <Field
        {...propsOf(form, 'phone', PHONE)}
        label="Phone"
        type="tel"
        autoComplete="tel"
        required
        hint={<span role="status">{isLoading ? 'Loading your details…' : origin}</span>}
      />
      <TextAreaField
        {...propsOf(form, 'address', ADDRESS)}
        label="Address"
        autoComplete="street-address"
        fitsText
        required
      />
      {hasPurchase && <PurchaseFields {...form} />}
    </>
  )
}

type FormProps = Pick<ContactFieldsProps, 'texts' | 'onChange' | 'errors'>

/** The PO number and the note, which the customer may add to an order. */
export const PurchaseFields = (form: FormProps) => (
  <>
    <Field {...propsOf(form, 'poNumber', PO_NUMBER)} label="PO number" hint={orderTexts.poNumberHint} />
    <TextAreaField {...propsOf(form, 'note', NOTE)} label="Note" fitsText />
  </>
)

const propsOf = ({ texts, onChange, errors }: FormProps, name: keyof ContactTexts, limits: TextLimits) => ({
  name,
  value: texts[name] ?? '',
  isLoading: texts[name] === undefined,
  onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  error: tooLong(texts[name] ?? '', limits) ?? errors[name] ?? null,
})
