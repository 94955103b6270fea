import { useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { addressFacts, deliveryFacts } from '#features/order-page/order-page.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { CodeFailure } from '#kit/ui/page/code-failure.tsx'
import { useCode } from '#kit/ui/page/use-code.ts'
import { changeOrder } from '../client.ts'
import { ChangeForm } from './change-form.tsx'
import { draftsOf, isBegun } from './contact-drafts.ts'
import { ContactFields } from './contact-fields.tsx'
import { CONTACT_FIELDS, type ContactTexts } from './contact-texts.ts'
import type { OrderChanges } from './schema.ts'
import { useContactForm } from './use-contact-form.ts'

type OrderContactProps = {
  order: OrderDetails
  /** The customer may change it. */
  canChange: boolean
  onChanged: (order: OrderDetails) => void
}

/** Where an order goes, and what its customer added. Its customer changes them in place. */
export function OrderContact({ order, canChange, onChanged }: OrderContactProps) {
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
        <ChangingContact order={order} onClose={() => setIsOpen(false)} onChanged={onChanged} />
      ) : (
        <ContactFacts order={order} />
      )}
    </section>
  )
}

const loadAddressForm = async () => (await import('./address-form.tsx')).AddressForm

/** The form of an order: with an address of one line, as older orders have, or with the fields of its country. */
export function ChangingContact(props: ContactFormProps) {
  const hasFields = props.order.deliverTo !== undefined
  const code = useCode(hasFields, loadAddressForm)
  if (!hasFields) return <ContactForm {...props} />
  if (code.hasFailed) return <CodeFailure title="The form could not be loaded" code={code} />
  return code.part ? <code.part {...props} /> : <SkeletonRows className="h-11 w-full" />
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
    email: useSession()?.email,
    drafts: draftsOf(CONTACT_FIELDS, order._id),
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
    <ChangeForm form={form} busy={busy} error={error} onClose={close}>
      <ContactFields {...fields} hasPurchase />
    </ChangeForm>
  )
}

/** Only what differs, so that a change elsewhere to another field stays. An emptied field removes its text. */
function changesOf(order: OrderDetails, texts: ContactTexts): OrderChanges {
  const before = textsOf(order)
  const changed = CONTACT_FIELDS.filter((field) => texts[field].trim() !== before[field])
  return Object.fromEntries(changed.map((field) => [field, texts[field].trim() || null]))
}
