import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import type { Guards } from '#features/accounts/accounts.ts'
import { attributesOf } from '#features/catalog/catalog.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { productQuerySchema } from '#features/catalog/schema.ts'
import { AppError } from '#kit/server/app-error.ts'
import {
  CSV_FILE,
  FOR_ADMINS,
  jsonAnswer,
  jsonBody,
  PAGING_HEADERS,
  PROOF,
  refusals,
  WITH_BODY,
} from '#kit/server/describe.ts'
import { limitAtOnce } from '#kit/server/limit-at-once.ts'
import { limitBody } from '#kit/server/limit-body.ts'
import { readPage, setPagingHeaders } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { runImport } from './applying/run-import.ts'
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
  importQuerySchema,
  importSchema,
  importWithRowsSchema,
  leaveOutSchema,
  newImportQuerySchema,
  outdatedRowsSchema,
} from './schema.ts'

/** Reading a large file takes seconds of a processor. */
export const IMPORT_LIMIT: Limit = { name: 'import', account: 30, address: 300, windowMs: MINUTE_MS }

/** The call whose body is larger than that of others. */
export const IMPORT_PATH = '/api/import'

const FILE_BODY = { bytes: 50_000_000, size: '50 MB' }

const tags = ['Catalogue']

const importId = { params: z.object({ id: z.string().meta({ description: 'The id of the import.' }) }) }

const exportRoute = createRoute({
  method: 'get',
  path: '/product.csv',
  operationId: 'exportProducts',
  tags,
  summary: 'The products for sale as a CSV file (admin)',
  description:
    'Takes the filters of the list of products; all pages of it, as a stream. UTF-8, RFC 4180. A cell that begins like a formula has an apostrophe before it, which an import takes off.',
  security: PROOF.bearer,
  request: { query: productQuerySchema.omit({ limit: true, after: true }) },
  responses: { 200: CSV_FILE, ...refusals(...FOR_ADMINS) },
})

const create = createRoute({
  method: 'post',
  path: '/import',
  operationId: 'addImport',
  tags,
  summary: 'Read a CSV file of products and compare it (admin)',
  description:
    'Changes nothing yet. At most 50 MB, 200,000 rows, 1,000,000 with the blank ones, and 1,000 columns; comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252. The first row names the columns, as in the export: any of them but `sku`, in any order. A column that is left out leaves its field, an empty cell sets its default. `name` is the name of the file.',
  security: PROOF.bearer,
  request: { query: newImportQuerySchema, body: { required: true, content: CSV_FILE.content } },
  responses: {
    201: jsonAnswer('The import', importSchema),
    ...refusals(...FOR_ADMINS, 'too_large', 'unsupported_media_type', 'too_many_requests', 'unavailable'),
  },
})

const list = createRoute({
  method: 'get',
  path: '/import',
  operationId: 'listImports',
  tags,
  summary: 'The imports, newest first (admin)',
  description: 'An import is kept for 90 days.',
  security: PROOF.bearer,
  request: { query: importQuerySchema.omit({ kind: true }) },
  responses: {
    200: jsonAnswer('Imports', z.array(importSchema), PAGING_HEADERS),
    ...refusals(...FOR_ADMINS),
  },
})

const show = createRoute({
  method: 'get',
  path: '/import/{id}',
  operationId: 'getImport',
  tags,
  summary: 'An import with a page of its rows (admin)',
  description:
    '`kind` is `added`, `changed`, `unchanged`, `wrong`, `prices_fall`, `prices_rise` or `left_out`. Rows are in the sequence of the file; with `sort=kind` and without `kind`, wrong ones are first and unchanged ones last. `X-Total-Count` has how many rows there are, `Link` the next page.',
  security: PROOF.bearer,
  request: { ...importId, query: importQuerySchema },
  responses: {
    200: jsonAnswer('The import', importWithRowsSchema, PAGING_HEADERS),
    ...refusals(...FOR_ADMINS, 'not_found'),
  },
})

const change = createRoute({
  method: 'patch',
  path: '/import/{id}',
  operationId: 'changeImport',
  tags,
  summary: 'Leave rows out of an import, or take them in again (admin)',
  security: PROOF.bearer,
  request: { ...importId, ...jsonBody(leaveOutSchema) },
  responses: {
    200: jsonAnswer('The import', importSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, 'not_found', 'conflict'),
  },
})

const wrongRows = createRoute({
  method: 'get',
  path: '/import/{id}/wrong.csv',
  operationId: 'getWrongRows',
  tags,
  summary: 'The wrong rows of an import as a CSV file (admin)',
  description: 'With a column `problem`, which an import passes over.',
  security: PROOF.bearer,
  request: importId,
  responses: { 200: CSV_FILE, ...refusals(...FOR_ADMINS, 'not_found') },
})

/** The description of a call that works at an import as a whole. */
const wholeImport = <Path extends string>(path: Path, operationId: string, summary: string) => ({
  method: 'post' as const,
  path,
  operationId,
  tags,
  summary,
  security: PROOF.bearer,
  request: importId,
})

const compare = createRoute({
  ...wholeImport('/import/{id}/compare', 'compareImport', 'Compare a ready import again (admin)'),
  description: 'With the products as they are now. The answer is a new import, which replaces this one.',
  responses: {
    201: jsonAnswer('The new import', importSchema),
    ...refusals(...FOR_ADMINS, 'not_found', 'conflict', 'too_many_requests', 'unavailable'),
  },
})

const RUN_REFUSALS = [
  ...FOR_ADMINS,
  'not_found',
  'conflict',
  productRefusals.catalogLocked,
  importRefusals.outdated,
  'unavailable',
] as const

const apply = createRoute({
  ...wholeImport('/import/{id}/apply', 'applyImport', 'Apply an import (admin)'),
  description:
    'All rows that are not wrong or left out, or none. Quantities change by the difference to the stock that was compared.',
  responses: { 200: jsonAnswer('The import', importSchema), ...refusals(...RUN_REFUSALS) },
})

const undo = createRoute({
  ...wholeImport('/import/{id}/undo', 'undoImport', 'Undo an applied import (admin)'),
  description: 'Everything is as it was before, and added products are archived, or nothing changes.',
  responses: { 200: jsonAnswer('The import', importSchema), ...refusals(...RUN_REFUSALS) },
})

/** What a refusal of an import returns besides its sentence: rows whose products were changed since, at most 20. */
export const importProblemMembers = { outdated: outdatedRowsSchema.optional() }

const requireCsv: MiddlewareHandler = async (c, next) => {
  if (!/^text\/csv(?:;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'Send the file as text/csv.')
  await next()
}

/** The calls of imports, and the export. */
export function importApi(shop: Shop, guards: Guards) {
  const { requireAdmin } = guards
  // Large files take memory and a processor, so one is read at a time.
  const reading: typeof requireAdmin = every(guards.limit(IMPORT_LIMIT), limitAtOnce(1))
  const uploading: typeof requireAdmin = every(requireCsv, reading, limitBody(FILE_BODY))
  return createRouter()
    .openapi({ ...exportRoute, middleware: requireAdmin }, (c) =>
      exportProducts(shop, { ...c.req.valid('query'), attributes: attributesOf(c.req.queries()) }),
    )
    .openapi({ ...create, middleware: [requireAdmin, uploading] as const }, async (c) => {
      const { name = 'products.csv' } = c.req.valid('query')
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      return c.json(await readImport(shop, c.get('user'), { name, bytes }, c.req.raw.signal), 201)
    })
    .openapi({ ...list, middleware: requireAdmin }, async (c) => {
      const imports = await listImports(shop.db, readPage(c.req.valid('query'), ['string']))
      setPagingHeaders(c, imports)
      return c.json([...imports.rows], 200)
    })
    .openapi({ ...show, middleware: requireAdmin }, async (c) => {
      const { kind, sort, ...query } = c.req.valid('query')
      const found = await findImport(shop.db, c.req.valid('param').id)
      const page =
        sort && kind === undefined
          ? await listRowsByKind(shop.db, found, readPage(query, ['int4', 'int4']))
          : await listRows(shop.db, found, kind, readPage(query, ['int4']))
      setPagingHeaders(c, page)
      return c.json({ ...(await withLeftOut(shop.db, found)), rows: [...page.rows] }, 200)
    })
    .openapi({ ...change, middleware: requireAdmin }, async (c) =>
      c.json(await leaveRowsOut(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi({ ...wrongRows, middleware: requireAdmin }, (c) =>
      exportWrongRows(shop, c.req.valid('param').id),
    )
    .openapi({ ...compare, middleware: [requireAdmin, reading] as const }, async (c) =>
      c.json(await compareAgain(shop, c.get('user'), c.req.valid('param').id, c.req.raw.signal), 201),
    )
    .openapi({ ...apply, middleware: requireAdmin }, async (c) =>
      c.json(await runImport(shop, c.get('user'), c.req.valid('param').id, 'apply'), 200),
    )
    .openapi({ ...undo, middleware: requireAdmin }, async (c) =>
      c.json(await runImport(shop, c.get('user'), c.req.valid('param').id, 'undo'), 200),
    )
}

export type ImportApi = ReturnType<typeof importApi>
