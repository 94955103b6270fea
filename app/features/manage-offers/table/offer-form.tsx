import { type FormEvent, useState } from 'react'
import { makeOffer } from '#features/offers/client.ts'
import { useOfferCall } from '#features/offers/components.tsx'
import { OFFER_NOTE } from '#features/offers/limits.ts'
import type { Offer } from '#features/offers/schema.ts'
import { fetchQuote } from '#features/quote/client.ts'
import type { QuotedDelivery } from '#features/quote/schema.ts'
import { useLoaded } from '#kit/browser/use-loaded.ts'
import { formatTotal } from '#kit/money.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { OfferTable } from './offer-table.tsx'
import { changesOf, readOffer, type TypedColumn, typedOf } from './typed-offer.ts'

/** So long an offer holds unless something else is chosen. */
const USUAL_DAYS = 30

type OfferFormProps = { offer: Offer; refresh: () => Promise<unknown> }

/** The next version of an offer: what the parts cost, when they ship, by which delivery, and until when it holds. */
export function OfferForm({ offer, refresh }: OfferFormProps) {
  const [typed, setTyped] = useState(() => typedOf(offer, isoDay(Date.now() + USUAL_DAYS * DAY_MS)))
  const [isChecked, setChecked] = useState(false)
  const call = useOfferCall(refresh)
  const read = readOffer(typed, offer)
  const version = (offer.version ?? 0) + 1
  const type = (row: number, column: TypedColumn, text: string) =>
    setTyped({
      ...typed,
      lines: typed.lines.map((line, index) => (index === row ? { ...line, [column]: text } : line)),
    })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!('body' in read)) return
    if (await call.run(() => makeOffer(offer._id, read.body)))
      notify.success(`Version ${version} of ${offer.number} is sent`)
  }
  return (
    <form noValidate aria-label="Make an offer" className="grid grid-cols-1 gap-4" onSubmit={submit}>
      <OfferTable
        lines={offer.lines}
        typed={typed.lines}
        errors={isChecked && 'errors' in read ? read.errors : []}
        onType={type}
      />
      <div className="max-w-prose">
        <DeliveryField
          offer={offer}
          value={typed.delivery}
          onChange={(delivery) => setTyped({ ...typed, delivery })}
        />
        <Field
          label="Valid until"
          hint="The last day on which it can be accepted."
          type="date"
          required
          value={typed.validUntil}
          onChange={({ target }) => setTyped({ ...typed, validUntil: target.value })}
        />
        <TextAreaField
          label="Note"
          hint="It stands on the offer."
          rows={3}
          maxLength={OFFER_NOTE.maximum}
          value={typed.note}
          onChange={({ target }) => setTyped({ ...typed, note: target.value })}
        />
      </div>
      {'body' in read && offer.version !== undefined && <Changes offer={offer} body={read.body} />}
      {call.error !== undefined && <Notice tone="bad">{call.error}</Notice>}
      <Button type="submit" busy={call.busy} className="justify-self-start">
        {`Send version ${version}`}
      </Button>
    </form>
  )
}

/** What the next version changes, old → new. */
function Changes({ offer, body }: { offer: Offer; body: Parameters<typeof changesOf>[1] }) {
  const changes = changesOf(offer, body)
  if (changes.length === 0) return <p className="text-muted text-sm">Nothing is changed.</p>
  return (
    <ul aria-label="What changes" className="grid gap-1 text-sm tabular-nums">
      {changes.map(({ label, from, to }) => (
        <li key={label} className="wrap-anywhere">
          {`${label}: `}
          <s className="text-muted">{from}</s>
          {' → '}
          <span className="font-medium">{to}</span>
        </li>
      ))}
    </ul>
  )
}

type DeliveryFieldProps = { offer: Offer; value: string; onChange: (id: string) => void }

/** The deliveries that take these parts there, with what they cost now. */
function DeliveryField({ offer, value, onChange }: DeliveryFieldProps) {
  const [asked] = useState(() => fetchDeliveries(offer))
  const deliveries = useLoaded(asked) ?? []
  return (
    <SelectField
      label="Delivery"
      hint="What it costs now is kept in the offer."
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">The first that goes there</option>
      {deliveries.map(({ _id, name, price }) => (
        <option key={_id} value={_id}>
          {`${name}, ${formatTotal(price)}`}
        </option>
      ))}
    </SelectField>
  )
}

async function fetchDeliveries({ lines, deliverTo }: Offer): Promise<readonly QuotedDelivery[]> {
  const asked = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const { country, region, postcode } = deliverTo ?? {}
  const to = country === undefined ? { home: true } : { deliverTo: { country, region, postcode } }
  const quote = await fetchQuote({ lines: asked, ...to }).catch(() => undefined)
  return quote?.deliveries ?? []
}
