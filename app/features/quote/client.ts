import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { QuoteApi } from './api.ts'
import type { Quote } from './schema.ts'

const quoteClient = createClient<QuoteApi>()

/** What so many pieces of these parts cost now. */
export function fetchQuote(
  lines: readonly { readonly productId: string; readonly quantity: number }[],
  signal?: AbortSignal,
): Promise<Quote> {
  return unwrap(
    quoteClient.quote.$post({ json: { lines: [...lines] } }, { init: { signal: signal ?? null } }),
  )
}
