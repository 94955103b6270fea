import { createHash } from 'node:crypto'
import { type Caller, countHit, refuseWhenUsedUp } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { SIGN_IN_LIMIT } from './limits.ts'

// How many sign-ins of one address are worked on at a time.
const LANES = 8

/** Runs what tries a password when the caller may try one. */
export type LimitedSignIn = (who: Caller, attempt: () => Promise<Response>) => Promise<Response>

/**
 * Runs a sign-in when neither its account nor its address has failed too often, and counts it when it answers 401.
 * A refused try costs no hash.
 */
export function createSignInLimit(shop: Shop): LimitedSignIn {
  const inTurn = createKeyedQueue()
  return (who, attempt) =>
    // A hundred tries at once would all pass a check made before any of them has failed, so they queue.
    inTurn(laneOf(who), async () => {
      await refuseWhenUsedUp(shop, SIGN_IN_LIMIT, who)
      const response = await attempt()
      if (response.status === 401) await countHit(shop, SIGN_IN_LIMIT, who)
      return response
    })
}

const laneOf = ({ account = '', address }: Caller): string =>
  `${address} ${(createHash('sha256').update(account).digest()[0] ?? 0) % LANES}`
