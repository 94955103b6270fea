import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { LinkedOrder, LinkState, PaymentLink } from '../schema.ts'
import type { PaymentLinkApi } from './api.ts'

const client = createClient<PaymentLinkApi>()

const own = client.myorder[':id']['payment-link']

const linked = client['payment-link'][':token']

const ofOrder = (orderId: string) => ({ param: { id: encodeURIComponent(orderId) } })

const ofToken = (token: string) => ({ param: { token: encodeURIComponent(token) } })

/** Creates the payment link of an own order; an earlier one ends. */
export const createPaymentLink = (orderId: string): Promise<PaymentLink> =>
  unwrap(own.$post(ofOrder(orderId)))

/** Ends the payment link of an own order, if it has one. */
export async function endPaymentLink(orderId: string): Promise<void> {
  await unwrap(own.$delete(ofOrder(orderId)))
}

/** Whether an own order has a payment link. */
export const fetchLinkState = (orderId: string, signal?: AbortSignal): Promise<LinkState> =>
  unwrap(own.$get(ofOrder(orderId), { init: { signal: signal ?? null } }))

/** The order of a payment link as it is now. */
export const fetchLinkedOrder = (token: string, signal: AbortSignal): Promise<LinkedOrder> =>
  unwrap(linked.$get(ofToken(token), { init: { signal } }))

/** Sets the PO number of the order of a payment link. */
export const saveLinkedPoNumber = (token: string, poNumber: string): Promise<LinkedOrder> =>
  unwrap(linked.$put({ ...ofToken(token), json: { poNumber } }))

/** Returns the client secret that pays the order; the same one as long as it is unpaid. */
export const startLinkedPayment = async (token: string, payable: number): Promise<string> =>
  (await unwrap(linked['payment-intent'].$post({ ...ofToken(token), query: { payable } }))).clientSecret

/** Settles the order with a transaction that succeeded at the provider. A repeat returns the same. */
export const settleLinkedOrder = (token: string, transactionId: string): Promise<LinkedOrder> =>
  unwrap(linked.$patch({ ...ofToken(token), json: { transactionId } }))
