import { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Guards } from '#features/accounts/accounts.ts'
import { creditNoteXmlFor, invoiceXmlFor } from '#features/invoices/invoices.ts'
import { invoiceRefusals } from '#features/invoices/refusals.ts'
import { xmlFormatField } from '#features/invoices/schema.ts'
import { MAXIMUM_ORDERS_AT_ONCE } from '#features/orders/limits.ts'
import { idField } from '#kit/input/fields.ts'
import { AppError } from '#kit/server/app-error.ts'
import { FOR_ADMINS, FOR_SIGNED_IN, PROOF, refusals } from '#kit/server/describe.ts'
import { REVALIDATE, xmlFileHeaders } from '#kit/server/headers.ts'
import { callerAddress, countHit, type Limit } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, type RequestEnv, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { fileNameOf } from '#kit/upload/file-name.ts'
import type { Documents } from './documents.ts'

/** A document takes a hundred times as long as a page. */
export const DOCUMENT_LIMIT: Limit = { name: 'document', address: 60, windowMs: MINUTE_MS }

/** The documents of orders. */
export const ORDER_DOCUMENT_LIMIT: Limit = {
  name: 'order-document',
  account: 60,
  address: 600,
  windowMs: MINUTE_MS,
}

/** Networks request the pictures of many shared addresses from few addresses of their own. */
export const SHARE_PICTURE_LIMIT: Limit = { name: 'share-picture', address: 120, windowMs: MINUTE_MS }

const DAY_SECONDS = 86_400

const PDF = { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } as const

const XML = { 'application/xml': { schema: { type: 'string' } } } as const

/** That of `.pdf` and `.xml`. */
const ENDING_LENGTH = 4

const DISPOSITION = { description: 'The file name.', schema: { type: 'string' }, required: true } as const

const dataSheet = createRoute({
  method: 'get',
  path: '/part/{sku}/data-sheet.pdf',
  operationId: 'getDataSheet',
  tags: ['Catalogue'],
  security: PROOF.none,
  summary: 'The data sheet of a part as a PDF document',
  description:
    'By the part number, in any case. Its stock is left out. When the part has a model, its drawing with dimensions is on it; when that takes longer than 3 s to make, it is left out and the answer may not be cached.',
  request: { params: z.object({ sku: z.string().meta({ description: 'The part number.' }) }) },
  responses: {
    200: {
      description: 'The document',
      headers: {
        ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' }, required: true },
        'Content-Disposition': DISPOSITION,
      },
      content: PDF,
    },
    304: { description: 'Unchanged since the answer with the ETag in `If-None-Match`.' },
    ...refusals('not_found', 'too_many_requests'),
  },
})

const orderId = { params: z.object({ id: z.string().meta({ description: 'The id of the order.' }) }) }

/** The description of a call that returns a document about an order. */
const orderDocument = <Path extends string>(path: Path, operationId: string, summary: string) => ({
  method: 'get' as const,
  path,
  operationId,
  tags: ['Orders'],
  summary,
  security: PROOF.bearer,
  request: orderId,
})

const orderDocumentAnswer = {
  description: 'The document',
  headers: { 'Content-Disposition': DISPOSITION },
  content: PDF,
}

const confirmation = createRoute({
  ...orderDocument('/myorder/{id}/confirmation.pdf', 'getConfirmation', 'The confirmation of an order'),
  description: 'For its owner and admins.',
  responses: {
    200: orderDocumentAnswer,
    ...refusals(...FOR_SIGNED_IN, 'not_found', 'too_many_requests'),
  },
})

/** Longer than any number is. */
const LONGEST_NUMBER = 40

const invoiceNumberField = z
  .string()
  .max(LONGEST_NUMBER)
  .optional()
  .meta({ description: 'The number of an invoice of this order.' })

const invoice = createRoute({
  ...orderDocument('/myorder/{id}/invoice.pdf', 'getInvoice', 'The invoice of a paid order'),
  description:
    'For its owner and admins. Refused until the order is paid. It is the same file for ever: what happens later is not on it. With `number` the one over a credit note whose money came back.',
  request: {
    ...orderId,
    query: z.object({ number: invoiceNumberField }),
  },
  responses: {
    200: orderDocumentAnswer,
    ...refusals(...FOR_SIGNED_IN, 'not_found', 'conflict', 'too_many_requests'),
  },
})

const refusedXml = [
  'not_found',
  'conflict',
  'too_many_requests',
  invoiceRefusals.missingFields,
  invoiceRefusals.sample,
] as const

const WHEN_REFUSED =
  'XML is refused for a sample, for a document from before its data was kept, and where the seller or the address lacks what the format wants: `missing` then names the fields.'

const invoiceAsXml = createRoute({
  ...orderDocument('/myorder/{id}/invoice.xml', 'getInvoiceXml', 'The invoice of a paid order as XML'),
  description: `By EN 16931, for its owner and admins. With \`number\` as for the PDF document. ${WHEN_REFUSED}`,
  request: { ...orderId, query: z.object({ format: xmlFormatField, number: invoiceNumberField }) },
  responses: {
    200: { ...orderDocumentAnswer, content: XML },
    ...refusals(...FOR_SIGNED_IN, ...refusedXml),
  },
})

const creditNote = createRoute({
  ...orderDocument('/myorder/{id}/credit-note/{file}', 'getCreditNote', 'A credit note of an order'),
  description: `As a PDF document, the same file for ever, or as XML. For the owner of the order and admins. ${WHEN_REFUSED}`,
  request: {
    params: orderId.params.extend({
      file: z
        .string()
        .max(LONGEST_NUMBER)
        .meta({ description: 'The number with `.pdf` or `.xml`: `CN-000007.pdf`.' }),
    }),
    query: z.object({ format: xmlFormatField }),
  },
  responses: {
    200: { ...orderDocumentAnswer, content: { ...PDF, ...XML } },
    ...refusals(...FOR_SIGNED_IN, ...refusedXml),
  },
})

const proForma = createRoute({
  ...orderDocument('/myorder/{id}/pro-forma.pdf', 'getProForma', 'The pro-forma invoice of an order'),
  description:
    'What customs asks: codes of the tariff, origins, weights, values and the Incoterm. For its owner and admins. Refused unless the order goes to another country than that of the seller.',
  responses: {
    200: orderDocumentAnswer,
    ...refusals(...FOR_SIGNED_IN, 'not_found', 'conflict', 'too_many_requests'),
  },
})

const orderIdsField = z
  .string()
  .meta({ description: `The ids of 1 to ${MAXIMUM_ORDERS_AT_ONCE} orders, separated by commas.` })
  .transform((ids) => [...new Set(ids.split(','))])
  .pipe(
    z
      .tuple([idField], idField)
      .refine(
        (ids) => ids.length <= MAXIMUM_ORDERS_AT_ONCE,
        `At most ${MAXIMUM_ORDERS_AT_ONCE} orders can be named.`,
      ),
  )

const packingSlip = createRoute({
  ...orderDocument('/order/{id}/packing-slip.pdf', 'getPackingSlip', 'The packing slip of an order (admin)'),
  description:
    'What is left to ship, and of a shipped order everything; nothing of one that is cancelled or whose money went back. With `shipment` the pieces of that shipment.',
  request: {
    ...orderId,
    query: z.object({ shipment: z.string().optional().meta({ description: 'The id of a shipment.' }) }),
  },
  responses: {
    200: orderDocumentAnswer,
    ...refusals(...FOR_ADMINS, 'not_found', 'too_many_requests'),
  },
})

const packingSlips = createRoute({
  method: 'get',
  path: '/orders/packing-slips.pdf',
  operationId: 'getPackingSlips',
  tags: ['Orders'],
  summary: 'The packing slips of several orders as one document (admin)',
  description: `In the sequence of the ids, each as \`GET /order/{id}/packing-slip.pdf\` without a shipment, on pages of its own. Refused as a whole when one is unknown.`,
  security: PROOF.bearer,
  request: { query: z.object({ ids: orderIdsField }) },
  responses: {
    200: orderDocumentAnswer,
    ...refusals(...FOR_ADMINS, 'not_found', 'too_many_requests'),
  },
})

/** The calls that return documents. */
export function documentsApi(shop: Shop, guards: Guards, documents: Documents) {
  const limit = guards.limit(ORDER_DOCUMENT_LIMIT)
  const router = createRouter()
  router.use('/part/:sku/data-sheet.pdf', etag())
  return router
    .openapi(dataSheet, async (c) => {
      await countHit(shop, DOCUMENT_LIMIT, { address: callerAddress(c, shop) })
      const { sku, bytes, isComplete } = await documents.dataSheet(c.req.valid('param').sku)
      return c.body(bytes, 200, {
        ...pdfHeaders(`${fileNameOf(sku)}.pdf`),
        'Cache-Control': isComplete ? REVALIDATE : 'no-store',
      })
    })
    .openapi({ ...confirmation, middleware: [guards.requireUser, limit] as const }, async (c) => {
      const { fileName, bytes } = await documents.confirmation(c.get('user'), c.req.valid('param').id)
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
    .openapi({ ...invoice, middleware: [guards.requireUser, limit] as const }, async (c) => {
      const { number } = c.req.valid('query')
      const { fileName, bytes } = await documents.invoice(c.get('user'), c.req.valid('param').id, number)
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
    .openapi({ ...invoiceAsXml, middleware: [guards.requireUser, limit] as const }, async (c) => {
      const { id } = c.req.valid('param')
      const { xml, fileName } = await invoiceXmlFor(shop.db, c.get('user'), id, c.req.valid('query'))
      return c.body(xml, 200, xmlFileHeaders(fileName))
    })
    .openapi({ ...creditNote, middleware: [guards.requireUser, limit] as const }, async (c) => {
      const { id, file } = c.req.valid('param')
      const number = file.slice(0, -ENDING_LENGTH)
      if (file.endsWith('.xml')) {
        const asked = { ...c.req.valid('query'), number }
        const { xml, fileName } = await creditNoteXmlFor(shop.db, c.get('user'), id, asked)
        return c.body(xml, 200, xmlFileHeaders(fileName))
      }
      if (!file.endsWith('.pdf')) throw new AppError('not_found', 'A credit note ends with .pdf or .xml.')
      const { fileName, bytes } = await documents.creditNote(c.get('user'), id, number)
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
    .openapi({ ...proForma, middleware: [guards.requireUser, limit] as const }, async (c) => {
      const { fileName, bytes } = await documents.proForma(c.get('user'), c.req.valid('param').id)
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
    .openapi({ ...packingSlips, middleware: [guards.requireAdmin, limit] as const }, async (c) => {
      const { fileName, bytes } = await documents.packingSlips(c.get('user'), c.req.valid('query').ids)
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
    .openapi({ ...packingSlip, middleware: [guards.requireAdmin, limit] as const }, async (c) => {
      const { fileName, bytes } = await documents.packingSlip(
        c.get('user'),
        c.req.valid('param').id,
        c.req.valid('query').shipment,
      )
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
}

const pdfHeaders = (fileName: string) => ({
  'Content-Type': 'application/pdf',
  'Content-Disposition': `inline; filename="${fileName}"`,
})

/** The pictures of parts for previews of shared addresses. */
export function sharePictureRoutes(shop: Shop, documents: Documents): Hono<RequestEnv> {
  return new Hono<RequestEnv>().get('/part-pictures/:file{.+\\.png}', async (c) => {
    await countHit(shop, SHARE_PICTURE_LIMIT, { address: callerAddress(c, shop) })
    const { bytes } = await documents.sharePicture(c.req.param('file').slice(0, -'.png'.length))
    return c.body(bytes, 200, {
      'Content-Type': 'image/png',
      'Cache-Control': `public, max-age=${DAY_SECONDS}`,
    })
  })
}
