import { useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { fieldErrors, problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/button.tsx'
import { FactList } from '#kit/ui/fact-list.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { useFocusOnError } from '#kit/ui/use-focus-on-error.ts'
import { useTypedText } from '#kit/ui/use-typed-text.ts'
import { changeOrder } from '../client.ts'
import type { OrderChanges, OrderDetails } from '../schema.ts'
import { CONTACT_FIELDS, type ContactTexts, invalidContact } from './contact-texts.ts'
import { PurchaseFields } from './purchase-fields.tsx'
import { ShippingFields } from './shipping-fields.tsx'

type OrderContactProps = {
  order: OrderDetails
  /** The customer may change it. */
  canChange: boolean
  onChanged: (order: OrderDetails) => void
}

/** Where an order goes, and what its customer added. Its customer changes them in place. */
export function OrderContact({ order, canChange, onChanged }: OrderContactProps) {
  const draft = useTypedText(canChange ? order.email : undefined, draftKeys(order._id))
  const [isOpen, setIsOpen] = useState(Object.keys(draft.typed).length > 0)
  const close = () => {
    draft.discard()
    setIsOpen(false)
  }
  return (
    <section aria-labelledby="contact" className="min-w-0">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="contact" className="text-lg">
          Delivery
        </h2>
        {canChange && !isOpen && (
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            Change
          </Button>
        )}
      </div>
      {isOpen ? (
        <ContactForm
          order={order}
          texts={{ ...textsOf(order), ...draft.typed }}
          onType={draft.change}
          onClose={close}
          onChanged={onChanged}
        />
      ) : (
        <ContactFacts order={order} />
      )}
    </section>
  )
}

const draftKeys = (orderId: string) => ({
  phone: `phone of ${orderId}`,
  address: `address of ${orderId}`,
  poNumber: `PO number of ${orderId}`,
  note: `note of ${orderId}`,
})

const textsOf = ({ phone, address, poNumber = '', note = '' }: OrderDetails): ContactTexts => ({
  phone,
  address,
  poNumber,
  note,
})

function ContactFacts({ order: { name, phone, address, poNumber, note } }: { order: OrderDetails }) {
  return (
    <FactList
      facts={[
        { label: 'Name', value: name },
        { label: 'Phone', value: phone },
        { label: 'Address', value: address },
        { label: 'PO number', value: poNumber ?? <NotGiven /> },
        { label: 'Note', value: note ?? <NotGiven /> },
      ]}
    />
  )
}

const NotGiven = () => <span className="text-muted">Not given</span>

type ContactFormProps = {
  order: OrderDetails
  texts: ContactTexts
  onType: (part: Partial<ContactTexts>) => void
  onClose: () => void
  onChanged: (order: OrderDetails) => void
}

function ContactForm({ order, texts, onType, onClose, onChanged }: ContactFormProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [refusal, setRefusal] = useState<Partial<ContactTexts> | null>(null)
  const form = useFocusOnError(refusal)

  const save = async () => {
    setError(null)
    const invalid = invalidContact(texts)
    setRefusal(Object.keys(invalid).length > 0 ? invalid : null)
    if (Object.keys(invalid).length > 0) return
    setBusy(true)
    try {
      onChanged(await changeOrder(order._id, changesOf(order, texts)))
      onClose()
    } catch (thrown) {
      if (signOutIfUnauthorized(thrown)) return
      const fields = fieldErrors(thrown)
      setRefusal(fields)
      if (Object.keys(fields).length === 0) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const change = (part: Partial<ContactTexts>) => {
    setRefusal(
      (before) => before && Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))),
    )
    onType(part)
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Change the order"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
    >
      <ShippingFields
        phone={texts.phone}
        address={texts.address}
        origin={undefined}
        onChange={change}
        errors={refusal ?? {}}
      />
      <PurchaseFields poNumber={texts.poNumber} note={texts.note} onChange={change} errors={refusal ?? {}} />
      {error !== null && (
        <Notice tone="bad" className="mb-4">
          {problemText(error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" busy={busy}>
          Save changes
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep as it was
        </Button>
      </div>
    </form>
  )
}

/** Only what differs, so that a change elsewhere to another field stays. An emptied field removes its text. */
function changesOf(order: OrderDetails, texts: ContactTexts): OrderChanges {
  const before = textsOf(order)
  const changed = CONTACT_FIELDS.filter((field) => texts[field].trim() !== before[field])
  return Object.fromEntries(changed.map((field) => [field, texts[field].trim() || null]))
}
