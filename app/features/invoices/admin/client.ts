import { unwrap } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { InvoicesApi } from '../api.ts'
import type { DocumentSums, ListedDocument, ListedGap } from '../schema.ts'
import { type InvoiceFilter, queryOf, readFilter, writeFilter } from './selection.ts'

const client = createClient<InvoicesApi>()

/** Requests a page of the invoices and credit notes; `q` is the query of an address with the filter. For admins. */
export const fetchInvoices: FetchPage<ListedDocument> = ({ q = '', ...page }, signal) => {
  const query = { ...queryOf(readFilter(new URLSearchParams(q))), ...page }
  return unwrapPage(client.invoice.$get({ query }, { init: { signal } }))
}

/** Requests the numbers that were issued after a backup which was restored. For admins. */
export const fetchGaps = (signal?: AbortSignal): Promise<ListedGap[]> =>
  unwrap(client['invoice-gap'].$get({}, { init: { signal } }))

/** Requests what those that match come to; `q` is the query of an address with the filter. For admins. */
export const fetchSums = (q: string, signal: AbortSignal): Promise<DocumentSums[]> =>
  unwrap(
    client['invoice-sums'].$get({ query: queryOf(readFilter(new URLSearchParams(q))) }, { init: { signal } }),
  )

/** Whether any invoice is not paid. For admins. */
export const hasUnpaid = async (signal: AbortSignal): Promise<boolean> =>
  (await fetchInvoices({ q: writeFilter({ isOpen: true }), limit: '1', after: undefined }, signal)).rows
    .length > 0

const fileOf = (name: string, filter: InvoiceFilter): string =>
  `/api/${name}?${new URLSearchParams({ ...queryOf(filter) })}`

/** The path of the file with all that match. */
export const exportPath = (filter: InvoiceFilter): string => fileOf('invoices.csv', filter)

/** The path of the file with their papers. */
export const papersPath = (filter: InvoiceFilter): string => fileOf('invoices.zip', filter)

/** The path of the file with what companies in other countries of the EU bought without tax. */
export const ecSalesPath = (filter: InvoiceFilter): string => fileOf('ec-sales.csv', filter)

/** The path of the booking batch of its days: the search does not count, since a batch is whole. */
export const datevPath = ({ range, from, to }: InvoiceFilter): string =>
  fileOf('datev.csv', { range, from, to })
