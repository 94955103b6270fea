import { type FormEvent, type ReactNode, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { backorderedPieces, coveredOfOrder, isUnderWay, sumPieces } from '#features/orders/left-to-ship.ts'
import type { OrderDetails, ShipmentLine } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { quantitiesToShip } from '#features/pricing/line-quantities.ts'
import { fieldErrors, problemText } from '#kit/browser/client.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import type { Note } from '#kit/notes/schema.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { UNDO_MS } from '#kit/time.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { useFocusOnError } from '#kit/ui/form/use-focus-on-error.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { cancelShipmentsCall, shipOrder } from '../client.ts'
import { DisputeQuestion } from '../disputes/dispute-question.tsx'
import { PackingNotes } from '../packing-notes.tsx'
import { useKeyedCall } from '../requests/use-keyed-call.ts'
import { keepLastCarrier, lastCarrier } from './last-carrier.ts'
import { ParcelFields, type ShipTexts } from './parcel-fields.tsx'
import type { ShipQuantities } from './ship-quantity.tsx'
import { endCancelled } from './shipping-undos.ts'

type ShipFormProps = {
  order: OrderDetails
  notes: Note[]
  /** The lines with the quantities that ship. */
  children: (shipNow: ShipQuantities) => ReactNode
  onChanged: (order: OrderDetails) => void
  /** The order has changed since the page loaded it. */
  onRefused: () => Promise<void>
}

/**
 * Ships what is left of a paid order and in stock, or a part of it, below what to know before it is packed. `children` are its lines; the
 * button is in the window however many these are.
 */
export function ShipForm({ order, notes, children, onChanged, onRefused }: ShipFormProps) {
  const { poNumber, note } = order
  const left = coveredOfOrder(order)
  const missing = backorderedPieces(order)
  const draft = useShipTexts(order)
  return (
    <section aria-labelledby="ship" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="ship" className="text-lg">
          {order.shipments.some(isUnderWay) ? 'Ship the rest' : 'Ship'}
        </h2>
        <span className="flex items-center text-sm">
          <span className="text-muted">Ship now</span>
          <Button variant="quiet" size="sm" onClick={draft.chooseNone}>
            None
          </Button>
          <Button variant="quiet" size="sm" onClick={draft.chooseAll}>
            {draft.isAfterPart ? 'Ship all that is left' : 'All'}
          </Button>
        </span>
      </div>
      {missing > 0 && (
        <Notice tone="waiting">{`${piecesText(missing)} on backorder: not to be shipped before in stock.`}</Notice>
      )}
      <PackingNotes {...(poNumber && { poNumber })} {...(note && { note })} notes={notes} />
      <Form order={order} left={left} draft={draft} onChanged={onChanged} onRefused={onRefused}>
        {children({ left, quantities: draft.quantities, onType: draft.setQuantity })}
      </Form>
    </section>
  )
}

type FormProps = Pick<ShipFormProps, 'order' | 'onChanged' | 'onRefused'> & {
  left: ReadonlyMap<number, number>
  draft: ReturnType<typeof useShipTexts>
  children: ReactNode
}

function Form({ order, left, draft, children, onChanged, onRefused }: FormProps) {
  const { texts, change, quantities, discard } = draft
  const callOnce = useKeyedCall(`shipment attempt of ${order._id}`, onRefused)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [invalid, setInvalid] = useState<Record<string, string> | null>(null)
  const form = useFocusOnError(invalid)
  const [asked, setAsked] = useState<readonly ShipmentLine[]>()
  const lines = quantitiesToShip(left, quantities)
  const pieces = sumPieces(lines ?? [])

  const ship = async (shipped: readonly ShipmentLine[], despiteDispute = false) => {
    setAsked(undefined)
    setBusy(true)
    setError(null)
    setInvalid(null)
    const untilMs = Date.now() + UNDO_MS
    try {
      const { shipmentId, ...changed } = await callOnce(
        { ...shipmentOf(shipped, texts), ...(despiteDispute && { despiteDispute }) },
        (shipment, key) => shipOrder(order._id, shipment, key),
      )
      discard()
      onChanged(changed)
      endCancelled([order._id])
      const calls = [cancelShipmentsCall([order._id], [shipmentId])]
      notifyUndo({ text: shippedText(changed, sumPieces(shipped)), calls, untilMs, about: [shipmentId] })
    } catch (thrown) {
      if (signOutIfForbidden(thrown)) return
      setInvalid(fieldErrors(thrown))
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (lines && lines.length > 0) order.dispute === 'open' ? setAsked(lines) : void ship(lines)
    else setInvalid({ lines: 'Name at least one piece that is left.' })
  }
  return (
    <form ref={form} noValidate aria-labelledby="ship" className="grid grid-cols-1 gap-3" onSubmit={submit}>
      {children}
      <DisputeQuestion
        orders={asked ? [order] : []}
        onShip={() => asked && void ship(asked, true)}
        onClose={() => setAsked(undefined)}
      />
      <div className="bottom-bar bg-paper md:sticky md:bottom-0 md:z-2 md:pt-3">
        {(error !== null || invalid?.lines) && (
          <Notice tone="bad" className="mb-3">
            {invalid?.lines ?? problemText(error)}
          </Notice>
        )}
        <div className="grid gap-x-4 md:grid-cols-[1fr_auto]">
          <ParcelFields texts={texts} errors={invalid ?? {}} onChange={change} />
          <div className="md:mt-6">
            <Button type="submit" busy={busy}>
              {pieces > 0 ? `Ship ${piecesText(pieces)}` : 'Ship'}
            </Button>
          </div>
        </div>
      </div>
    </form>
  )
}

/**
 * What is typed for the next shipment. Carrier and tracking number are kept as drafts; `quantities`, by position, has those
 * that differ from what is left.
 */
function useShipTexts({ _id, lines }: OrderDetails) {
  const draft = useTypedText(useSession()?.email, {
    carrier: `carrier of ${_id}`,
    tracking: `tracking of ${_id}`,
  })
  const [usual, setUsual] = useState(lastCarrier)
  const [quantities, setQuantities] = useState<Readonly<Record<number, string>>>({})
  const [isAfterPart, setIsAfterPart] = useState(false)
  const chooseNone = () => setQuantities(Object.fromEntries(lines.map((_, position) => [position, '0'])))
  const texts: ShipTexts = { carrier: usual, tracking: '', ...draft.typed }
  return {
    texts,
    change: draft.change,
    quantities,
    setQuantity: (position: number, text: string) =>
      setQuantities((before) => ({ ...before, [position]: text })),
    isAfterPart,
    chooseNone,
    chooseAll: () => setQuantities({}),
    /** After it was shipped: the next shipment has the same carrier, and no pieces, so that a second click ships nothing. */
    discard: () => {
      const carrier = texts.carrier.trim()
      keepLastCarrier(carrier)
      setUsual(carrier)
      draft.discard()
      chooseNone()
      setIsAfterPart(true)
    },
  }
}

const shipmentOf = (lines: readonly ShipmentLine[], { carrier, tracking }: ShipTexts) => ({
  lines: [...lines],
  ...(carrier.trim() && { carrier: carrier.trim() }),
  ...(tracking.trim() && { tracking: tracking.trim() }),
})

function shippedText({ status }: OrderDetails, pieces: number): string {
  if (status === 'shipped') return orderTexts.shipped
  return `${piecesText(pieces)} ${pieces === 1 ? 'is' : 'are'} shipped`
}
