import { sumPieces } from '../left-to-ship.ts'
import type { Shipment, TimelineEvent } from '../schema.ts'

interface TakenBack extends Pick<Shipment, '_id' | 'carrier'> {
  readonly pieces: number
}

/** What a shipment had, as the detail of the event that it is taken back, since nothing else is left of it. */
export const takenBackDetail = ({ _id, carrier, lines }: Omit<Shipment, 'at'>): string =>
  [_id, sumPieces(lines), ...(carrier === undefined ? [] : [carrier])].join(' ')

export function readTakenBack({ kind, detail = '' }: TimelineEvent): TakenBack | undefined {
  const [, _id, pieces, carrier] = (kind === 'reverted' && /^(\S+) (\d+)(?: (.+))?$/.exec(detail)) || []
  return _id === undefined ? undefined : { _id, pieces: Number(pieces), ...(carrier && { carrier }) }
}
