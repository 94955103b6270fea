import { bearerFetch, ProblemError, readProblem } from '#kit/browser/client.ts'
import type { Quote, QuoteRequest } from './schema.ts'

/**
 * What a list costs whoever is signed in, now. Without the typed client, which visitors, whose cart is in the browser, need for no
 * other call. Staff can name a `customer`, whose prices are meant.
 */
export async function fetchQuote(
  asked: QuoteRequest,
  signal?: AbortSignal,
  customer?: string,
): Promise<Quote> {
  const query = customer === undefined ? '' : `?customer=${encodeURIComponent(customer)}`
  const response = await bearerFetch(`/api/quote${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(asked),
    ...(signal && { signal }),
  })
  if (!response.ok) throw await readProblem(response)
  return response.json().catch(() => {
    throw new ProblemError(0, 'offline', 'The answer broke off. Check the connection and try again.')
  })
}
