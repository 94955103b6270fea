import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import type { CartLine } from '#features/cart/cart-store.ts'
import type { SavedAddress } from '#features/delivery/client.ts'
import { useQuote } from '#features/quote/use-quote.ts'
import { readPrice } from '#kit/input/read-price.ts'
import { formatCount, linesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { CellField } from '#kit/ui/form/cell-field.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { useIdempotencyKey } from '#kit/ui/form/use-idempotency-key.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { askForOffer } from '../client.ts'
import { WANTED } from '../limits.ts'
import { offerPath } from '../paths.ts'
import { useOfferCall } from '../shown/use-offer-call.ts'

type AskFormProps = { lines: readonly CartLine[]; addresses: readonly SavedAddress[] }

/** A price where it is one in one reading, else the words. */
function wantedOf(text: string): number | string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const readings = readPrice(typed)
  return readings?.length === 1 && readings[0] > 0 ? readings[0] : typed
}

/** The parts of the cart as a request for an offer. */
export function AskForm({ lines, addresses }: AskFormProps) {
  const [first] = addresses
  const [addressId, setAddressId] = useState(first?.isDefault ? first._id : '')
  const [note, setNote] = useState('')
  const [wanted, setWanted] = useState<Readonly<Record<string, string>>>({})
  const navigate = useNavigate()
  const email = useSession()?.email
  const key = useIdempotencyKey(email === undefined ? undefined : { email, draft: 'offer' })
  const call = useOfferCall(async () => undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const text = note.trim()
    const request = {
      lines: lines.map(({ productId, quantity }) => {
        const wish = wantedOf(wanted[productId] ?? '')
        return { productId, quantity, ...(wish !== undefined && { wanted: wish }) }
      }),
      ...(text && { note: text }),
      ...(addressId && { deliverTo: { addressId } }),
    }
    const offer = await call.run(() => askForOffer(request, key.for(request)))
    key.reset()
    if (offer) await navigate(offerPath(offer._id))
  }
  return (
    <form noValidate aria-label="Ask for an offer" className="grid grid-cols-1 gap-4" onSubmit={submit}>
      <AskedLines
        lines={lines}
        wanted={wanted}
        onChange={(productId, text) => setWanted({ ...wanted, [productId]: text })}
      />
      <div className="max-w-prose">
        <SelectField
          label="Deliver to"
          hint="What the delivery costs is part of the offer."
          value={addressId}
          onChange={({ target }) => setAddressId(target.value)}
        >
          <option value="">The address of my company, or not known yet</option>
          {addresses.map((address) => (
            <option key={address._id} value={address._id}>
              {address.addressLines.join(', ')}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Note"
          hint="What the shop should know, such as when you need the parts."
          rows={3}
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      {call.error !== undefined && <Notice tone="bad">{call.error}</Notice>}
      <Button type="submit" busy={call.busy} className="justify-self-start">
        {`Ask for an offer · ${linesText(lines.length)}`}
      </Button>
    </form>
  )
}

type AskedLinesProps = {
  lines: readonly CartLine[]
  wanted: Readonly<Record<string, string>>
  onChange: (productId: string, text: string) => void
}

function AskedLines({ lines, wanted, onChange }: AskedLinesProps) {
  const asked = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const { quote } = useQuote(JSON.stringify({ lines: asked }))
  const parts = new Map((quote?.lines ?? []).map((line) => [line.productId, line]))
  return (
    <ul aria-label="Parts" className="border-line border-t">
      {lines.map(({ productId, quantity }) => {
        const part = parts.get(productId)
        const name = part?.product ?? 'Part'
        return (
          <li
            key={productId}
            className="grid grid-cols-1 items-center gap-x-4 gap-y-1 border-line border-b py-2 sm:grid-cols-[minmax(0,1fr)_14rem]"
          >
            <p className="min-w-0">
              <span className="wrap-anywhere">{`${formatCount(quantity)} × ${name}`}</span>
              <span className="block font-mono text-muted text-xs">{part?.sku}</span>
            </p>
            <CellField
              aria-label={`Wanted price or day of ${part?.sku ?? name}`}
              placeholder="Wanted price or day"
              maxLength={WANTED.maximum}
              value={wanted[productId] ?? ''}
              error={null}
              onChange={({ target }) => onChange(productId, target.value)}
            />
          </li>
        )
      })}
    </ul>
  )
}
