import type { FieldChange } from '#kit/audit/field-change.ts'
import { sumPieces } from '../left-to-ship.ts'
import type { Shipment } from '../schema.ts'

/** What the audit log has of a shipment that was made or cancelled: nothing else is left of one that is cancelled. */
export function shipmentChanges(
  kind: 'shipped' | 'reverted',
  { _id, lines, carrier, tracking }: Omit<Shipment, 'at'>,
): FieldChange[] {
  const values = {
    shipment: _id,
    pieces: sumPieces(lines),
    lines: lines.map(({ position, quantity }) => ({ position, quantity })),
    ...(carrier !== undefined && { carrier }),
    ...(tracking !== undefined && { tracking }),
  }
  return Object.entries(values).map(([field, value]) =>
    kind === 'shipped' ? { field, from: null, to: value } : { field, from: value, to: null },
  )
}
