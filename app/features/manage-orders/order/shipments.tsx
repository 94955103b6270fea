import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { may } from '#features/accounts/staff-access.tsx'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import { ShipmentList } from '#features/my-orders/components.tsx'
import { isUnderWay } from '#features/orders/left-to-ship.ts'
import type { OrderDetails, Shipment } from '#features/orders/schema.ts'
import { cancelShipment } from '#features/shipping/client.ts'
import { LoseForm, notifyCancelled, TrackingForm } from '#features/shipping/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { UNDO_MS } from '#kit/time.ts'
import { ExportButton } from '#kit/ui/admin/export-button.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'

type ShipmentsProps = { order: OrderDetails; onChanged: (order: OrderDetails) => void }

/** The shipments of an order, with their tracking. Each can be cancelled, which can be undone, or be lost. */
export function Shipments({ order, onChanged }: ShipmentsProps) {
  const { busyId, cancel } = useCancelShipment(order, onChanged)
  const [opened, setOpened] = useState<{ readonly id: string; readonly form: 'tracking' | 'lost' }>()
  const isOpen = ({ _id }: Shipment, form: 'tracking' | 'lost') => opened?.id === _id && opened.form === form
  const close = () => setOpened(undefined)
  return (
    <ShipmentList
      order={order}
      actions={(shipment) =>
        isUnderWay(shipment) &&
        may('orders') && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              onClick={() => setOpened({ id: shipment._id, form: 'tracking' })}
            >
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
              onClick={() => void cancel(shipment)}
            >
              Cancel shipment
            </Button>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => setOpened({ id: shipment._id, form: 'lost' })}
            >
              Lost
            </Button>
            {isOpen(shipment, 'tracking') && (
              <TrackingForm orderId={order._id} shipment={shipment} onChanged={onChanged} onClose={close} />
            )}
            {isOpen(shipment, 'lost') && (
              <LoseForm order={order} shipment={shipment} onChanged={onChanged} onClose={close} />
            )}
          </div>
        )
      }
    />
  )
}

function useCancelShipment(order: OrderDetails, onChanged: (order: OrderDetails) => void) {
  const [busyId, setBusyId] = useState<string>()
  const cancel = async ({ _id }: Shipment) => {
    if (busyId !== undefined) return
    setBusyId(_id)
    const untilMs = Date.now() + UNDO_MS
    try {
      onChanged(await cancelShipment(order._id, _id))
      notifyCancelled('The shipment is cancelled', order._id, [_id], untilMs)
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) notify.error(problemText(thrown))
    } finally {
      setBusyId(undefined)
    }
  }
  return { busyId, cancel }
}
