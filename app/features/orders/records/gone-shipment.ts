import { sumPieces } from '../left-to-ship.ts'
import type { Shipment, TimelineEvent } from '../schema.ts'

/** What a shipment had that is gone, as its event keeps it: nothing else is left of a cancelled one. */
export interface GoneShipment extends Pick<Shipment, '_id' | 'carrier'> {
  readonly pieces: number
  /** It was lost on its way; otherwise it was cancelled. */
  readonly isLost: boolean
}

export const cancelledShipment = ({ _id, carrier, lines }: Omit<Shipment, 'at'>): GoneShipment => ({
  _id,
  pieces: sumPieces(lines),
  ...(carrier !== undefined && { carrier }),
  isLost: false,
})

export const lostShipment = (shipment: Omit<Shipment, 'at'>): GoneShipment => ({
  ...cancelledShipment(shipment),
  isLost: true,
})

const LOST = 'lost'

/** How answers and the log say it, in one text: "3f9c 1200 DHL", of a lost one "lost 3f9c 1200 DHL". */
export const goneDetail = ({ _id, pieces, carrier, isLost }: GoneShipment): string =>
  [...(isLost ? [LOST] : []), _id, pieces, ...(carrier === undefined ? [] : [carrier])].join(' ')

/** What an answer says by {@link goneDetail}; undefined of other events, and of those from before it was recorded. */
export function readGone({ kind, detail = '' }: TimelineEvent): GoneShipment | undefined {
  const words = kind === 'reverted' ? detail.split(' ') : []
  const isLost = words[0] === LOST
  const [_id = '', pieces = '', ...carrier] = isLost ? words.slice(1) : words
  if (pieces === '' || !Number.isInteger(Number(pieces))) return undefined
  return {
    _id,
    pieces: Number(pieces),
    ...(carrier.length > 0 && { carrier: carrier.join(' ') }),
    isLost,
  }
}
