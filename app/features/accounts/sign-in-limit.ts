import { createHash } from 'node:crypto'
import { type Caller, countHit, refuseWhenUsedUp } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { SIGN_IN_LIMIT } from './limits.ts'

// How many sign-ins of one address run in parallel.
const QUEUES = 8

/** Runs an attempt with a password, within the limit of sign-ins. */
export type LimitedSignIn = (who: Caller, attempt: () => Promise<Response>) => Promise<Response>

/**
 * Runs an attempt unless its account or its address has reached the limit of failures (429), and counts it when it
 * answers 401. A refused attempt computes no password hash.
 */
export function createSignInLimit(shop: Shop): LimitedSignIn {
  const queue = createKeyedQueue()
  return (who, attempt) =>
    // Parallel attempts would all pass the check before the first has failed, so they are queued.
    queue(queueKey(who), async () => {
      await refuseWhenUsedUp(shop, SIGN_IN_LIMIT, who)
      const response = await attempt()
      if (response.status === 401) await countHit(shop, SIGN_IN_LIMIT, who)
      return response
    })
}

const queueKey = ({ account = '', address }: Caller): string =>
  `${address} ${(createHash('sha256').update(account).digest()[0] ?? 0) % QUEUES}`
