import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { UNDO_MS } from '#kit/time.ts'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { ShipmentList } from '../../details/shipment-facts.tsx'
import type { OrderDetails, Shipment } from '../../schema.ts'
import { takeBackShipment } from '../shipping/client.ts'
import { notifyTakenBack } from '../shipping/shipping-undos.ts'
import { TrackingForm } from '../shipping/tracking-form.tsx'

type ShipmentsProps = { order: OrderDetails; onChanged: (order: OrderDetails) => void }

/** The shipments of an order, with their tracking. Each can be taken back, which can be undone. */
export function Shipments({ order, onChanged }: ShipmentsProps) {
  const { busyId, takeBack } = useTakeBack(order, onChanged)
  const [editedId, setEditedId] = useState<string>()
  return (
    <ShipmentList
      order={order}
      actions={(shipment) => (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setEditedId(shipment._id)}>
            Change tracking
          </Button>
          <ExportButton
            path={() => orderDocumentPaths.shipmentSlip(order._id, shipment._id)}
            onFailure={signOutIfForbidden}
            size="sm"
          >
            Packing slip
          </ExportButton>
          <Button
            variant="secondary"
            size="sm"
            busy={busyId === shipment._id}
            onClick={() => void takeBack(shipment)}
          >
            Take back
          </Button>
          {editedId === shipment._id && (
            <TrackingForm
              orderId={order._id}
              shipment={shipment}
              onChanged={onChanged}
              onClose={() => setEditedId(undefined)}
            />
          )}
        </div>
      )}
    />
  )
}

function useTakeBack(order: OrderDetails, onChanged: (order: OrderDetails) => void) {
  const [busyId, setBusyId] = useState<string>()
  const takeBack = async ({ _id }: Shipment) => {
    if (busyId !== undefined) return
    setBusyId(_id)
    const untilMs = Date.now() + UNDO_MS
    try {
      onChanged(await takeBackShipment(order._id, _id))
      notifyTakenBack('The shipment is taken back', order._id, [_id], untilMs)
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) notify.error(problemText(thrown))
    } finally {
      setBusyId(undefined)
    }
  }
  return { busyId, takeBack }
}
