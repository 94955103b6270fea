import type { MiddlewareHandler } from 'hono'
import { standingOf } from '#kit/backup/waiting-restore.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { restoreRefusals } from '../refusals.ts'
import { restoreTexts } from '../texts.ts'

const READING = ['GET', 'HEAD', 'OPTIONS']

/** These write though they only read by their method: who comes back from Google gets an account, or a confirmed address. */
const WRITING = [/^\/api\/auth\/callback(\/|$)/]

/**
 * Calls by which nothing of the shop changes but who is signed in, with the own profile, which the contract's call for a token
 * writes; those that only reckon; and the one that ends the waiting.
 */
const ALLOWED: readonly (readonly [method: string, path: RegExp])[] = [
  ['POST', /^\/api\/auth\/sign-in\/email$/],
  ['POST', /^\/api\/auth\/sign-out$/],
  ['POST', /^\/api\/login$/],
  ['POST', /^\/api\/sign-in-again$/],
  ['PUT', /^\/api\/user\/[^/]+$/],
  ['POST', /^\/api\/quote$/],
  ['POST', /^\/api\/myorder\/[^/]+\/lines\/quote$/],
  ['POST', /^\/api\/settings\/example$/],
  ['POST', /^\/api\/category\/[^/]+\/preview(\.glb)?$/],
  ['POST', /^\/api\/restored\/take-over$/],
]

const REFUSALS = { copy: restoreRefusals.restored, moved: restoreRefusals.moved } as const

/**
 * Refuses all calls that change something while the database is a restored copy, or the shop was moved from it while this process
 * had no connection: what they wrote would be lost, nobody may pay at it, and a webhook that is refused comes again.
 */
export const refuseChangesToCopies =
  (shop: Shop): MiddlewareHandler =>
  async (c, next) => {
    const { method, path } = c.req
    const isReading = READING.includes(method) && !WRITING.some((pattern) => pattern.test(path))
    const isAllowed =
      isReading || ALLOWED.some(([allowed, pattern]) => allowed === method && pattern.test(path))
    const standing = isAllowed ? 'shop' : await standingOf(shop)
    if (standing !== 'shop')
      throw new AppError(REFUSALS[standing], restoreTexts.refused[standing], {}, { 'Retry-After': '60' })
    await next()
  }
