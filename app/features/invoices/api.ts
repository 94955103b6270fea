import type { Guards } from '#features/accounts/accounts.ts'
import { csvAnswer } from '#kit/csv/csv-answer.ts'
import {
  CSV_FILE,
  FOR_ADMINS,
  FOR_SIGNED_IN,
  jsonAnswer,
  PAGING_HEADERS,
  PROOF,
  refusals,
} from '#kit/server/describe.ts'
import { xmlFileHeaders } from '#kit/server/headers.ts'
import { setPagingHeaders } from '#kit/server/paging.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { invoiceXmlFor } from './records/find-documents.ts'
import { documentColumns, documentRows, listDocuments } from './records/list-documents.ts'
import { invoiceRefusals } from './refusals.ts'
import { documentFilterSchema, documentsQuerySchema, listedDocumentSchema, xmlFormatField } from './schema.ts'

/** What a refused call returns besides its sentence: the names of the fields that are missing, such as `seller.vatId`. */
export const invoiceProblemMembers = { missing: z.array(z.string()).optional() }

const XML_FILE = {
  description: 'The document',
  headers: {
    'Content-Disposition': { description: 'The file name.', schema: { type: 'string' }, required: true },
  },
  content: { 'application/xml': { schema: { type: 'string' } } },
} as const

const orderIdField = z.string().meta({ description: 'The id of the order.' })

const common = {
  method: 'get' as const,
  tags: ['Orders'],
  security: PROOF.bearer,
  responses: {
    200: XML_FILE,
    ...refusals(
      ...FOR_SIGNED_IN,
      'not_found',
      'conflict',
      invoiceRefusals.missingFields,
      invoiceRefusals.sample,
    ),
  },
}

const WHEN_REFUSED =
  'For the owner of the order and admins. Refused for a sample, for a document from before its data was kept, and where the seller or the address lacks what the format wants: `missing` then names the fields.'

const invoiceRoute = createRoute({
  ...common,
  path: '/myorder/{id}/invoice.xml',
  operationId: 'getInvoiceXml',
  summary: 'The invoice of a paid order as XML by EN 16931',
  description: `With \`number\` the one over a credit note whose money came back. ${WHEN_REFUSED}`,
  request: {
    params: z.object({ id: orderIdField }),
    query: z.object({
      format: xmlFormatField,
      number: z.string().optional().meta({ description: 'The number of an invoice of this order.' }),
    }),
  },
})

const listRoute = createRoute({
  method: 'get',
  path: '/invoice',
  operationId: 'listInvoices',
  tags: ['Orders'],
  summary: 'All invoices and credit notes, newest first (admin)',
  description:
    '`q` matches as in the list of orders, also by the number of the invoice or the credit note: then all documents of that order. The sums of credit notes are below 0. `open` are those that are not paid.',
  security: PROOF.bearer,
  request: { query: documentsQuerySchema },
  responses: {
    200: jsonAnswer('Invoices and credit notes', z.array(listedDocumentSchema), PAGING_HEADERS),
    ...refusals(...FOR_ADMINS),
  },
})

const exportRoute = createRoute({
  method: 'get',
  path: '/invoices.csv',
  operationId: 'exportInvoices',
  tags: ['Orders'],
  summary: 'All invoices and credit notes as a file (admin)',
  description:
    'Those that match the filters of the list, newest first: CSV by RFC 4180 in UTF-8, one row for each.',
  security: PROOF.bearer,
  request: { query: documentFilterSchema },
  responses: { 200: CSV_FILE, ...refusals(...FOR_ADMINS) },
})

/** The calls of invoices: as XML, and the list with credit notes. Those that render a document are in documents. */
export const invoicesApi = ({ db, log }: Pick<Shop, 'db' | 'log'>, guards: Guards) =>
  createRouter()
    .openapi({ ...invoiceRoute, middleware: guards.requireUser }, async (c) => {
      const { id } = c.req.valid('param')
      const { xml, fileName } = await invoiceXmlFor(db, c.get('user'), id, c.req.valid('query'))
      return c.body(xml, 200, xmlFileHeaders(fileName))
    })
    .openapi({ ...listRoute, middleware: guards.requireAdmin }, async (c) => {
      const documents = await listDocuments(db, c.req.valid('query'))
      setPagingHeaders(c, documents)
      return c.json([...documents.rows], 200)
    })
    .openapi({ ...exportRoute, middleware: guards.requireAdmin }, (c) =>
      csvAnswer('invoices.csv', documentColumns, documentRows(db, c.req.valid('query')), log),
    )

/** The routes, for the typed client. */
export type InvoicesApi = ReturnType<typeof invoicesApi>
