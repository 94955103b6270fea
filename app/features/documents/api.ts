import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import { creditNoteXmlFor, invoiceXmlFor } from '#features/invoices/invoices.ts'
import { invoiceRefusals } from '#features/invoices/refusals.ts'
import { xmlFormatField } from '#features/invoices/schema.ts'
import { orderId } from '#features/orders/api.ts'
import { MAXIMUM_ORDERS_AT_ONCE } from '#features/orders/limits.ts'
import { idField } from '#kit/input/fields.ts'
import { AppError } from '#kit/server/app-error.ts'
import { FILE_NAME_HEADER, publicCall } from '#kit/server/describe.ts'
import { REVALIDATE, xmlFileHeaders } from '#kit/server/headers.ts'
import { callerAddress, countHit, type Limit } from '#kit/server/rate-limit.ts'
import { createRouter, type RequestEnv, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { fileNameOf } from '#kit/upload/file-name.ts'
import type { Documents } from './documents.ts'
import { papersApi } from './invoices/api.ts'

export { partDrawingRoutes } from './parts/part-drawings.ts'

/** A document takes a hundred times as long as a page. */
export const DOCUMENT_LIMIT: Limit = {
  name: 'document',
  what: 'data sheets',
  address: 60,
  windowMs: MINUTE_MS,
}

/** @public */
export const ORDER_DOCUMENT_LIMIT: Limit = {
  name: 'order-document',
  what: 'documents of orders',
  account: 60,
  address: 600,
  windowMs: MINUTE_MS,
}

/** Networks request the pictures of many shared addresses from few addresses of their own. */
export const SHARE_PICTURE_LIMIT: Limit = {
  name: 'share-picture',
  what: 'share pictures',
  address: 120,
  windowMs: MINUTE_MS,
}

const DAY_SECONDS = 86_400

const PDF = { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } as const

const XML = { 'application/xml': { schema: { type: 'string' } } } as const

/** That of `.pdf` and `.xml`. */
const ENDING_LENGTH = 4

const dataSheet = publicCall('get', '/part/{sku}/data-sheet.pdf', {
  operationId: 'getDataSheet',
  tags: ['Catalogue'],
  summary: 'The data sheet of a part as a PDF document',
  description:
    'By the part number, in any case. Its stock is left out. When the part has a model, its drawing with dimensions is on it; when that takes longer than 6 s to make, the sheet says so instead and the answer may not be cached.',
  params: z.object({ sku: z.string().meta({ description: 'The part number.' }) }),
  answers: {
    200: {
      description: 'The document',
      headers: {
        ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' }, required: true },
        ...FILE_NAME_HEADER,
      },
      content: PDF,
    },
    304: { description: 'Unchanged since the answer with the ETag in `If-None-Match`.' },
  },
  refusals: ['too_many_requests'],
})

const orderDocumentAnswer = {
  description: 'The document',
  headers: FILE_NAME_HEADER,
  content: PDF,
}

const confirmation = ownCall('get', '/myorder/{id}/confirmation.pdf', {
  operationId: 'getConfirmation',
  summary: 'The confirmation of an order',
  description: 'For its owner and staff.',
  ...orderId,
  limit: ORDER_DOCUMENT_LIMIT,
  answers: { 200: orderDocumentAnswer },
  refusals: [accountRefusals.secondFactorRequired],
})

/** Longer than any number is. */
const LONGEST_NUMBER = 40

const invoiceNumberField = z
  .string()
  .max(LONGEST_NUMBER)
  .optional()
  .meta({ description: 'The number of an invoice of this order.' })

const invoice = ownCall('get', '/myorder/{id}/invoice.pdf', {
  operationId: 'getInvoice',
  summary: 'The invoice of a paid order',
  description:
    'For its owner and staff. Refused until the order is paid. It is the same file for ever: what happens later is not on it. With `number` the one over a credit note whose money came back.',
  ...orderId,
  query: z.object({ number: invoiceNumberField }),
  limit: ORDER_DOCUMENT_LIMIT,
  answers: { 200: orderDocumentAnswer },
  refusals: [accountRefusals.secondFactorRequired, 'conflict'],
})

const refusedXml = [
  accountRefusals.secondFactorRequired,
  'not_found',
  'conflict',
  invoiceRefusals.missingFields,
  invoiceRefusals.sample,
] as const

const WHEN_REFUSED =
  'XML is refused for a sample, for a document from before its data was kept, and where the seller or the address lacks what the format wants: `missing` then names the fields.'

const invoiceAsXml = ownCall('get', '/myorder/{id}/invoice.xml', {
  operationId: 'getInvoiceXml',
  summary: 'The invoice of a paid order as XML',
  description: `By EN 16931, for its owner and staff. With \`number\` as for the PDF document. ${WHEN_REFUSED}`,
  ...orderId,
  query: z.object({ format: xmlFormatField, number: invoiceNumberField }),
  limit: ORDER_DOCUMENT_LIMIT,
  answers: { 200: { ...orderDocumentAnswer, content: XML } },
  refusals: refusedXml,
})

const creditNote = ownCall('get', '/myorder/{id}/credit-note/{file}', {
  operationId: 'getCreditNote',
  summary: 'A credit note of an order',
  description: `As a PDF document, the same file for ever, or as XML. For the owner of the order and staff. ${WHEN_REFUSED}`,
  params: orderId.params.extend({
    file: z
      .string()
      .max(LONGEST_NUMBER)
      .meta({ description: 'The number with `.pdf` or `.xml`: `CN-000007.pdf`.' }),
  }),
  query: z.object({ format: xmlFormatField }),
  limit: ORDER_DOCUMENT_LIMIT,
  answers: { 200: { ...orderDocumentAnswer, content: { ...PDF, ...XML } } },
  refusals: refusedXml,
})

const proForma = ownCall('get', '/myorder/{id}/pro-forma.pdf', {
  operationId: 'getProForma',
  summary: 'The pro-forma invoice of an order',
  description:
    'What customs asks: codes of the tariff, origins, weights, values and the Incoterm. For its owner and staff. Refused unless the order goes to another country than that of the seller.',
  ...orderId,
  limit: ORDER_DOCUMENT_LIMIT,
  answers: { 200: orderDocumentAnswer },
  refusals: [accountRefusals.secondFactorRequired, 'conflict'],
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

const packingSlip = staffCall('orders', 'get', '/order/{id}/packing-slip.pdf', {
  operationId: 'getPackingSlip',
  summary: 'The packing slip of an order (admin)',
  description:
    'What is left to ship, and of a shipped order everything; nothing of one that is cancelled or whose money went back. With `shipment` the pieces of that shipment.',
  ...orderId,
  query: z.object({ shipment: z.string().optional().meta({ description: 'The id of a shipment.' }) }),
  limit: ORDER_DOCUMENT_LIMIT,
  answers: { 200: orderDocumentAnswer },
})

const packingSlips = staffCall('orders', 'get', '/orders/packing-slips.pdf', {
  operationId: 'getPackingSlips',
  summary: 'The packing slips of several orders as one document (admin)',
  description: `In the sequence of the ids, each as \`GET /order/{id}/packing-slip.pdf\` without a shipment, on pages of its own. Refused as a whole when one is unknown.`,
  query: z.object({ ids: orderIdsField }),
  limit: ORDER_DOCUMENT_LIMIT,
  answers: { 200: orderDocumentAnswer },
  refusals: ['not_found'],
})

/** The calls that return documents. */
export function documentsApi(shop: Shop, documents: Documents) {
  const router = createRouter('Orders')
  router.use('/part/:sku/data-sheet.pdf', etag())
  return router
    .route('/', papersApi(shop, documents))
    .openapi(dataSheet, async (c) => {
      await countHit(shop, DOCUMENT_LIMIT, { address: callerAddress(c, shop) })
      const { sku, bytes, isComplete } = await documents.dataSheet(c.req.valid('param').sku)
      return c.body(bytes, 200, {
        ...pdfHeaders(`${fileNameOf(sku)}.pdf`),
        'Cache-Control': isComplete ? REVALIDATE : 'no-store',
      })
    })
    .openapi(confirmation, async (c) => {
      const { fileName, bytes } = await documents.confirmation(c.get('user'), c.req.valid('param').id)
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
    .openapi(invoice, async (c) => {
      const { number } = c.req.valid('query')
      const { fileName, bytes } = await documents.invoice(c.get('user'), c.req.valid('param').id, number)
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
    .openapi(invoiceAsXml, async (c) => {
      const { id } = c.req.valid('param')
      const { xml, fileName } = await invoiceXmlFor(shop.db, c.get('user'), id, c.req.valid('query'))
      return c.body(xml, 200, xmlFileHeaders(fileName))
    })
    .openapi(creditNote, async (c) => {
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
    .openapi(proForma, async (c) => {
      const { fileName, bytes } = await documents.proForma(c.get('user'), c.req.valid('param').id)
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
    .openapi(packingSlips, async (c) => {
      const { fileName, bytes } = await documents.packingSlips(c.get('user'), c.req.valid('query').ids)
      return c.body(bytes, 200, pdfHeaders(fileName))
    })
    .openapi(packingSlip, async (c) => {
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
