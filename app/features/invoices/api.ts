import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import { streamAnswer } from '#kit/files/stream-answer.ts'
import { CSV_FILE, jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { datevFile } from './datev/datev-file.ts'
import {
  documentColumns,
  documentRows,
  fileNameOfDocuments,
  listDocuments,
  listOwnDocuments,
} from './records/list-documents.ts'
import { listGaps } from './records/number-gaps.ts'
import { ecSalesColumns, ecSalesRows, sumDocuments } from './records/sum-documents.ts'
import { invoiceRefusals } from './refusals.ts'
import {
  datevPeriodSchema,
  documentFilterSchema,
  documentPeriodSchema,
  documentSumsSchema,
  documentsQuerySchema,
  listedDocumentSchema,
  listedGapSchema,
  ownDocumentsQuerySchema,
} from './schema.ts'

/** What a refused call returns besides its sentence: the names of the fields that are missing, such as `seller.vatId`. */
export const invoiceProblemMembers = { missing: z.array(z.string()).optional() }

const listRoute = staffCall('money', 'get', '/invoice', {
  operationId: 'listInvoices',
  summary: 'All invoices and credit notes, newest first (admin)',
  description:
    '`q` matches as in the list of orders, also by the number of the invoice or the credit note: then all documents of that order. The sums of credit notes are below 0. `open` are those that are not paid.',
  query: documentsQuerySchema,
  answers: { 200: jsonAnswer('Invoices and credit notes', z.array(listedDocumentSchema), PAGING_HEADERS) },
})

const exportRoute = staffCall('money', 'get', '/invoices.csv', {
  operationId: 'exportInvoices',
  summary: 'All invoices and credit notes as a file (admin)',
  description:
    'Those that match the filters of the list, newest first: CSV by RFC 4180 in UTF-8, one row for each.',
  query: documentFilterSchema,
  answers: { 200: CSV_FILE },
})

const sumsRoute = staffCall('money', 'get', '/invoice-sums', {
  operationId: 'sumInvoices',
  summary: 'What the invoices and credit notes of a time come to, by month, kind of tax and rate (admin)',
  description:
    'Of those that match the filters of the list; wants a range, or both days. The sums of credit notes are taken off.',
  query: documentPeriodSchema,
  answers: { 200: jsonAnswer('The sums', documentSumsSchema) },
})

const ecSalesRoute = staffCall('money', 'get', '/ec-sales.csv', {
  operationId: 'exportEcSales',
  summary: 'The EC sales list of a time as a file (admin)',
  description:
    'What was sold without tax to companies in other countries of the EU, one row for each VAT ID, the sums of credit notes taken off. Wants a range, or both days.',
  query: documentPeriodSchema,
  answers: { 200: CSV_FILE },
})

const datevRoute = staffCall('money', 'get', '/datev.csv', {
  operationId: 'exportDatev',
  summary: 'A booking batch of DATEV with what was issued and paid in a time (admin)',
  description:
    'The invoices, credit notes and payments of a range or of both days, in one business year: DATEV-Format, version 700, category 21, version 13, in Windows-1252. The accounts are those of the settings; `missing` names those that are not set, such as `datev.revenue.taxed.19`. Only sales in euro can be booked.',
  query: datevPeriodSchema,
  answers: { 200: CSV_FILE },
  refusals: [invoiceRefusals.missingFields, invoiceRefusals.notBookable],
})

const gapsRoute = staffCall('money', 'get', '/invoice-gap', {
  operationId: 'listInvoiceGaps',
  tags: ['Orders'],
  summary: 'The numbers that were issued after a backup which was restored (admin)',
  description:
    'No document here has one of them, and none will: customers have the documents. The newest 100.',
  answers: { 200: jsonAnswer('The numbers', z.array(listedGapSchema)) },
})

const listMineRoute = ownCall('get', '/myinvoices', {
  operationId: 'listMyInvoices',
  summary: 'The invoices and credit notes of the caller’s orders, newest first',
  description:
    '`q` matches as in the list of invoices of the staff: by the number of a document, of an order, or by PO number and part. Without `limit` the first 100. The sums of credit notes are below 0. As PDF and XML they are at the order: `/myorder/{id}/invoice.pdf`.',
  query: ownDocumentsQuerySchema,
  limit: 'reads',
  answers: { 200: jsonAnswer('Invoices and credit notes', z.array(listedDocumentSchema), PAGING_HEADERS) },
})

/** The list of invoices and credit notes. The documents themselves, as PDF and as XML, are answered by documents. */
export const invoicesApi = (shop: Pick<Shop, 'db' | 'log' | 'now' | 'config'>) =>
  createRouter('Orders')
    .openapi(listRoute, async (c) => {
      return answerPage(c, await listDocuments(shop, c.req.valid('query')))
    })
    .openapi(listMineRoute, async (c) => {
      return answerPage(c, await listOwnDocuments(shop, c.get('user'), c.req.valid('query')))
    })
    .openapi(sumsRoute, async (c) => c.json(await sumDocuments(shop, c.req.valid('query')), 200))
    .openapi(gapsRoute, async (c) => c.json(await listGaps(shop.db), 200))
    .openapi(ecSalesRoute, async (c) => {
      const query = c.req.valid('query')
      const name = await fileNameOfDocuments(shop, 'ec-sales', query)
      return csvAnswer(`${name}.csv`, ecSalesColumns, ecSalesRows(shop, query), shop.log)
    })
    .openapi(exportRoute, async (c) => {
      const query = c.req.valid('query')
      const name = await fileNameOfDocuments(shop, 'invoices', query)
      return csvAnswer(`${name}.csv`, documentColumns, documentRows(shop, query), shop.log)
    })
    .openapi(datevRoute, async (c) => {
      const { name, parts } = await datevFile(shop, c.req.valid('query'))
      const type = 'text/csv; charset=windows-1252'
      return streamAnswer(parts(), { fileName: name, type, log: shop.log })
    })

/** The routes, for the typed client. */
export type InvoicesApi = ReturnType<typeof invoicesApi>
