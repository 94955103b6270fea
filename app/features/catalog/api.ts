import { etag } from 'hono/etag'
import type { Guards } from '#features/accounts/accounts.ts'
import type { ModelFiles } from '#features/models/models.ts'
import { PUBLIC_CACHE, PUBLIC_CACHE_ANY } from '#kit/public-cache/public-addresses.ts'
import {
  FOR_ADMINS,
  jsonAnswer,
  jsonBody,
  PAGING_HEADERS,
  PROOF,
  refusals,
  WITH_BODY,
} from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import { readPage, setPagingHeaders } from '#kit/server/paging.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { listProducts, suggest } from './catalog.ts'
import { CHANGING, categoryApi } from './categories/api.ts'
import { attributesOf } from './categories/category-filter.ts'
import { listArchivedProducts } from './lists/archived-products.ts'
import { archivedRoute, suggestions } from './lists/routes.ts'
import { partFilesApi } from './part-files/api.ts'
import { partModelApi } from './part-models/api.ts'
import { modelPreviewApi } from './part-models/preview-api.ts'
import {
  archiveProduct,
  changeProduct,
  changeStock,
  createProduct,
  readProductHistory,
  restoreProduct,
} from './products/change-products.ts'
import { findManagedProduct, findPart, findProduct } from './products/find-products.ts'
import { productRefusals } from './refusals.ts'
import {
  changedProductSchema,
  managedProductSchema,
  newProductSchema,
  productEventSchema,
  productQuerySchema,
  productSchema,
  stockChangeSchema,
} from './schema.ts'

import { synonymApi, synonymProblemMembers } from './synonyms/api.ts'

export { PART_FILE_PATH, partFileRoutes } from './part-files/api.ts'

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
  ...PUBLIC_CACHE_ANY,
  summary: 'Products for sale',
  description:
    'Unless sorted, a search of all categories has the best hits first, any other list the newest. A hit of `q` contains every word, in any case and way of writing (`M8x40` is `M8 × 40`, `screws` is `screw`); if there is none, words that no product contains are replaced by known ones that differ in one letter. Inside a `category` its attributes can be given by their keys: `thread=M8&thread=M10` (one of these), `length=40..80`, `length=..80`, `length=40..`. `X-Total-Count` has how many there are, `Link` the next page. At most 1,000 hits are counted; where there are more, `X-Total-Count-Is: at least`.',
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
  summary: 'Add a product, for sale unless told (admin)',
  security: PROOF.bearer,
  request: jsonBody(newProductSchema),
  responses: {
    201: jsonAnswer('The product', managedProductSchema),
    ...refusals(...CHANGING, ...WITH_BODY, productRefusals.nameTaken, productRefusals.skuTaken),
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
    ...refusals(...CHANGING, 'not_found'),
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

const showManaged = createRoute({
  method: 'get',
  path: '/product/{id}',
  operationId: 'getManagedProduct',
  tags,
  summary: 'A product, for sale or archived (admin)',
  security: PROOF.bearer,
  request: productId,
  responses: {
    200: jsonAnswer('The product', managedProductSchema),
    ...refusals(...FOR_ADMINS, 'not_found'),
  },
})

const showBySku = createRoute({
  method: 'get',
  path: '/part/{sku}',
  operationId: 'getPart',
  tags,
  summary: 'A product for sale by its part number, in any case',
  security: PROOF.none,
  ...PUBLIC_CACHE,
  request: { params: z.object({ sku: z.string().meta({ description: 'The part number.' }) }) },
  responses: { 200: jsonAnswer('The product', productSchema), ...refusals('not_found') },
})

const replace = createRoute({
  method: 'put',
  path: '/product/{id}',
  operationId: 'changeProduct',
  tags,
  summary: 'Replace the fields of a product (admin)',
  description:
    'All fields are replaced: one that is left out takes its default; the part number stays, and so does what only admins see. `quantity` is ignored. `revision` has to be the current one.',
  security: PROOF.bearer,
  request: { ...productId, ...jsonBody(changedProductSchema) },
  responses: {
    200: jsonAnswer('The product', managedProductSchema),
    ...refusals(
      ...CHANGING,
      ...WITH_BODY,
      'not_found',
      productRefusals.nameTaken,
      productRefusals.revisionChanged,
      productRefusals.skuTaken,
    ),
  },
})

const restock = createRoute({
  method: 'post',
  path: '/product/{id}/stock',
  operationId: 'changeStock',
  tags,
  summary: 'Change the stock of a product (admin)',
  description:
    'By `change` pieces, or to the `counted` pieces. With the `revision` that the product has, a request that is sent again counts once: `revision_changed` has the present `product`.',
  security: PROOF.bearer,
  request: { ...productId, ...jsonBody(stockChangeSchema) },
  responses: {
    200: jsonAnswer('The pieces in stock', z.object({ quantity: z.number().int() })),
    ...refusals(...CHANGING, ...WITH_BODY, 'not_found', 'conflict', productRefusals.revisionChanged),
  },
})

const restore = createRoute({
  method: 'post',
  path: '/product/{id}/restore',
  operationId: 'restoreProduct',
  tags,
  summary: 'Put an archived product up for sale, again or for the first time (admin)',
  security: PROOF.bearer,
  request: productId,
  responses: {
    200: jsonAnswer('The product', productSchema),
    ...refusals(...CHANGING, 'not_found', 'conflict', productRefusals.nameTaken),
  },
})

const history = createRoute({
  method: 'get',
  path: '/product/{id}/history',
  operationId: 'listProductHistory',
  tags,
  summary: 'What admins did to a product, newest first (admin)',
  security: PROOF.bearer,
  request: {
    ...productId,
    query: z.object({ limit: z.string().optional(), after: z.string().optional() }),
  },
  responses: {
    200: jsonAnswer('Changes', z.array(productEventSchema), PAGING_HEADERS),
    ...refusals(...FOR_ADMINS, 'not_found'),
  },
})

/** What a refused change returns besides its sentence: the current product, or the synonyms as they are. */
export const productProblemMembers = { product: managedProductSchema.optional(), ...synonymProblemMembers }

/** The calls of the catalogue. */
export function catalogApi(shop: Shop, guards: Guards, models: ModelFiles) {
  const router = createRouter()
  router.use('/product', etag())
  return router
    .route('/', categoryApi(shop, guards))
    .route('/', partModelApi(shop, models))
    .route('/', modelPreviewApi(shop, guards, models))
    .route('/', partFilesApi(shop, guards, models))
    .route('/', synonymApi(shop, guards))
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      const products = await listProducts(shop.db, { ...query, attributes: attributesOf(c.req.queries()) })
      setPagingHeaders(c, products)
      c.header('Cache-Control', REVALIDATE)
      return c.json([...products.rows], 200)
    })
    .openapi(suggestions, async (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(await suggest(shop.db, c.req.valid('query').q), 200)
    })
    .openapi({ ...create, middleware: guards.requireAdmin }, async (c) =>
      c.json(await createProduct(shop, c.get('user'), c.req.valid('json')), 201),
    )
    .openapi({ ...remove, middleware: guards.requireAdmin }, async (c) => {
      await archiveProduct(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi({ ...archivedRoute, middleware: guards.requireAdmin }, async (c) => {
      const products = await listArchivedProducts(shop.db, c.req.valid('query'))
      setPagingHeaders(c, products)
      return c.json([...products.rows], 200)
    })
    .openapi({ ...showManaged, middleware: guards.requireAdmin }, async (c) =>
      c.json(await findManagedProduct(shop.db, c.req.valid('param').id), 200),
    )
    .openapi({ ...replace, middleware: guards.requireAdmin }, async (c) =>
      c.json(await changeProduct(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi({ ...restock, middleware: guards.requireAdmin }, async (c) => {
      const { id } = c.req.valid('param')
      const { quantity } = await changeStock(shop, c.get('user'), id, c.req.valid('json'))
      return c.json({ quantity }, 200)
    })
    .openapi({ ...restore, middleware: guards.requireAdmin }, async (c) =>
      c.json(await restoreProduct(shop, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi({ ...history, middleware: guards.requireAdmin }, async (c) => {
      const page = readPage(c.req.valid('query'), ['number'])
      const events = await readProductHistory(shop.db, c.req.valid('param').id, page)
      setPagingHeaders(c, events)
      return c.json([...events.rows], 200)
    })
    .openapi(showBySku, async (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(await findPart(shop.db, c.req.valid('param').sku), 200)
    })
    .openapi(show, async (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(await findProduct(shop.db, c.req.valid('param').id), 200)
    })
}

export type CatalogApi = ReturnType<typeof catalogApi>
