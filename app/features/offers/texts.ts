import type { OfferState } from './states.ts'

/** What stands on the papers of an offer: `OF-000012`. */
export const offerNumberText = (number: number): string => `OF-${String(number).padStart(6, '0')}`

const STATES: Readonly<Record<OfferState, string>> = {
  asked: 'Asked for',
  offered: 'Offered',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

export const stateText = ({ state, expired }: { state: OfferState; expired?: true | undefined }): string =>
  expired ? 'No longer valid' : STATES[state]
