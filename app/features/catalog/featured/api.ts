import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { managedProductSchema } from '../schema.ts'
import { listMarked, markFeatured } from './featured.ts'
import { featuredChangeSchema, featuredQuerySchema } from './schema.ts'

const list = staffCall('products', 'get', '/featured-product', {
  operationId: 'listFeaturedProducts',
  summary: 'The products that are marked for the home page, the last marked first (admin)',
  description: 'The home page shows the first twelve that are for sale, and fills up with the newest.',
  query: featuredQuerySchema,
  answers: { 200: jsonAnswer('Featured products', z.array(managedProductSchema), PAGING_HEADERS) },
})

const mark = staffCall('products', 'put', '/featured-product', {
  operationId: 'markFeaturedProducts',
  summary: 'Mark products for the home page, or take the marks away (admin)',
  description: 'At most 100 at once: all of them or none.',
  body: featuredChangeSchema,
  answers: {
    200: jsonAnswer('How many were changed', z.object({ modifiedCount: z.number().int() })),
  },
  refusals: ['not_found'],
})

/** The calls about the products of the home page. */
export const featuredApi = (shop: Shop) =>
  createRouter('Catalogue')
    .openapi(list, async (c) => answerPage(c, await listMarked(shop.db, c.req.valid('query'))))
    .openapi(mark, async (c) =>
      c.json({ modifiedCount: await markFeatured(shop, c.get('user'), c.req.valid('json')) }, 200),
    )
