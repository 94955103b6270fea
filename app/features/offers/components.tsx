/** What pages of the staff show of offers too. */

export { OfferBadge } from './shown/offer-badge.tsx'
export { offerColumns, offerKey } from './shown/offer-columns.tsx'
export { OfferTerms, wantedText } from './shown/offer-terms.tsx'
export { useOfferCall } from './shown/use-offer-call.ts'
export { OfferMessages } from './talking/offer-messages.tsx'
