import { useState } from 'react'
import { problemText } from '#kit/browser/client.ts'
import { readDrafts } from '#kit/browser/drafts.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { changeOrder } from '../client.ts'
import { addressFacts, deliveryFacts } from '../details/delivery-facts.tsx'
import type { OrderChanges, OrderDetails } from '../schema.ts'
import { ContactFields } from './contact-fields.tsx'
import { CONTACT_FIELDS, type ContactTexts } from './contact-texts.ts'
import { useContactForm } from './use-contact-form.ts'

type OrderContactProps = {
  order: OrderDetails
  /** The customer may change it. */
  canChange: boolean
  onChanged: (order: OrderDetails) => void
}

/** Where an order goes, and what its customer added. Its customer changes them in place. */
export function OrderContact({ order, canChange: isChangeable, onChanged }: OrderContactProps) {
  // The form has an address of one line.
  const canChange = isChangeable && order.deliverTo === undefined
  const [isOpen, setIsOpen] = useState(() => canChange && isBegun(order))
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
        <ContactForm order={order} onClose={() => setIsOpen(false)} onChanged={onChanged} />
      ) : (
        <ContactFacts order={order} />
      )}
    </section>
  )
}

const draftsOf = ({ _id }: OrderDetails) => ({
  phone: `phone of ${_id}`,
  address: `address of ${_id}`,
  poNumber: `PO number of ${_id}`,
  note: `note of ${_id}`,
})

/** Before a reload, a change was typed and not saved. */
function isBegun(order: OrderDetails): boolean {
  const drafts = readDrafts(order.email)
  return Object.values(draftsOf(order)).some((key) => drafts[key])
}

const textsOf = ({ phone, address, poNumber = '', note = '' }: OrderDetails): ContactTexts => ({
  phone,
  address,
  poNumber,
  note,
})

function ContactFacts({ order }: { order: OrderDetails }) {
  const { name, phone, poNumber, note } = order
  return (
    <FactList
      facts={[
        { label: 'Name', value: name },
        { label: 'Phone', value: phone || undefined },
        ...addressFacts(order),
        ...deliveryFacts(order),
        { label: 'PO number', value: poNumber ?? <NotGiven /> },
        { label: 'Note', value: note ?? <NotGiven /> },
      ]}
    />
  )
}

const NotGiven = () => <span className="text-muted">Not given</span>

type ContactFormProps = {
  order: OrderDetails
  onClose: () => void
  onChanged: (order: OrderDetails) => void
}

function ContactForm({ order, onClose, onChanged }: ContactFormProps) {
  const { form, fields, busy, error, draft } = useContactForm({
    email: order.email,
    drafts: draftsOf(order),
    saved: textsOf(order),
    send: async (texts) => {
      onChanged(await changeOrder(order._id, changesOf(order, texts)))
      close()
    },
  })
  const close = () => {
    draft.forget()
    onClose()
  }
  return (
    <form {...form} aria-label="Change the order">
      <ContactFields {...fields} hasPurchase />
      {error !== null && (
        <Notice tone="bad" className="mb-4">
          {problemText(error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" busy={busy}>
          Save changes
        </Button>
        <Button variant="quiet" onClick={close}>
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
