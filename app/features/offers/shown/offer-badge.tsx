import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import type { Offer } from '../schema.ts'
import { stateText } from '../texts.ts'

const TONES = {
  asked: 'waiting',
  offered: 'waiting',
  accepted: 'good',
  declined: 'bad',
  withdrawn: 'neutral',
} as const satisfies Record<Offer['state'], string>

/** How an offer stands, as a badge. */
export const OfferBadge = ({ offer }: { offer: Pick<Offer, 'state' | 'expired'> }) => (
  <StatusBadge tone={offer.expired ? 'neutral' : TONES[offer.state]}>{stateText(offer)}</StatusBadge>
)
