import type { Context } from 'hono'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'

/**
 * Refuses (403) a call that another site made in the visitor's browser. Browsers send the origin with every call that
 * changes something, and no page can forge it. A call without an origin is not from a browser, so it has no visitor's cookie.
 */
export function refuseOtherOrigins(c: Context, shop: Shop): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isOtherOrigin = origin !== undefined && !shop.config.trustedOrigins.includes(origin)
  const isOtherSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (isOtherOrigin || isOtherSite)
    throw new AppError('forbidden', 'This call has to come from a page of the shop itself.')
}
