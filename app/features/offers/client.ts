import type { Order } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OffersApi } from './api.ts'
import type { AcceptOffer, EndOffer, GivenAsk, MakeOffer, Offer, OfferMessage } from './schema.ts'
import { offerFilters } from './states.ts'

const client = createClient<OffersApi>()

const paramOf = (id: string) => ({ id: encodeURIComponent(id) })

/** A page of the offers of the caller's side. */
export const fetchOwnOffers: FetchPage<Offer> = ({ limit, after }, signal) =>
  unwrapPage(client.offer.$get({ query: { own: 'true', limit, after } }, { init: { signal } }))

/** The same of all, for the staff; `q` is the state, or empty for those that wait. */
export const fetchOffers: FetchPage<Offer> = ({ q, limit, after }, signal) => {
  const state = offerFilters.find((each) => each === q)
  return unwrapPage(client.offer.$get({ query: { state, limit, after } }, { init: { signal } }))
}

export const fetchOffer = (id: string): Promise<Offer> =>
  unwrap(client.offer[':id'].$get({ param: paramOf(id) }))

export const askForOffer = (json: GivenAsk, key: string): Promise<Offer> =>
  unwrap(client.offer.$post({ header: { 'idempotency-key': key }, json }))

export const makeOffer = (id: string, json: MakeOffer): Promise<Offer> =>
  unwrap(client.offer[':id'].$put({ param: paramOf(id), json }))

export const acceptOffer = (id: string, json: AcceptOffer): Promise<Order> =>
  unwrap(client.offer[':id'].accept.$post({ param: paramOf(id), json }))

export const declineOffer = (id: string, json: EndOffer): Promise<Offer> =>
  unwrap(client.offer[':id'].decline.$post({ param: paramOf(id), json }))

export const withdrawOffer = (id: string, json: EndOffer): Promise<Offer> =>
  unwrap(client.offer[':id'].withdraw.$post({ param: paramOf(id), json }))

export const writeAboutOffer = (id: string, text: string, key: string): Promise<OfferMessage> =>
  unwrap(
    client.offer[':id'].message.$post({
      param: paramOf(id),
      header: { 'idempotency-key': key },
      json: { text },
    }),
  )
