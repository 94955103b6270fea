import { useId, useMemo, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { Order } from '#features/orders/schema.ts'
import { ordersText } from '#features/orders/texts.ts'
import { problemText } from '#kit/browser/client.ts'
import { readTextFile } from '#kit/browser/read-text-file.ts'
import { UNDO_MS } from '#kit/time.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { FileButton } from '#kit/ui/form/file-button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { Modal } from '#kit/ui/overlay/modal.tsx'
import { notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import type { UndoCall } from '#kit/ui/overlay/undos.ts'
import { changeTracking, formerTrackingCall } from '../client.ts'
import type { Parcel } from '../schema.ts'
import { keepLastCarrier, lastCarrier } from '../shipments/last-carrier.ts'
import { CarrierField } from '../shipments/parcel-fields.tsx'
import { LONGEST_LIST, type PlannedParcel, readTracking } from './read-tracking.ts'
import { useSharedParcels } from './shared-parcels.tsx'
import { carrierOf, TrackingPreview } from './tracking-preview.tsx'

type TrackingDialogProps = {
  /** The chosen orders as they were when it was opened, in the sequence of the list. */
  orders: readonly Order[]
  /** Ships orders; resolves to the ids of those that need no other try. */
  onShip: (orders: readonly Order[], parcels: readonly Parcel[]) => Promise<readonly string[]>
  /** Tracking numbers of shipped orders have changed. */
  onChanged: () => void
  onClose: () => void
}

/** Ships the chosen orders with the tracking numbers of a pasted list, which says before what it does. */
export function TrackingDialog({ orders, onShip, onChanged, onClose }: TrackingDialogProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [carrier, setCarrier] = useState(lastCarrier)
  const plan = useMemo(() => readTracking(text, orders), [text, orders])
  const { isAsking, questions } = useSharedParcels(plan.shared)
  const { busy, error, setError, apply } = useApply({ onShip, onChanged, onClose })
  const openFile = async (file: File | undefined) => {
    if (!file) return
    const read = await readTextFile(file, LONGEST_LIST).catch(() => ({
      problem: 'The file could not be read.',
    }))
    if ('text' in read) setText(read.text)
    setError('text' in read ? undefined : read.problem)
  }
  return (
    <Modal open labelledBy={id} className="w-[min(46rem,calc(100vw-2rem))]" onClose={onClose}>
      <form
        className="grid grid-cols-1 gap-2 p-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && !isAsking && plan.planned.length > 0) void apply(plan.planned, carrier.trim())
        }}
      >
        <h2 id={id} className="text-lg">
          {`Tracking of ${ordersText(orders.length)}`}
        </h2>
        <TextAreaField
          label="Tracking numbers"
          rows={5}
          value={text}
          spellCheck={false}
          className="[&_textarea]:font-mono"
          hint={`A column of ${orders.length} in the sequence of the list, or lines of order number, tracking number and, if it has its own, carrier.`}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="grid items-start gap-x-4 sm:grid-cols-[1fr_auto]">
          <CarrierField value={carrier} onChange={setCarrier} />
          <span className="sm:mt-6">
            <FileButton
              label="Open a CSV file"
              accept=".csv,.txt,text/csv,text/plain"
              onChoose={({ target }) => {
                void openFile(target.files?.[0])
                target.value = ''
              }}
            />
          </span>
        </div>
        {questions}
        {text.trim() !== '' && <TrackingPreview plan={plan} carrier={carrier} />}
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} disabled={plan.planned.length === 0 || isAsking}>
            {deedText(plan.planned)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** What the button does: "Ship 28 orders, change 2". */
function deedText(planned: readonly PlannedParcel[]): string {
  const changes = planned.filter(({ shipment }) => shipment).length
  const ships = planned.length - changes
  if (changes === 0) return ships === 0 ? 'Ship' : `Ship ${ordersText(ships)}`
  return ships === 0 ? `Change ${ordersText(changes)}` : `Ship ${ordersText(ships)}, change ${changes}`
}

/** Ships and changes what is planned. What fails stays to be tried again. */
function useApply({ onShip, onChanged, onClose }: Omit<TrackingDialogProps, 'orders'>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const apply = async (planned: readonly PlannedParcel[], carrier: string) => {
    setBusy(true)
    setError(undefined)
    keepLastCarrier(carrier)
    const ships = planned.filter(({ shipment }) => !shipment)
    try {
      const done =
        ships.length === 0
          ? []
          : await onShip(
              ships.map(({ order }) => order),
              parcelsOf(ships, carrier),
            )
      if (done.length < ships.length) return setError('Not all orders were shipped. Try again.')
      await changeAll(
        planned.filter(({ shipment }) => shipment),
        carrier,
      )
      onClose()
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setError(problemText(thrown))
    } finally {
      onChanged()
      setBusy(false)
    }
  }
  return { busy, error, setError, apply }
}

const parcelsOf = (ships: readonly PlannedParcel[], carrier: string): Parcel[] =>
  ships.map((parcel) => {
    const own = carrierOf(parcel, carrier)
    return { id: parcel.order._id, tracking: parcel.tracking, ...(own && { carrier: own }) }
  })

/** One after the other, since each is a call of its own. Those that were changed can be undone also when a later one fails. */
async function changeAll(changes: readonly PlannedParcel[], carrier: string): Promise<void> {
  const calls: UndoCall[] = []
  const untilMs = Date.now() + UNDO_MS
  try {
    for (const parcel of changes) {
      const { order, shipment, tracking } = parcel
      if (!shipment) continue
      await changeTracking(order._id, shipment._id, { tracking, carrier: carrierOf(parcel, carrier) ?? null })
      calls.push(formerTrackingCall(order._id, shipment))
    }
  } finally {
    const text =
      calls.length === 1 ? 'The tracking is changed' : `The tracking of ${calls.length} orders is changed`
    if (calls.length > 0) notifyUndo({ text, calls, untilMs })
  }
}
