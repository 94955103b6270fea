import { ownCall } from '#features/accounts/calls.ts'
import { priceBuyer } from '#features/agreed-prices/agreed-prices.ts'
import { quoteWorded } from '#features/quote/quote.ts'
import { wordedQuoteSchema } from '#features/quote/schema.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { readCart, replaceCart } from './cart.ts'
import { putCartSchema } from './schema.ts'

/** A page saves at most twice a second. */
export const CART_LIMIT: Limit = {
  name: 'cart',
  what: 'changes of a cart',
  account: 300,
  address: 3000,
  windowMs: MINUTE_MS,
}

const answer = jsonAnswer('The cart as a quote, in its sequence', wordedQuoteSchema)

const get = ownCall('get', '/cart', {
  operationId: 'getCart',
  summary: 'The caller’s cart, priced and checked',
  description: 'A part that is no longer for sale stays in the cart, as `unknown`.',
  limit: 'reads',
  answers: { 200: answer },
})

const put = ownCall('put', '/cart', {
  operationId: 'putCart',
  summary: 'Replace the caller’s cart',
  description:
    'Quantities are kept as they are, also those that cannot be ordered. A product named twice becomes one line with the sum. `own` is what the buyer calls the part, `note` what is said of the line; an order takes both.',
  body: putCartSchema,
  limit: CART_LIMIT,
  answers: { 200: answer },
})

/** The calls of the cart; each is about the caller's own. */
export function cartApi(shop: Shop) {
  const quoteCart = async (owner: { id: string }) =>
    quoteWorded(shop.db, await priceBuyer(shop, owner.id), await readCart(shop.db, owner))
  return createRouter('Cart')
    .openapi(get, async (c) => c.json(await quoteCart(c.get('user')), 200))
    .openapi(put, async (c) => {
      const user = c.get('user')
      await replaceCart(shop, user, c.req.valid('json').lines)
      return c.json(await quoteCart(user), 200)
    })
}
