/** Offers: what other features may call on the server. */

export { offerMailTemplates } from './mails/offer-mails.ts'
export { countWaitingOffers, findOfferNames } from './records/read-offers.ts'
