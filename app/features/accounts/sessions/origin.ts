import type { Context } from 'hono'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'

/**
 * Refuses (403) a call that another site made in the visitor's browser. Browsers send the origin with every call that
 * changes something, and no page can forge it. Such a call without an origin comes from a program,
 * which has no cookie of another user.
 */
export function refuseOtherOrigins(c: Context, shop: Shop): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isOtherOrigin = origin !== undefined && !shop.config.trustedOrigins.includes(origin)
  const isOtherSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (isOtherOrigin || isOtherSite)
    throw new AppError('forbidden', 'This call has to come from a page of the shop itself.')
}
