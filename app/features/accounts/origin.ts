import type { Context } from 'hono'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'

/**
 * Refuses (403) a call that another site made in the caller's browser. Browsers name the origin on every call
 * that changes something and no page can forge it; a caller without a browser names none, and has no cookie of
 * anybody else to misuse.
 */
export function refuseOtherOrigins(c: Context, shop: Shop): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const foreign = origin !== undefined && !shop.config.trustedOrigins.includes(origin)
  const crossSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (foreign || crossSite)
    throw new AppError('forbidden', 'This call has to come from a page of the shop itself.')
}
