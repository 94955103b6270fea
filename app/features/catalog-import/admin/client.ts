import { unwrap } from '#kit/browser/client.ts'
import { unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { uploadFile } from '#kit/browser/upload-file.ts'
import type { ImportApi } from '../api.ts'
import type { Import, ImportWithRows, LeaveOut, RowFilter } from '../schema.ts'

const importClient = createClient<ImportApi>()

/** Reading, applying or undoing 200,000 rows takes so long at most. */
export const LONG_MS = 120_000

const patientClient = createClient<ImportApi>(LONG_MS)

const withId = (id: string) => ({ param: { id: encodeURIComponent(id) } })

export const EXPORT_PATH = '/api/product.csv'

export const wrongRowsPath = (id: string): string => `/api/import/${encodeURIComponent(id)}/wrong.csv`

/** Uploads a file, which the shop then reads and compares. */
export async function addImport(
  file: File,
  options: { signal: AbortSignal; onProgress(share: number): void },
): Promise<Import> {
  const name = encodeURIComponent(file.name.slice(0, 200))
  return (await uploadFile(`/api/import?name=${name}`, file, { type: 'text/csv', ...options })) as Import
}

/** The newest imports. */
export const fetchImports = (limit: number, signal?: AbortSignal) =>
  unwrapPage(
    importClient.import.$get({ query: { limit: String(limit) } }, { init: { signal: signal ?? null } }),
  )

interface RowsQuery {
  readonly sort?: 'kind'
  readonly kind?: RowFilter | undefined
  readonly limit: string
  readonly after?: string | undefined
}

const getRows = (id: string, query: RowsQuery, signal?: AbortSignal) =>
  importClient.import[':id'].$get({ ...withId(id), query }, { init: { signal: signal ?? null } })

/** The import with the first of its rows. */
export const fetchImport = (id: string, query: RowsQuery, signal?: AbortSignal): Promise<ImportWithRows> =>
  unwrap(getRows(id, query, signal))

/** A page of its rows. */
export async function fetchImportRows(id: string, query: RowsQuery, signal?: AbortSignal) {
  const page = await unwrapPage(getRows(id, query, signal))
  return { ...page, rows: page.rows.rows }
}

/** Leaves rows out, or takes them in again; at most 1,000 at once. */
export const changeImport = (id: string, json: Partial<LeaveOut>): Promise<Import> =>
  unwrap(importClient.import[':id'].$patch({ ...withId(id), json }))

export const applyImport = (id: string): Promise<Import> =>
  unwrap(patientClient.import[':id'].apply.$post(withId(id)))

export const undoImport = (id: string): Promise<Import> =>
  unwrap(patientClient.import[':id'].undo.$post(withId(id)))

export const compareImport = (id: string): Promise<Import> =>
  unwrap(patientClient.import[':id'].compare.$post(withId(id)))
