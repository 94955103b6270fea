import { bearerFetch, ProblemError, readProblem } from '#kit/browser/client.ts'
import type { Quote, QuoteRequest } from './schema.ts'

/**
 * What a list costs whoever is signed in, now. Without the typed client, which visitors, whose cart is in the browser, need for no
 * other call.
 */
export async function fetchQuote(asked: QuoteRequest, signal?: AbortSignal): Promise<Quote> {
  const response = await bearerFetch('/api/quote', {
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
