import { unwrap } from '#kit/browser/client.ts'
import { unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { uploadFile } from '#kit/browser/upload-file.ts'
import type { ImportApi } from '../api.ts'
import type { FileColumns, Import, ImportWithRows, LeaveOut, Reading, RowFilter } from '../schema.ts'

const importClient = createClient<ImportApi>()

/** Reading, applying or undoing 200,000 rows takes so long at most. */
export const LONG_MS = 120_000

const patientClient = createClient<ImportApi>(LONG_MS)

const withId = (id: string) => ({ param: { id: encodeURIComponent(id) } })

export const EXPORT_PATH = '/api/product.csv'

export const wrongRowsPath = (id: string): string => `/api/import/${encodeURIComponent(id)}/wrong.csv`

interface Sending {
  readonly signal: AbortSignal
  onProgress(share: number): void
}

/** A file with which sheet of a workbook is meant. */
export interface ChosenFile {
  readonly file: File
  readonly sheet?: string | undefined
}

const LONGEST_NAME = 200

const pathOf = (path: string, { file, sheet }: ChosenFile): string => {
  const query = new URLSearchParams({ name: file.name.slice(0, LONGEST_NAME), ...(sheet && { sheet }) })
  return `${path}?${query}`
}

function formOf(file: File, fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value) form.append(name, JSON.stringify(value))
  form.append('file', file)
  return form
}

/** The columns of a file, and what they seem to mean. */
export const readColumns = async (chosen: ChosenFile, sending: Sending): Promise<FileColumns> =>
  (await uploadFile(pathOf('/api/import/columns', chosen), formOf(chosen.file, {}), sending)) as FileColumns

/** Uploads a file, which the shop then reads and compares. */
export const addImport = async (
  chosen: ChosenFile,
  said: { readonly reading?: Reading; readonly pictures?: Readonly<Record<string, string>> },
  sending: Sending,
): Promise<Import> =>
  (await uploadFile(pathOf('/api/import', chosen), formOf(chosen.file, said), sending)) as Import

/** The newest imports. */
export const fetchImports = (limit: number, signal?: AbortSignal) =>
  unwrapPage(
    importClient.import.$get({ query: { limit: String(limit) } }, { init: { signal: signal ?? null } }),
  )

interface RowsQuery {
  readonly sort?: 'kind'
  readonly added?: 'apart' | undefined
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

export const redoImport = (id: string): Promise<Import> =>
  unwrap(patientClient.import[':id'].redo.$post(withId(id)))

export const compareImport = (id: string): Promise<Import> =>
  unwrap(patientClient.import[':id'].compare.$post(withId(id)))
