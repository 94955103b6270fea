import { etag } from 'hono/etag'
import type { Guards } from '#features/accounts/accounts.ts'
import {
  FOR_ADMINS,
  jsonAnswer,
  jsonBody,
  PAGING_HEADERS,
  PROOF,
  refusals,
  WITH_BODY,
} from '#kit/server/describe.ts'
import { setPagingHeaders } from '#kit/server/paging.ts'
import { PUBLIC_CACHE } from '#kit/server/public-addresses.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { archiveProduct, findProduct, listProducts, publishProduct } from './catalog.ts'
import { productRefusals } from './refusals.ts'
import { newProductSchema, productQuerySchema, productSchema } from './schema.ts'

/** Browsers request the public list again each time, so that changes show immediately; the ETag makes that cheap. */
const REVALIDATE = 'no-cache'

const ETAG = {
  ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' }, required: true },
} as const

const tags = ['Catalogue']

const productId = { params: z.object({ id: z.string().meta({ description: 'The id of the product.' }) }) }

const list = createRoute({
  method: 'get',
  path: '/product',
  operationId: 'listProducts',
  tags,
  security: PROOF.none,
  ...PUBLIC_CACHE,
  summary: 'Products for sale',
  description:
    'Newest first unless sorted. `X-Total-Count` has how many there are, `Link` the next page. Hits are counted up to 1,000, in a large shop maybe only to 250 or more; where the count ends, `X-Total-Count-Is: at least`.',
  request: { query: productQuerySchema },
  responses: {
    200: jsonAnswer('Products', z.array(productSchema), { ...PAGING_HEADERS, ...ETAG }),
    304: { description: 'Unchanged since the answer with the ETag in `If-None-Match`.' },
    ...refusals(),
  },
})

const create = createRoute({
  method: 'post',
  path: '/product',
  operationId: 'addProduct',
  tags,
  summary: 'Publish a product (admin)',
  security: PROOF.bearer,
  request: jsonBody(newProductSchema),
  responses: {
    201: jsonAnswer('The product', productSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, productRefusals.nameTaken, productRefusals.skuTaken),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/product/{id}',
  operationId: 'deleteProduct',
  tags,
  summary: 'Archive a product (admin)',
  security: PROOF.bearer,
  request: productId,
  responses: {
    200: jsonAnswer('Done', z.object({ deletedCount: z.number() })),
    ...refusals(...FOR_ADMINS, 'not_found'),
  },
})

const show = createRoute({
  method: 'get',
  path: '/order/{id}',
  operationId: 'getProduct',
  tags,
  summary: 'The product of an order page, by its id',
  security: PROOF.none,
  request: productId,
  responses: { 200: jsonAnswer('The product', productSchema), ...refusals('not_found') },
})

/** The calls of the catalogue. */
export function catalogApi(shop: Shop, guards: Guards) {
  const router = createRouter()
  router.use('/product', etag())
  return router
    .openapi(list, async (c) => {
      const products = await listProducts(shop, c.req.valid('query'))
      setPagingHeaders(c, products)
      c.header('Cache-Control', REVALIDATE)
      return c.json([...products.rows], 200)
    })
    .openapi({ ...create, middleware: guards.requireAdmin }, async (c) =>
      c.json(await publishProduct(shop, c.req.valid('json')), 201),
    )
    .openapi({ ...remove, middleware: guards.requireAdmin }, async (c) => {
      await archiveProduct(shop, c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(show, async (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(await findProduct(shop.db, c.req.valid('param').id), 200)
    })
}

export type CatalogApi = ReturnType<typeof catalogApi>
