import { type FormEvent, useEffect, useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { OrderDetails, Shipment } from '#features/orders/schema.ts'
import { fieldErrors, problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { changeTracking } from '../client.ts'
import { ParcelFields } from './parcel-fields.tsx'

type TrackingFormProps = {
  orderId: string
  shipment: Shipment
  onChanged: (order: OrderDetails) => void
  onClose: () => void
}

/** Mends carrier and tracking number of a shipment in its place. */
export function TrackingForm({ orderId, shipment, onChanged, onClose }: TrackingFormProps) {
  const [texts, setTexts] = useState({ carrier: shipment.carrier ?? '', tracking: shipment.tracking ?? '' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[name=tracking]')?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      const changes = { carrier: texts.carrier.trim() || null, tracking: texts.tracking.trim() || null }
      onChanged(await changeTracking(orderId, shipment._id, changes))
      notify.success('The tracking is changed')
      onClose()
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const errors = fieldErrors(error)
  return (
    <form
      ref={form}
      noValidate
      aria-label="Tracking"
      className="grid basis-full gap-2 py-2"
      onSubmit={submit}
    >
      <ParcelFields
        texts={texts}
        errors={errors}
        onChange={(part) => setTexts((before) => ({ ...before, ...part }))}
      />
      {error !== null && Object.keys(errors).length === 0 && <Notice tone="bad">{problemText(error)}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={busy}>
          Save
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
