import type { MiddlewareHandler } from 'hono'
import { jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { callerAddress, countHit, type Limit } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, type RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { quoteLines, quoteText } from './quote.ts'
import { quoteRequestSchema, quoteSchema } from './schema.ts'

export const QUOTE_LIMIT: Limit = { name: 'quote', address: 120, windowMs: MINUTE_MS }

const quoteRoute = createRoute({
  method: 'post',
  path: '/quote',
  operationId: 'quote',
  tags: ['Orders'],
  security: PROOF.none,
  summary: 'What a list would cost, and what is wrong with it',
  description:
    'Either of `lines`, by part number in any case or by id, or of a pasted `text`: each of its lines has a part number and a quantity, in either order. At most 500 lines. Every line comes back in its sequence with what was `given`; a part named again is merged into its first line. Only the first 20 unknown part numbers have the nearest parts as `fixes`. Nothing is reserved.',
  request: jsonBody(quoteRequestSchema),
  responses: {
    200: jsonAnswer('The quote', quoteSchema),
    ...refusals(...WITH_BODY, 'too_many_requests'),
  },
})

/** The call that quotes a list. */
export function quoteApi(shop: Shop) {
  const limit: MiddlewareHandler<RequestEnv> = async (c, next) => {
    await countHit(shop, QUOTE_LIMIT, { address: callerAddress(c, shop) })
    await next()
  }
  return createRouter().openapi({ ...quoteRoute, middleware: limit }, async (c) => {
    const { lines = [], text } = c.req.valid('json')
    return c.json(text === undefined ? await quoteLines(shop.db, lines) : await quoteText(shop.db, text), 200)
  })
}
