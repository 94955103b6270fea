import { memberFetch } from '#features/accounts/browser-session.ts'
import { bearerFetch, postJson } from '#kit/browser/client.ts'
import type { Quote, QuoteRequest } from './schema.ts'

/**
 * What a list costs whoever is signed in, now. Without the typed client, which visitors, whose cart is in the browser, need for no
 * other call. Staff can name a `customer`, whose prices are meant.
 */
export function fetchQuote(asked: QuoteRequest, signal?: AbortSignal, customer?: string): Promise<Quote> {
  const query = customer === undefined ? '' : `?customer=${encodeURIComponent(customer)}`
  const fetchAs = customer === undefined ? memberFetch() : bearerFetch
  return postJson(`/api/quote${query}`, asked, signal, fetchAs) as Promise<Quote>
}
