import { unwrap } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { InvoicesApi } from '../api.ts'
import type { ListedDocument, ListedGap } from '../schema.ts'
import { type InvoiceFilter, queryOf, readFilter } from './selection.ts'

const client = createClient<InvoicesApi>()

/** Requests a page of the invoices and credit notes; `q` is the query of an address with the filter. For admins. */
export const fetchInvoices: FetchPage<ListedDocument> = ({ q = '', ...page }, signal) => {
  const query = { ...queryOf(readFilter(new URLSearchParams(q))), ...page }
  return unwrapPage(client.invoice.$get({ query }, { init: { signal } }))
}

/** Requests the numbers that were issued after a backup which was restored. For admins. */
export const fetchGaps = (signal?: AbortSignal): Promise<ListedGap[]> =>
  unwrap(client['invoice-gap'].$get({}, { init: { signal } }))

/** The path of the file with all that match. */
export const exportPath = (filter: InvoiceFilter): string =>
  `/api/invoices.csv?${new URLSearchParams({ ...queryOf(filter) })}`
