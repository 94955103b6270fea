import type { Guards } from '#features/accounts/accounts.ts'
import { idField, textField } from '#kit/input/fields.ts'
import { PUBLIC_CACHE_BARE } from '#kit/public-cache/public-addresses.ts'
import {
  FOR_ADMINS,
  FOR_SIGNED_IN,
  jsonAnswer,
  jsonBody,
  PAGING_HEADERS,
  PROOF,
  refusals,
  WITH_BODY,
} from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import { readPage, setPagingHeaders } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { COMMENT } from './limits.ts'
import { listModeratedReviews, listReviews, postReview, setReviewHidden } from './reviews.ts'
import { reviewQuerySchema, reviewSchema } from './schema.ts'

export const REVIEW_LIMIT: Limit = { name: 'review', account: 60, address: 600, windowMs: 10 * MINUTE_MS }

const tags = ['Reviews']

/** Only the pages for admins have them. */
const adminsPagingHeaders = Object.fromEntries(
  Object.entries(PAGING_HEADERS).map(([name, header]) => [name, { ...header, required: false }]),
)

const list = createRoute({
  method: 'get',
  path: '/rating',
  operationId: 'listReviews',
  tags,
  security: PROOF.sometimesBearer,
  ...PUBLIC_CACHE_BARE,
  summary: 'Reviews, newest first',
  description:
    'Without `hidden` the newest 100 that are not hidden, for everyone. For admins `hidden=true` lists the hidden ones and `hidden=false` all others, in pages.',
  request: { query: reviewQuerySchema },
  responses: {
    200: jsonAnswer('Reviews', z.array(reviewSchema), adminsPagingHeaders),
    ...refusals(...FOR_ADMINS),
  },
})

const hide = createRoute({
  method: 'put',
  path: '/rating/{id}',
  operationId: 'hideReview',
  tags,
  summary: 'Hide a review from visitors, or show it again (admin)',
  security: PROOF.bearer,
  request: {
    params: z.object({ id: idField.meta({ description: 'The id of the review.' }) }),
    ...jsonBody(z.object({ hidden: z.boolean('hidden has to be true or false.') })),
  },
  responses: {
    200: jsonAnswer('The review', reviewSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, 'not_found'),
  },
})

const post = createRoute({
  method: 'post',
  path: '/rating',
  operationId: 'postReview',
  tags,
  summary: 'Post a review',
  description:
    'The rating is free text: "4", "4.5", "4,5", "4/5" and "4 stars" are read, to the nearest half.',
  security: PROOF.bearer,
  request: jsonBody(
    z.object({
      comment: textField(COMMENT.what, COMMENT),
      rating: z
        .union([z.string(), z.number()], 'The rating is required.')
        .transform(String)
        .pipe(z.string().max(40, 'The rating has to be a number from 0 to 5, such as 4.5.')),
      name: textField('The name', { minimum: 0, maximum: 100 }).optional(),
    }),
  ),
  responses: {
    201: jsonAnswer('The review', reviewSchema),
    ...refusals(...FOR_SIGNED_IN, ...WITH_BODY, 'too_many_requests'),
  },
})

/** The list that visitors read needs no token. */
const adminsUnlessPublic =
  ({ requireAdmin }: Guards): Guards['requireAdmin'] =>
  (c, next) =>
    c.req.query('hidden') === undefined ? next() : requireAdmin(c, next)

/** The calls of reviews. */
export function reviewsApi(shop: Shop, guards: Guards) {
  return createRouter()
    .openapi({ ...list, middleware: adminsUnlessPublic(guards) }, async (c) => {
      const { hidden, ...query } = c.req.valid('query')
      if (hidden === undefined) {
        c.header('Cache-Control', REVALIDATE)
        return c.json(await listReviews(shop.db), 200)
      }
      const page = readPage(query, ['number', 'string'])
      const reviews = await listModeratedReviews(shop.db, hidden === 'true', page)
      setPagingHeaders(c, reviews)
      return c.json([...reviews.rows], 200)
    })
    .openapi({ ...hide, middleware: guards.requireAdmin }, async (c) => {
      const { id } = c.req.valid('param')
      const { hidden } = c.req.valid('json')
      return c.json(await setReviewHidden(shop, c.get('user'), id, hidden), 200)
    })
    .openapi({ ...post, middleware: [guards.requireUser, guards.limit(REVIEW_LIMIT)] as const }, async (c) =>
      c.json(await postReview(shop, c.get('user'), c.req.valid('json')), 201),
    )
}

export type ReviewsApi = ReturnType<typeof reviewsApi>
