import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { InvoicesApi } from './api.ts'
import type { ListedDocument } from './schema.ts'

const client = createClient<InvoicesApi>()

/** Requests a page of the own invoices and credit notes that a search finds. */
export const fetchMyInvoices: FetchPage<ListedDocument> = (query, signal) =>
  unwrapPage(client.myinvoices.$get({ query }, { init: { signal } }))
