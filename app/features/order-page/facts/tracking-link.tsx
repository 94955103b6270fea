import type { Shipment } from '#features/orders/schema.ts'
import { ExternalIcon } from '#kit/ui/mark/icons.tsx'

/** A link to the carrier's page about the parcel; nothing when that is not known. */
export function TrackingLink({ shipment: { carrier, trackingUrl } }: { shipment: Shipment }) {
  if (trackingUrl === undefined) return null
  return (
    <a
      href={trackingUrl}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 pointer-coarse:min-h-11"
    >
      Track
      <span className="sr-only"> at {carrier}, in a new tab</span>
      <ExternalIcon />
    </a>
  )
}
