import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import {
  ADDRESS_FIELDS,
  AddressFields,
  addressOf,
  addressTextsOf,
  useCountries,
} from '#features/delivery/components.tsx'
import type { Address } from '#features/delivery/schema.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { changeOrder } from '../client.ts'
import { ChangeForm } from './change-form.tsx'
import { draftsOf } from './contact-drafts.ts'
import { PurchaseFields } from './contact-fields.tsx'
import type { OrderChanges } from './schema.ts'

type AddressFormProps = {
  order: OrderDetails
  onClose: () => void
  onChanged: (order: OrderDetails) => void
}

const FIELDS = [...ADDRESS_FIELDS, 'poNumber', 'note'] as const

/** Changes where an order goes, as its country writes addresses, its PO number and its note. */
export function AddressForm({ order, onClose, onChanged }: AddressFormProps) {
  const countries = useCountries(true)
  const { typed, change, forget } = useTypedText(useSession()?.email, draftsOf(FIELDS, order._id))
  const { poNumber = '', note = '', deliverTo = {} } = order
  const texts = { ...addressTextsOf(deliverTo), poNumber, note, ...typed }
  const country = countries.list?.find(({ code }) => code === texts.country)
  const close = () => {
    forget()
    onClose()
  }
  const { form, errors, ...state } = useCheckedForm(async () => {
    if (!country) return
    try {
      onChanged(await changeOrder(order._id, changesOf(order, texts, addressOf(texts, country))))
      close()
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) throw thrown
    }
  })
  return (
    <ChangeForm form={form} onClose={close} {...state}>
      <AddressFields
        countries={countries}
        texts={texts}
        onChange={change}
        errors={errors}
        prefix="deliverTo/"
        use="shipping"
      />
      <PurchaseFields texts={texts} onChange={change} errors={errors} />
    </ChangeForm>
  )
}

/** Only what differs, so that a change elsewhere to another field stays. An emptied field removes its text. */
function changesOf(
  order: OrderDetails,
  texts: Readonly<Record<'poNumber' | 'note', string>>,
  address: Address,
): OrderChanges {
  const before = addressTextsOf(order.deliverTo ?? {})
  const after = addressTextsOf(address)
  const isMoved = ADDRESS_FIELDS.some((field) => after[field] !== before[field])
  const changed = (['poNumber', 'note'] as const).filter(
    (field) => texts[field].trim() !== (order[field] ?? ''),
  )
  return {
    ...Object.fromEntries(changed.map((field) => [field, texts[field].trim() || null])),
    ...(isMoved && { deliverTo: address }),
  }
}
