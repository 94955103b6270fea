import type { Documents } from '#features/documents/documents.ts'
import { FILE_NAME_HEADER, publicCall } from '#kit/server/describe.ts'
import { callerAddress, countHit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { hideAddress, LINK_USE_LIMIT } from '../links/api.ts'
import { openReceipt } from '../links/linked-orders.ts'

const receiptRoute = publicCall('get', '/receipt/{token}/receipt.pdf', {
  operationId: 'getReceipt',
  summary: 'The receipt of an order that was paid by a payment link, as a PDF document',
  description:
    'For whoever has its address, which the page of the paid link shows; 90 days from the payment. Wrong tokens count with those of payment links.',
  params: z.object({ token: z.string().meta({ description: 'The token of the receipt.' }) }),
  answers: {
    200: {
      description: 'The document',
      headers: FILE_NAME_HEADER,
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  refusals: ['too_many_requests'],
})

/** The receipts of orders that were paid by a payment link, for whoever has their address. */
export function receiptApi(shop: Shop, documents: Documents) {
  const router = createRouter('Payments')
  router.use('/receipt/*', hideAddress)
  return router.openapi(receiptRoute, async (c) => {
    const address = callerAddress(c, shop)
    const { id } = await openReceipt(shop, c.req.valid('param').token, address)
    await countHit(shop, LINK_USE_LIMIT, { account: id, address })
    const { fileName, bytes } = await documents.receipt(id)
    return c.body(bytes, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${fileName}"`,
    })
  })
}
