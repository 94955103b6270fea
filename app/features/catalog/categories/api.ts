import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer, publicCall } from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { productRefusals } from '../refusals.ts'
import {
  categoryChangeSchema,
  categoryParam,
  categorySchema,
  facetQuerySchema,
  facetsSchema,
} from '../schema.ts'
import { deleteCategory, listCategories, putCategory } from './categories.ts'
import { attributesOf } from './category-filter.ts'
import { listFacets } from './facets.ts'

const categories = publicCall('get', '/category', {
  operationId: 'listCategories',
  summary: 'The categories, parents before their children',
  publicCache: true,
  answers: { 200: jsonAnswer('Categories', z.array(categorySchema)) },
})

const writeCategory = staffCall('products', 'put', '/category/{slug}', {
  operationId: 'putCategory',
  summary: 'Create or replace a category (admin)',
  description:
    'An attribute that products have can neither be removed nor change its kind. There are at most 1,000 categories, on 8 levels. With `before`, the category as it was read, a change by somebody else since is refused: `category_changed` has the present `category`, if there is one.',
  params: categoryParam,
  body: categoryChangeSchema,
  mayBeMissing: true,
  answers: { 200: jsonAnswer('The category', categorySchema) },
  refusals: [
    productRefusals.catalogLocked,
    'conflict',
    productRefusals.attributeInUse,
    productRefusals.categoryChanged,
  ],
})

const removeCategory = staffCall('products', 'delete', '/category/{slug}', {
  operationId: 'deleteCategory',
  summary: 'Delete a category without products and children (admin)',
  params: categoryParam,
  answers: { 200: jsonAnswer('Done', z.object({ deletedCount: z.number() })) },
  refusals: [productRefusals.catalogLocked, productRefusals.categoryInUse],
})

const facets = publicCall('get', '/product/facets', {
  operationId: 'listFacets',
  summary: 'The attributes of a category with the number of products for each value',
  description:
    'Takes what the list of products takes; `category` is required. A facet counts as if nothing were chosen in it and everything in the others. At most 12 attributes can be chosen. `minimum` and `maximum` are those of the whole category.',
  publicCache: 'any',
  query: facetQuerySchema,
  answers: { 200: jsonAnswer('Facets', facetsSchema) },
})

/** The calls of the categories. */
export function categoryApi(shop: Shop) {
  return createRouter('Catalogue')
    .openapi(categories, async (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(await listCategories(shop.db), 200)
    })
    .openapi(writeCategory, async (c) => {
      const { slug } = c.req.valid('param')
      return c.json(await putCategory(shop, c.get('user'), slug, c.req.valid('json')), 200)
    })
    .openapi(removeCategory, async (c) => {
      await deleteCategory(shop, c.get('user'), c.req.valid('param').slug)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(facets, async (c) => {
      const { category, q } = c.req.valid('query')
      c.header('Cache-Control', REVALIDATE)
      return c.json(
        await listFacets(shop.db, { category, q, attributes: attributesOf(c.req.queries()) }),
        200,
      )
    })
}
