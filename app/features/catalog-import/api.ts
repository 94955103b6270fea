import { countCalls, staffCall } from '#features/accounts/calls.ts'
import { attributesOf } from '#features/catalog/catalog.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { productQuerySchema } from '#features/catalog/schema.ts'
import { CSV_FILE, jsonAnswer, PAGING_HEADERS, withChecks } from '#kit/server/describe.ts'
import { limitAtOnce } from '#kit/server/limit-at-once.ts'
import { limitBody } from '#kit/server/limit-body.ts'
import { answerPage, readPage, setPagingHeaders } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { runImport } from './applying/run-import.ts'
import { readFileColumns } from './columns/read-columns.ts'
import { exportProducts } from './reading/export-products.ts'
import { compareAgain, readImport } from './reading/read-file.ts'
import { exportWrongRows } from './reading/wrong-rows.ts'
import {
  findImport,
  leaveRowsOut,
  listImports,
  listRows,
  listRowsByKind,
  withLeftOut,
} from './records/imports.ts'
import { importRefusals } from './refusals.ts'
import {
  fileColumnsSchema,
  importQuerySchema,
  importSchema,
  importWithRowsSchema,
  leaveOutSchema,
  newImportQuerySchema,
  outdatedRowsSchema,
} from './schema.ts'
import { LARGEST_FILE, readSentTable, requireTable, TABLE_BODY } from './workbooks/sent-file.ts'
import type { Workbooks } from './workbooks/workbooks.ts'

/** Reading a large file takes seconds of a processor. @public */
export const IMPORT_LIMIT: Limit = {
  name: 'import',
  what: 'files to import',
  account: 30,
  address: 300,
  windowMs: MINUTE_MS,
}

/** The calls whose bodies are larger than those of others. */
export const IMPORT_PATHS = ['/api/import', '/api/import/columns']

/** A form has what the columns mean and the names of pictures beside the file. */
const FORM_BYTES = 1_000_000
const FILE_BODY = { bytes: LARGEST_FILE.bytes + FORM_BYTES, size: LARGEST_FILE.size }

const importId = { params: z.object({ id: z.string().meta({ description: 'The id of the import.' }) }) }

const exportRoute = staffCall('products', 'get', '/product.csv', {
  operationId: 'exportProducts',
  summary: 'The products for sale as a CSV file (admin)',
  description:
    'Takes the filters of the list of products; all pages of it, as a stream. UTF-8, RFC 4180. A cell that begins like a formula has an apostrophe before it, which an import takes off.',
  query: productQuerySchema.omit({ limit: true, after: true }),
  answers: { 200: CSV_FILE },
})

const create = staffCall('products', 'post', '/import', {
  operationId: 'addImport',
  summary: 'Read a CSV file or an Excel workbook of products and compare it (admin)',
  description:
    'Changes nothing yet. At most 50 MB, 200,000 rows, 1,000,000 with the blank ones, and 1,000 columns; comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252. An Excel workbook (.xlsx) is read as Excel shows it, at most 100 MB unpacked, without hidden rows, columns and sheets; of several sheets that have cells `sheet` is the name of one. The first row names the columns, as in the export: any of them but `sku`, in any order. A column that is left out leaves its field, an empty cell sets its default. `name` is the name of the file. In a form (`file`) the JSON `reading` says what the columns mean when they have other names, and the JSON `pictures` has the paths of uploaded pictures by the names of their files: a row gets the one that its `image` names, or that is named by its part number. A new part without a picture has the drawing of its shape, if its category has one.',
  query: newImportQuerySchema,
  otherBody: TABLE_BODY,
  answers: { 201: jsonAnswer('The import', importSchema) },
  refusals: ['too_large', 'unsupported_media_type', 'too_many_requests', 'unavailable'],
})

const fileColumns = staffCall('products', 'post', '/import/columns', {
  operationId: 'readColumns',
  summary: 'The columns of a file to import, and what they seem to mean (admin)',
  description:
    'Changes nothing. Takes the same file as `POST /import`; its answer says for each column what files with the same heads meant last, else what its name (in eight languages) or its cells say, and which numbers can be read in two ways. `fields` are all that a column can mean.',
  query: newImportQuerySchema,
  otherBody: TABLE_BODY,
  answers: { 200: jsonAnswer('The columns', fileColumnsSchema) },
  refusals: ['too_large', 'unsupported_media_type', 'too_many_requests', 'unavailable'],
})

const list = staffCall('products', 'get', '/import', {
  operationId: 'listImports',
  summary: 'The imports, newest first (admin)',
  description: 'An import is kept for 90 days.',
  query: importQuerySchema.omit({ kind: true, added: true }),
  answers: { 200: jsonAnswer('Imports', z.array(importSchema), PAGING_HEADERS) },
})

const show = staffCall('products', 'get', '/import/{id}', {
  operationId: 'getImport',
  summary: 'An import with a page of its rows (admin)',
  description:
    '`kind` is `added`, `changed`, `unchanged`, `wrong`, `prices_fall`, `prices_rise` or `left_out`. Rows are in the sequence of the file; with `sort=kind` and without `kind`, wrong ones are first and unchanged ones last, with `added=apart` without the new ones. `X-Total-Count` has how many rows there are, `Link` the next page.',
  ...importId,
  query: importQuerySchema,
  answers: { 200: jsonAnswer('The import', importWithRowsSchema, PAGING_HEADERS) },
})

const change = staffCall('products', 'patch', '/import/{id}', {
  operationId: 'changeImport',
  summary: 'Leave rows out of an import, or take them in again (admin)',
  ...importId,
  body: leaveOutSchema,
  answers: { 200: jsonAnswer('The import', importSchema) },
  refusals: ['conflict'],
})

const wrongRows = staffCall('products', 'get', '/import/{id}/wrong.csv', {
  operationId: 'getWrongRows',
  summary: 'The wrong rows of an import as a CSV file (admin)',
  description: 'With a column `problem`, which an import passes over.',
  ...importId,
  answers: { 200: CSV_FILE },
})

const compare = staffCall('products', 'post', '/import/{id}/compare', {
  operationId: 'compareImport',
  summary: 'Compare a ready import again (admin)',
  description: 'With the products as they are now. The answer is a new import, which replaces this one.',
  ...importId,
  limit: IMPORT_LIMIT,
  answers: { 201: jsonAnswer('The new import', importSchema) },
  refusals: ['conflict', 'unavailable'],
})

const RUN_REFUSALS = [
  'not_found',
  'conflict',
  productRefusals.catalogLocked,
  importRefusals.outdated,
  'unavailable',
] as const

const apply = staffCall('products', 'post', '/import/{id}/apply', {
  operationId: 'applyImport',
  summary: 'Apply an import (admin)',
  description:
    'All rows that are not wrong or left out, or none. Quantities change by the difference to the stock that was compared.',
  ...importId,
  answers: { 200: jsonAnswer('The import', importSchema) },
  refusals: RUN_REFUSALS,
})

const undo = staffCall('products', 'post', '/import/{id}/undo', {
  operationId: 'undoImport',
  summary: 'Undo an applied import (admin)',
  description: 'Everything is as it was before, and added products are archived, or nothing changes.',
  ...importId,
  answers: { 200: jsonAnswer('The import', importSchema) },
  refusals: RUN_REFUSALS,
})

const redo = staffCall('products', 'post', '/import/{id}/redo', {
  operationId: 'redoImport',
  summary: 'Apply an undone import again (admin)',
  description:
    'As it was applied before: added products that were archived are restored. Refused when a product was changed since.',
  ...importId,
  answers: { 200: jsonAnswer('The import', importSchema) },
  refusals: RUN_REFUSALS,
})

/** What a refusal of an import returns besides its sentence: rows whose products were changed since, at most 20. */
export const importProblemMembers = { outdated: outdatedRowsSchema.optional() }

/** The calls of imports, and the export. */
export function importApi(shop: Shop, workbooks: Workbooks) {
  // Large files take memory and a processor, so one is read at a time.
  const oneAtOnce = limitAtOnce(1)
  const checks = [requireTable, countCalls(IMPORT_LIMIT), oneAtOnce, limitBody(FILE_BODY)]
  const upload = withChecks(create, ...checks)
  const columnsUpload = withChecks(fileColumns, ...checks)
  return createRouter('Catalogue')
    .openapi(exportRoute, (c) =>
      exportProducts(shop, { ...c.req.valid('query'), attributes: attributesOf(c.req.queries()) }),
    )
    .openapi(upload, async (c) => {
      const sent = await readSentTable(c, c.req.valid('query'))
      return c.json(await readImport(shop, c.get('user'), workbooks, sent, c.req.raw.signal), 201)
    })
    .openapi(columnsUpload, async (c) => {
      const { file } = await readSentTable(c, c.req.valid('query'))
      return c.json(await readFileColumns(shop, workbooks, file, c.req.raw.signal), 200)
    })
    .openapi(list, async (c) => {
      return answerPage(c, await listImports(shop.db, readPage(c.req.valid('query'), ['string'])))
    })
    .openapi(show, async (c) => {
      const { kind, sort, added, ...query } = c.req.valid('query')
      const found = await findImport(shop.db, c.req.valid('param').id)
      const page =
        sort && kind === undefined
          ? await listRowsByKind(shop.db, found, readPage(query, ['int4', 'int4']), added === undefined)
          : await listRows(shop.db, found, kind, readPage(query, ['int4']))
      setPagingHeaders(c, page)
      return c.json({ ...(await withLeftOut(shop.db, found)), rows: [...page.rows] }, 200)
    })
    .openapi(change, async (c) =>
      c.json(await leaveRowsOut(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(wrongRows, (c) => exportWrongRows(shop, c.req.valid('param').id))
    .openapi(withChecks(compare, oneAtOnce), async (c) =>
      c.json(await compareAgain(shop, c.get('user'), c.req.valid('param').id, c.req.raw.signal), 201),
    )
    .openapi(apply, async (c) =>
      c.json(await runImport(shop, c.get('user'), c.req.valid('param').id, 'apply'), 200),
    )
    .openapi(undo, async (c) =>
      c.json(await runImport(shop, c.get('user'), c.req.valid('param').id, 'undo'), 200),
    )
    .openapi(redo, async (c) =>
      c.json(await runImport(shop, c.get('user'), c.req.valid('param').id, 'redo'), 200),
    )
}

export type ImportApi = ReturnType<typeof importApi>
