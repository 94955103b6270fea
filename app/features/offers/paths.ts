export const OFFERS_PATH = '/dashboard/offers'

/** Where the parts of the cart become a request. */
export const NEW_OFFER_PATH = '/dashboard/offers/new'

/** An offer, for the customer. */
export const offerPath = (id: string): string => `/dashboard/offer/${id}`

/** The offers, for the staff. */
export const MANAGE_OFFERS_PATH = '/dashboard/manageoffers'

export const manageOfferPath = (id: string): string => `/dashboard/manageoffer/${id}`

/** The document of a version; without one the newest. */
export const offerDocumentPath = (id: string, revision?: number): string =>
  `/api/offer/${encodeURIComponent(id)}/offer.pdf${revision === undefined ? '' : `?revision=${revision}`}`
