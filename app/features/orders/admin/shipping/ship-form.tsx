import { type FormEvent, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { fieldErrors, problemText } from '#kit/browser/client.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { UNDO_MS } from '#kit/time.ts'
import { notifyUndo } from '#kit/ui/admin/undo-toast.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { useFocusOnError } from '#kit/ui/form/use-focus-on-error.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { leftOfOrder, sumPieces } from '../../left-to-ship.ts'
import type { OrderDetails, OrderNote, ShipmentLine } from '../../schema.ts'
import { orderTexts } from '../../texts.ts'
import { quantitiesToShip } from '../line-quantities.ts'
import { PackingNotes } from '../packing-notes.tsx'
import { useKeyedCall } from '../use-keyed-call.ts'
import { shipOrder, takeBackCall } from './client.ts'
import { keepLastCarrier, lastCarrier } from './last-carrier.ts'
import { ParcelFields, type ShipTexts } from './parcel-fields.tsx'
import { ShipRows } from './ship-rows.tsx'
import { endTakenBack } from './shipping-undos.ts'

type ShipFormProps = {
  order: OrderDetails
  onChanged: (order: OrderDetails) => void
  /** The order has changed since the page loaded it. */
  onRefused: () => Promise<void>
}

/** Ships what is left of a paid order, or a part of it, below what to know before it is packed. */
export function ShipForm({ order, notes, onChanged, onRefused }: ShipFormProps & { notes: OrderNote[] }) {
  const { poNumber, note } = order
  return (
    <section aria-labelledby="ship" className="grid grid-cols-1 gap-3 rounded border border-line p-4">
      <h2 id="ship" className="text-lg">
        {order.shipments.length > 0 ? 'Ship the rest' : 'Ship'}
      </h2>
      <PackingNotes {...(poNumber && { poNumber })} {...(note && { note })} notes={notes} />
      <Form order={order} left={leftOfOrder(order)} onChanged={onChanged} onRefused={onRefused} />
    </section>
  )
}

type FormProps = ShipFormProps & { left: ReadonlyMap<number, number> }

function Form({ order, left, onChanged, onRefused }: FormProps) {
  const { texts, change, quantities, setQuantity, discard } = useShipTexts(order)
  const callOnce = useKeyedCall(`shipment attempt of ${order._id}`, onRefused)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [invalid, setInvalid] = useState<Record<string, string> | null>(null)
  const form = useFocusOnError(invalid)
  const lines = quantitiesToShip(left, quantities)
  const pieces = sumPieces(lines ?? [])

  const ship = async (shipped: readonly ShipmentLine[]) => {
    setBusy(true)
    setError(null)
    setInvalid(null)
    const untilMs = Date.now() + UNDO_MS
    try {
      const { shipmentId, ...changed } = await callOnce(shipmentOf(shipped, texts), (shipment, key) =>
        shipOrder(order._id, shipment, key),
      )
      discard()
      onChanged(changed)
      endTakenBack([order._id])
      const calls = [takeBackCall([order._id], [shipmentId])]
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
    if (lines && lines.length > 0) void ship(lines)
    else setInvalid({ lines: 'Name at least one piece that is left.' })
  }
  return (
    <form ref={form} noValidate aria-labelledby="ship" className="grid grid-cols-1 gap-3" onSubmit={submit}>
      <ShipRows order={order} left={left} quantities={quantities} onType={setQuantity} />
      <ParcelFields texts={texts} errors={invalid ?? {}} onChange={change} />
      {(error !== null || invalid?.lines) && (
        <Notice tone="bad">{invalid?.lines ?? problemText(error)}</Notice>
      )}
      <div>
        <Button type="submit" busy={busy}>
          {pieces > 0 ? `Ship ${piecesText(pieces)}` : 'Ship'}
        </Button>
      </div>
    </form>
  )
}

/**
 * What is typed for the next shipment. Carrier and tracking number are kept as drafts; `quantities`, by position, has those
 * that differ from what is left.
 */
function useShipTexts({ _id }: OrderDetails) {
  const draft = useTypedText(useSession()?.email, {
    carrier: `carrier of ${_id}`,
    tracking: `tracking of ${_id}`,
  })
  const [usual, setUsual] = useState(lastCarrier)
  const [quantities, setQuantities] = useState<Readonly<Record<number, string>>>({})
  const texts: ShipTexts = { carrier: usual, tracking: '', ...draft.typed }
  return {
    texts,
    change: draft.change,
    quantities,
    setQuantity: (position: number, text: string) =>
      setQuantities((before) => ({ ...before, [position]: text })),
    /** After it was shipped: the next shipment has the same carrier. */
    discard: () => {
      const carrier = texts.carrier.trim()
      keepLastCarrier(carrier)
      setUsual(carrier)
      draft.discard()
      setQuantities({})
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
