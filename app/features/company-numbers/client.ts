import { bearerFetch, readProblem } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import type { OwnNumber, OwnNumbers, Replaced } from './schema.ts'

const PATH = '/api/company/part-numbers'

/** Checking and replacing 20,000 numbers takes longer than other calls. */
const TIMEOUT_MS = 60_000

/** A page of the own numbers of the company. */
export const fetchOwnNumbers: FetchPage<OwnNumber> = async ({ q, limit, after }, signal) => {
  const query = new URLSearchParams({ limit, ...(q && { q }), ...(after && { after }) })
  const page = await unwrapPage(bearerFetch(`${PATH}?${query}`, { signal }))
  return { ...page, rows: (page.rows as OwnNumbers).numbers }
}

/** All own numbers of the company, as they are sent again to undo a change. */
export const fetchAllOwnNumbers = (): Promise<OwnNumbers> => call('', {}) as Promise<OwnNumbers>

/** What a file would change, without replacing anything. */
export const previewFile = (csv: string): Promise<Replaced> => sendFile(csv, '?preview=true')

export const replaceByFile = (csv: string): Promise<Replaced> => sendFile(csv, '')

export const replaceOwnNumbers = (numbers: OwnNumbers): Promise<Replaced> =>
  call('', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(numbers),
  }) as Promise<Replaced>

const sendFile = (csv: string, query: string): Promise<Replaced> =>
  call(query, {
    method: 'PUT',
    headers: { 'Content-Type': 'text/csv; charset=utf-8' },
    body: csv,
  }) as Promise<Replaced>

async function call(query: string, init: RequestInit): Promise<unknown> {
  const response = await bearerFetch(PATH + query, init, TIMEOUT_MS)
  if (!response.ok) throw await readProblem(response)
  return response.json()
}
