/** Offers: what other features may call on the server. */

export { offerMailTemplates } from './mails/offer-mails.ts'
export { countWaitingOffers, findOfferNames, listAskedOffers } from './records/read-offers.ts'
