import { etag } from 'hono/etag'
import { staffCall } from '#features/accounts/calls.ts'
import type { ModelFiles } from '#features/models/models.ts'
import { jsonAnswer, PAGING_HEADERS, publicCall } from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import { answerPage, readPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { listProducts, suggest } from './catalog.ts'
import { categoryApi } from './categories/api.ts'
import { attributesOf } from './categories/category-filter.ts'
import { featuredApi } from './featured/api.ts'
import { listArchivedProducts } from './lists/archived-products.ts'
import { archivedRoute, suggestions } from './lists/routes.ts'
import { partFilesApi } from './part-files/api.ts'
import { partModelApi } from './part-models/api.ts'
import { changePictures } from './pictures/change-pictures.ts'
import { changedPicturesSchema } from './pictures/schema.ts'
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

const productId = { params: z.object({ id: z.string().meta({ description: 'The id of the product.' }) }) }

const list = publicCall('get', '/product', {
  operationId: 'listProducts',
  summary: 'Products for sale',
  description:
    'Unless sorted, a search of all categories has the best hits first, any other list the newest. A hit of `q` contains every word, in any case and way of writing (`M8x40` is `M8 × 40`, `screws` is `screw`); if there is none, words that no product contains are replaced by known ones that differ in one letter. Inside a `category` its attributes can be given by their keys: `thread=M8&thread=M10` (one of these), `length=40..80`, `length=..80`, `length=40..`. `X-Total-Count` has how many there are, `Link` the next page. At most 1,000 hits are counted; where there are more, `X-Total-Count-Is: at least`. With the access token of a member of a company a `q` without other filters that is an own part number of the company finds the part of that number alone.',
  publicCache: 'any',
  query: productQuerySchema,
  answers: {
    200: jsonAnswer('Products', z.array(productSchema), { ...PAGING_HEADERS, ...ETAG }),
    304: { description: 'Unchanged since the answer with the ETag in `If-None-Match`.' },
  },
})

const create = staffCall('products', 'post', '/product', {
  operationId: 'addProduct',
  summary: 'Add a product, for sale unless told (admin)',
  body: newProductSchema,
  answers: { 201: jsonAnswer('The product', managedProductSchema) },
  refusals: [productRefusals.catalogLocked, productRefusals.nameTaken, productRefusals.skuTaken],
})

const remove = staffCall('products', 'delete', '/product/{id}', {
  operationId: 'deleteProduct',
  summary: 'Archive a product (admin)',
  ...productId,
  answers: { 200: jsonAnswer('Done', z.object({ deletedCount: z.number() })) },
  refusals: [productRefusals.catalogLocked],
})

const show = publicCall('get', '/order/{id}', {
  operationId: 'getProduct',
  summary: 'The product of an order page, by its id',
  ...productId,
  answers: { 200: jsonAnswer('The product', productSchema) },
})

const showManaged = staffCall('products', 'get', '/product/{id}', {
  operationId: 'getManagedProduct',
  summary: 'A product, for sale or archived (admin)',
  ...productId,
  answers: { 200: jsonAnswer('The product', managedProductSchema) },
})

const showBySku = publicCall('get', '/part/{sku}', {
  operationId: 'getPart',
  summary: 'A product for sale by its part number, in any case',
  publicCache: true,
  params: z.object({ sku: z.string().meta({ description: 'The part number.' }) }),
  answers: { 200: jsonAnswer('The product', productSchema) },
})

const replace = staffCall('products', 'put', '/product/{id}', {
  operationId: 'changeProduct',
  summary: 'Replace the fields of a product (admin)',
  description:
    'All fields are replaced: one that is left out takes its default; the part number stays, and so does what only staff see. `quantity` is ignored. `revision` has to be the current one.',
  ...productId,
  body: changedProductSchema,
  answers: { 200: jsonAnswer('The product', managedProductSchema) },
  refusals: [
    productRefusals.catalogLocked,
    productRefusals.nameTaken,
    productRefusals.revisionChanged,
    productRefusals.skuTaken,
  ],
})

const pictures = staffCall('products', 'put', '/product/{id}/pictures', {
  operationId: 'changePictures',
  summary: 'Replace the pictures of a product (admin)',
  description:
    'Up to 8 in their sequence: the first becomes its `image`, which lists show. `revision` has to be the current one.',
  ...productId,
  body: changedPicturesSchema,
  answers: { 200: jsonAnswer('The product', managedProductSchema) },
  refusals: [productRefusals.catalogLocked, productRefusals.revisionChanged],
})

const restock = staffCall('products', 'post', '/product/{id}/stock', {
  operationId: 'changeStock',
  summary: 'Change the stock of a product (admin)',
  description:
    'By `change` pieces, or to the `counted` pieces. With the `revision` that the product has, a request that is sent again counts once: `revision_changed` has the present `product`.',
  ...productId,
  body: stockChangeSchema,
  answers: { 200: jsonAnswer('The pieces in stock', z.object({ quantity: z.number().int() })) },
  refusals: [productRefusals.catalogLocked, 'conflict', productRefusals.revisionChanged],
})

const restore = staffCall('products', 'post', '/product/{id}/restore', {
  operationId: 'restoreProduct',
  summary: 'Put an archived product up for sale, again or for the first time (admin)',
  ...productId,
  answers: { 200: jsonAnswer('The product', productSchema) },
  refusals: [productRefusals.catalogLocked, 'conflict', productRefusals.nameTaken],
})

const history = staffCall('products', 'get', '/product/{id}/history', {
  operationId: 'listProductHistory',
  summary: 'What admins did to a product, newest first (admin)',
  ...productId,
  query: z.object({ limit: z.string().optional(), after: z.string().optional() }),
  answers: { 200: jsonAnswer('Changes', z.array(productEventSchema), PAGING_HEADERS) },
})

/** What a refused change returns besides its sentence: the current product, or the synonyms as they are. */
export const productProblemMembers = { product: managedProductSchema.optional(), ...synonymProblemMembers }

/** The calls of the catalogue. */
export function catalogApi(shop: Shop, models: ModelFiles) {
  const router = createRouter('Catalogue')
  router.use('/product', etag())
  return router
    .route('/', categoryApi(shop))
    .route('/', partModelApi(shop, models))
    .route('/', partFilesApi(shop, models))
    .route('/', synonymApi(shop))
    .route('/', featuredApi(shop))
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      const products = await listProducts(shop.db, { ...query, attributes: attributesOf(c.req.queries()) })
      c.header('Cache-Control', REVALIDATE)
      return answerPage(c, products)
    })
    .openapi(suggestions, async (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(await suggest(shop.db, c.req.valid('query').q), 200)
    })
    .openapi(create, async (c) => c.json(await createProduct(shop, c.get('user'), c.req.valid('json')), 201))
    .openapi(remove, async (c) => {
      await archiveProduct(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(archivedRoute, async (c) => {
      return answerPage(c, await listArchivedProducts(shop.db, c.req.valid('query')))
    })
    .openapi(showManaged, async (c) =>
      c.json(await findManagedProduct(shop.db, c.req.valid('param').id), 200),
    )
    .openapi(replace, async (c) =>
      c.json(await changeProduct(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(pictures, async (c) =>
      c.json(await changePictures(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(restock, async (c) => {
      const { id } = c.req.valid('param')
      const { quantity } = await changeStock(shop, c.get('user'), id, c.req.valid('json'))
      return c.json({ quantity }, 200)
    })
    .openapi(restore, async (c) =>
      c.json(await restoreProduct(shop, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(history, async (c) => {
      const page = readPage(c.req.valid('query'), ['number'])
      return answerPage(c, await readProductHistory(shop.db, c.req.valid('param').id, page))
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
