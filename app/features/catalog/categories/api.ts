import type { Guards } from '#features/accounts/accounts.ts'
import { PUBLIC_CACHE, PUBLIC_CACHE_ANY } from '#kit/public-cache/public-addresses.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
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

/** The refusals of each call by which admins change products or categories. */
export const CHANGING = [...FOR_ADMINS, productRefusals.catalogLocked] as const

const tags = ['Catalogue']

const categories = createRoute({
  method: 'get',
  path: '/category',
  operationId: 'listCategories',
  tags,
  security: PROOF.none,
  ...PUBLIC_CACHE,
  summary: 'The categories, parents before their children',
  responses: { 200: jsonAnswer('Categories', z.array(categorySchema)), ...refusals() },
})

const writeCategory = createRoute({
  method: 'put',
  path: '/category/{slug}',
  operationId: 'putCategory',
  tags,
  summary: 'Create or replace a category (admin)',
  description:
    'An attribute that products have can neither be removed nor change its kind. There are at most 1,000 categories, on 8 levels. With `before`, the category as it was read, a change by another admin since is refused: `category_changed` has the present `category`, if there is one.',
  security: PROOF.bearer,
  request: { params: categoryParam, ...jsonBody(categoryChangeSchema) },
  responses: {
    200: jsonAnswer('The category', categorySchema),
    ...refusals(
      ...CHANGING,
      ...WITH_BODY,
      'conflict',
      productRefusals.attributeInUse,
      productRefusals.categoryChanged,
    ),
  },
})

const removeCategory = createRoute({
  method: 'delete',
  path: '/category/{slug}',
  operationId: 'deleteCategory',
  tags,
  summary: 'Delete a category without products and children (admin)',
  security: PROOF.bearer,
  request: { params: categoryParam },
  responses: {
    200: jsonAnswer('Done', z.object({ deletedCount: z.number() })),
    ...refusals(...CHANGING, 'not_found', productRefusals.categoryInUse),
  },
})

const facets = createRoute({
  method: 'get',
  path: '/product/facets',
  operationId: 'listFacets',
  tags,
  security: PROOF.none,
  ...PUBLIC_CACHE_ANY,
  summary: 'The attributes of a category with the number of products for each value',
  description:
    'Takes what the list of products takes; `category` is required. A facet counts as if nothing were chosen in it and everything in the others. At most 12 attributes can be chosen. `minimum` and `maximum` are those of the whole category.',
  request: { query: facetQuerySchema },
  responses: { 200: jsonAnswer('Facets', facetsSchema), ...refusals() },
})

/** The calls of the categories. */
export function categoryApi(shop: Shop, guards: Guards) {
  return createRouter()
    .openapi(categories, async (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(await listCategories(shop.db), 200)
    })
    .openapi({ ...writeCategory, middleware: guards.requireAdmin }, async (c) => {
      const { slug } = c.req.valid('param')
      return c.json(await putCategory(shop, c.get('user'), slug, c.req.valid('json')), 200)
    })
    .openapi({ ...removeCategory, middleware: guards.requireAdmin }, async (c) => {
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
