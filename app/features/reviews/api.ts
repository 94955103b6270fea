import type { Context } from 'hono'
import { ownCall, sometimesStaffCall, staffCall } from '#features/accounts/calls.ts'
import { idField, textField } from '#kit/input/fields.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import { answerPage, readPage } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { COMMENT } from './limits.ts'
import { changeReview, listModeratedReviews, listReviews, postReview } from './reviews.ts'
import { changeReviewSchema, reviewQuerySchema, reviewSchema } from './schema.ts'

export const REVIEW_LIMIT: Limit = {
  name: 'review',
  what: 'reviews',
  account: 60,
  address: 600,
  windowMs: 10 * MINUTE_MS,
}

/** Only the pages for admins have them. */
const adminsPagingHeaders = Object.fromEntries(
  Object.entries(PAGING_HEADERS).map(([name, header]) => [name, { ...header, required: false }]),
)

/** The list that visitors read needs no token. */
const isModerated = (c: Context): boolean => c.req.query('hidden') !== undefined

const list = sometimesStaffCall('products', isModerated, 'get', '/rating', {
  operationId: 'listReviews',
  summary: 'Reviews, newest first',
  description:
    'Without `hidden` the newest 100 that are not hidden, for everyone. For staff `hidden=true` lists the hidden ones and `hidden=false` all others, in pages.',
  publicCache: 'bare',
  query: reviewQuerySchema,
  answers: { 200: jsonAnswer('Reviews', z.array(reviewSchema), adminsPagingHeaders) },
})

const change = staffCall('products', 'put', '/rating/{id}', {
  operationId: 'changeReview',
  summary: 'Hide a review from visitors or show it, answer it, or say that it is read (admin)',
  description: 'Visitors read `answer` below the review; `null` takes it away. Each of these makes it read.',
  params: z.object({ id: idField.meta({ description: 'The id of the review.' }) }),
  body: changeReviewSchema,
  answers: { 200: jsonAnswer('The review', reviewSchema) },
})

const post = ownCall('post', '/rating', {
  operationId: 'postReview',
  summary: 'Post a review',
  description:
    'The rating is free text: "4", "4.5", "4,5", "4/5" and "4 stars" are read, to the nearest half.',
  body: z.object({
    comment: textField(COMMENT.what, COMMENT),
    rating: z
      .union([z.string(), z.number()], 'The rating is required.')
      .transform(String)
      .pipe(z.string().max(40, 'The rating has to be a number from 0 to 5, such as 4.5.')),
    name: textField('The name', { minimum: 0, maximum: 100 }).optional(),
  }),
  limit: REVIEW_LIMIT,
  answers: { 201: jsonAnswer('The review', reviewSchema) },
})

/** The calls of reviews. */
export function reviewsApi(shop: Shop) {
  return createRouter('Reviews')
    .openapi(list, async (c) => {
      const { hidden, ...query } = c.req.valid('query')
      if (hidden === undefined) {
        c.header('Cache-Control', REVALIDATE)
        return c.json(await listReviews(shop.db), 200)
      }
      const page = readPage(query, ['number', 'string'])
      return answerPage(c, await listModeratedReviews(shop.db, hidden === 'true', page))
    })
    .openapi(change, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await changeReview(shop, c.get('user'), id, c.req.valid('json')), 200)
    })
    .openapi(post, async (c) => c.json(await postReview(shop, c.get('user'), c.req.valid('json')), 201))
}

export type ReviewsApi = ReturnType<typeof reviewsApi>
