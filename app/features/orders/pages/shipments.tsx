import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/button.tsx'
import { ConfirmDialog } from '#kit/ui/confirm-dialog.tsx'
import { ExportButton } from '#kit/ui/export-button.tsx'
import { notify } from '#kit/ui/toaster.tsx'
import { withdrawUndo } from '#kit/ui/undo-toast.tsx'
import { UNDO_MS } from '#kit/undo-time.ts'
import { takeBackShipment } from '../admin-client.ts'
import type { OrderDetails, Shipment } from '../schema.ts'
import { takeBackCall } from '../take-back-calls.ts'
import { ShipmentList } from './shipment-facts.tsx'

type ShipmentsProps = { order: OrderDetails; onChanged: (order: OrderDetails) => void }

/** The shipments of an order, with their tracking. Taking one back asks first when the customer was told of it. */
export function Shipments({ order, onChanged }: ShipmentsProps) {
  const { asked, busyId, error, askOrTakeBack, close, takeBack } = useTakeBack(order, onChanged)
  if (order.shipments.length === 0) return null
  return (
    <>
      <ShipmentList
        order={order}
        actions={(shipment) => (
          <div className="flex flex-wrap gap-2">
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
              onClick={() => askOrTakeBack(shipment)}
            >
              Take back
            </Button>
          </div>
        )}
      />
      <ConfirmDialog
        open={asked !== undefined}
        title="Take this shipment back?"
        body={`${order.restockedAt ? 'Its pieces go back to stock, like the others of this refunded order.' : 'Its pieces are to be shipped again.'} If the customer was told of it, a mail says that it was not shipped yet.`}
        yes="Take back"
        no="Keep it"
        busy={busyId !== undefined}
        error={error === null ? null : problemText(error)}
        onConfirm={() => asked && void takeBack(asked)}
        onClose={close}
      />
    </>
  )
}

/** Takes shipments back; one of which a mail may have left only after a question. */
function useTakeBack(order: OrderDetails, onChanged: (order: OrderDetails) => void) {
  const [asked, setAsked] = useState<Shipment>()
  const [busyId, setBusyId] = useState<string>()
  const [error, setError] = useState<unknown>(null)
  const close = () => setAsked(undefined)
  const takeBack = async ({ _id }: Shipment, onFailed: (thrown: unknown) => void = setError) => {
    if (busyId !== undefined) return
    setBusyId(_id)
    setError(null)
    try {
      onChanged(await takeBackShipment(order._id, _id))
      withdrawUndo(takeBackCall(order._id, _id).path)
      notify.success('The shipment is taken back')
      close()
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) onFailed(thrown)
    } finally {
      setBusyId(undefined)
    }
  }
  const askOrTakeBack = (shipment: Shipment) => {
    setError(null)
    if (isMailed(shipment)) setAsked(shipment)
    else void takeBack(shipment, (thrown) => notify.error(problemText(thrown)))
  }
  return { asked, busyId, error, close, takeBack, askOrTakeBack }
}

const isMailed = ({ at }: Shipment): boolean => Date.now() >= Date.parse(at) + UNDO_MS
