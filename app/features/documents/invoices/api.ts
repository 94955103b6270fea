import { staffCall } from '#features/accounts/calls.ts'
import { fileNameOfDocuments } from '#features/invoices/invoices.ts'
import { documentPeriodSchema, xmlFormatField } from '#features/invoices/schema.ts'
import { streamAnswer } from '#kit/files/stream-answer.ts'
import { zipOf } from '#kit/files/zip.ts'
import { ZIP_FILE } from '#kit/server/describe.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS } from '#kit/time.ts'
import { type PaperRenderer, papersOf, refuseTooMany } from './papers.ts'

/** Each may render hundreds of documents. @public */
export const PAPERS_LIMIT: Limit = {
  name: 'invoice-papers',
  what: 'downloads of all papers of a time',
  account: 20,
  address: 200,
  windowMs: HOUR_MS,
}

const papersRoute = staffCall('money', 'get', '/invoices.zip', {
  operationId: 'exportInvoicePapers',
  summary: 'All invoices and credit notes of a time as PDF and XML (admin)',
  description:
    'A ZIP of those that match the filters of the list; wants a range, or both days, with at most 15,000 of them. `missing.csv` in it names what there is no file of, and why.',
  query: documentPeriodSchema.safeExtend({ format: xmlFormatField }),
  limit: PAPERS_LIMIT,
  answers: { 200: ZIP_FILE },
})

/** The papers of a time in one file. */
export const papersApi = (shop: Shop, documents: PaperRenderer) =>
  createRouter('Orders').openapi(papersRoute, async (c) => {
    const { format, ...period } = c.req.valid('query')
    await refuseTooMany(shop, period)
    const files = papersOf(shop, documents, { reader: c.get('user'), period, format })
    const fileName = `${await fileNameOfDocuments(shop, 'invoices', period)}.zip`
    return streamAnswer(zipOf(files), { fileName, type: 'application/zip', log: shop.log })
  })
