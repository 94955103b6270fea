import { type FormEvent, useEffect, useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { sumPieces } from '#features/orders/left-to-ship.ts'
import type { OrderDetails, Shipment } from '#features/orders/schema.ts'
import { fieldErrors, problemText } from '#kit/browser/client.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { endUndos } from '#kit/ui/overlay/undo-toast.tsx'
import { loseShipment } from './client.ts'

type LoseFormProps = {
  order: OrderDetails
  shipment: Shipment
  onChanged: (order: OrderDetails) => void
  onClose: () => void
}

/** Says that a parcel was lost, and why; it cannot be undone, so it says before what it does. */
export function LoseForm({ order, shipment, onChanged, onClose }: LoseFormProps) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[name=reason]')?.focus(), [])
  const isDisputed = order.dispute === 'open'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      const body = { reason, ...(isDisputed && { despiteDispute: true }) }
      onChanged(await loseShipment(order._id, shipment._id, body))
      endUndos([shipment._id])
      notify.success('The parcel is lost, and its pieces are to be shipped again')
      onClose()
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const pieces = sumPieces(shipment.lines)
  const wrongReason = fieldErrors(error).reason
  return (
    <form
      ref={form}
      noValidate
      aria-label="Lost parcel"
      className="grid basis-full gap-2 py-2"
      onSubmit={submit}
    >
      <p className="text-sm">
        {`${piecesText(pieces)} ${pieces === 1 ? 'is' : 'are'} taken from stock again, to be shipped once more, without those that are refunded. The customer gets a mail. It cannot be undone.`}
      </p>
      {isDisputed && (
        <Notice tone="waiting">
          The payment of this order is disputed at the bank: if that is lost, these pieces are too.
        </Notice>
      )}
      <Field
        label="Why it is lost"
        name="reason"
        autoComplete="off"
        required
        value={reason}
        error={wrongReason ?? null}
        hint="For staff only"
        onChange={({ target }) => setReason(target.value)}
      />
      {error !== null && wrongReason === undefined && <Notice tone="bad">{problemText(error)}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="destroy" busy={busy}>
          Send again
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
