import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { callerAddress, type Limit, refuse } from './rate-limit.ts'
import type { RequestEnv } from './router.ts'

/** Reads of what is the caller's own. */
export const OWN_READ_LIMIT: Limit = { name: 'own-read', account: 600, address: 6000, windowMs: MINUTE_MS }

const MOST_CALLERS = 10_000

/**
 * Limits reads by account and address, in each process for itself: to count in the database would be a write for each read, which
 * costs more than most reads.
 */
export function limitReads<Env extends RequestEnv>(
  shop: Shop,
  { account = 0, address, windowMs }: Limit,
  accountOf: (c: Context<Env>) => string,
): MiddlewareHandler<Env> {
  if (shop.config.rateLimits !== 'on') return (_c, next) => next()
  const windows = new LRUCache<string, { hits: number; readonly resetsAt: number }>({ max: MOST_CALLERS })
  const countHit = (key: string, most: number): number[] => {
    const now = shop.now()
    const last = windows.get(key)
    const current = last && last.resetsAt > now ? last : { hits: 0, resetsAt: now + windowMs }
    current.hits += 1
    windows.set(key, current)
    return current.hits > most ? [current.resetsAt - now] : []
  }
  return async (c, next) => {
    refuse([
      ...countHit(`account ${accountOf(c)}`, account),
      ...countHit(`address ${callerAddress(c, shop)}`, address),
    ])
    await next()
  }
}
