import { fieldKinds } from '#features/catalog/fields.ts'
import { bearerFetch, readProblem, unwrap } from '#kit/browser/client.ts'
import { csvLine } from '#kit/csv/csv-line.ts'
import { agreedPricesClient } from '../client.ts'
import type { AgreedPrice, AgreedPrices, ComparedPrices } from '../schema.ts'

/** A list of 20,000 takes some seconds. */
const TIMEOUT_MS = 60_000

/** Prices that are to be agreed: the text of a file, or rows. */
export interface SentList {
  readonly content: string | readonly AgreedPrice[]
  /** Whether only the prices of the parts that it names are replaced. */
  readonly isMerged: boolean
}

export const pricesPath = (companyId: string): string =>
  `/api/companies/${encodeURIComponent(companyId)}/prices`

/** The prices that are agreed with a company. */
export const fetchAgreed = (companyId: string): Promise<AgreedPrices> =>
  unwrap(agreedPricesClient.companies[':id'].prices.$get({ param: { id: encodeURIComponent(companyId) } }))

async function send(method: string, path: string, { content, isMerged }: SentList, revision?: number) {
  const query = new URLSearchParams({
    ...(isMerged && { merge: 'true' }),
    ...(revision !== undefined && { revision: String(revision) }),
  })
  const isText = typeof content === 'string'
  const init = {
    method,
    headers: { 'Content-Type': isText ? 'text/csv' : 'application/json' },
    body: isText ? content : JSON.stringify({ prices: content }),
  }
  const response = await bearerFetch(`${path}?${query}`, init, TIMEOUT_MS)
  if (!response.ok) throw await readProblem(response)
  return response.json()
}

/** What the list would change. */
export const compareList = (companyId: string, list: SentList): Promise<ComparedPrices> =>
  send('POST', `${pricesPath(companyId)}/comparison`, list)

/** Saves the list, over prices of that revision. */
export const saveList = (companyId: string, list: SentList, revision: number): Promise<AgreedPrices> =>
  send('PUT', pricesPath(companyId), list, revision)

/** The prices as a file that can be sent again. */
export const agreedFile = (prices: readonly AgreedPrice[]): Blob =>
  new Blob(
    [
      csvLine(['sku', 'prices', 'validFrom', 'validTo']),
      ...prices.map((row) =>
        csvLine([row.sku, fieldKinds.priceBreaks.toCell?.(row.prices), row.validFrom, row.validTo]),
      ),
    ],
    { type: 'text/csv' },
  )
