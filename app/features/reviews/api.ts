import type { Guards } from '#features/accounts/accounts.ts'
import { textField } from '#kit/fields.ts'
import { FOR_SIGNED_IN, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { PUBLIC_CACHE } from '#kit/server/public-addresses.ts'
import { type Limit, MINUTE_MS } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { COMMENT } from './comment.ts'
import { listReviews, postReview } from './reviews.ts'

const reviewSchema = z
  .object({ _id: z.string(), comment: z.string(), rating: z.number(), name: z.string() })
  .meta({ id: 'Review' })

export const REVIEW_LIMIT: Limit = { name: 'review', account: 60, address: 600, windowMs: 10 * MINUTE_MS }

const tags = ['Reviews']

const list = createRoute({
  method: 'get',
  path: '/rating',
  operationId: 'listReviews',
  tags,
  security: PROOF.none,
  ...PUBLIC_CACHE,
  summary: 'Reviews, newest first',
  responses: { 200: jsonAnswer('Reviews', z.array(reviewSchema)), ...refusals() },
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

/** The calls of reviews. */
export function reviewsApi(shop: Shop, guards: Guards) {
  return createRouter()
    .openapi(list, async (c) => {
      c.header('Cache-Control', 'no-cache')
      return c.json(await listReviews(shop.db), 200)
    })
    .openapi({ ...post, middleware: [guards.requireUser, guards.limit(REVIEW_LIMIT)] as const }, async (c) =>
      c.json(await postReview(shop, c.get('user'), c.req.valid('json')), 201),
    )
}

export type ReviewsApi = ReturnType<typeof reviewsApi>
