import { sumPieces } from '../left-to-ship.ts'
import type { Shipment, TimelineEvent } from '../schema.ts'

interface TakenBack extends Pick<Shipment, '_id' | 'carrier'> {
  readonly pieces: number
}

/** What a shipment had, as the detail of the event that it is taken back, since nothing else is left of it. */
export const takenBackDetail = ({ _id, carrier, lines }: Omit<Shipment, 'at'>): string =>
  [_id, sumPieces(lines), ...(carrier === undefined ? [] : [carrier])].join(' ')

/** The same of one that was lost. */
export const lostDetail = (shipment: Omit<Shipment, 'at'>): string => LOST + takenBackDetail(shipment)

/** Whether the event is that a shipment was lost. */
export const isLoss = ({ kind, detail = '' }: TimelineEvent): boolean =>
  kind === 'reverted' && detail.startsWith(LOST)

const LOST = 'lost '

export function readTakenBack({ kind, detail = '' }: TimelineEvent): TakenBack | undefined {
  const [, _id, pieces, carrier] =
    (kind === 'reverted' && /^(?:lost )?(\S+) (\d+)(?: (.+))?$/.exec(detail)) || []
  return _id === undefined ? undefined : { _id, pieces: Number(pieces), ...(carrier && { carrier }) }
}
