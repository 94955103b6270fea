import { memberFetch } from '#features/accounts/browser-session.ts'
import { postJson } from '#kit/browser/client.ts'
import type { Quote, QuoteRequest } from './schema.ts'

/**
 * What a list costs now. Without the typed client, which visitors, whose cart is in the browser, need for no other call.
 */
export const fetchQuote = (asked: QuoteRequest, signal?: AbortSignal): Promise<Quote> =>
  postJson('/api/quote', asked, signal, memberFetch()) as Promise<Quote>
