import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { type Caller, callerAddress, countAttempt } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import type { KnownBrowsers } from './known-browser.ts'
import { PASSWORD_LIMIT, SIGN_IN_LIMIT } from './limits.ts'

// How many sign-ins of one address run in parallel.
const QUEUES = 8

/** Runs an attempt with a password of the account with this address, within the limit of sign-ins. */
export type LimitedSignIn = (c: Context, email: string, attempt: () => Promise<Response>) => Promise<Response>

/**
 * Counts an attempt before it runs, and refuses it (429) above the limits of its account and its network address; then it
 * computes no password hash. The count of wrong passwords is taken back unless the attempt answers 401.
 */
export function createSignInLimit(shop: Shop, known: KnownBrowsers): LimitedSignIn {
  const queue = createKeyedQueue()
  return async (c, email, attempt) => {
    const who = await findCaller(c, shop, known, email)
    // Right attempts count until they have succeeded. They are queued, so that many from one address are not refused.
    return queue(queueKey(who), async () => {
      const takeBackWrong = await countAttempt(shop, SIGN_IN_LIMIT, who)
      const response = await countAttempt(shop, PASSWORD_LIMIT, who)
        .then(attempt)
        .catch(async (error) => {
          await takeBackWrong()
          throw error
        })
      if (response.status !== 401) await takeBackWrong()
      return response
    })
  }
}

/** The caller to count. A known browser has its own count, whatever others have tried at its account. */
async function findCaller(
  c: Context,
  shop: Shop,
  known: KnownBrowsers,
  email: string,
): Promise<Caller & { account: string }> {
  const account = await shop.db
    .selectFrom('user')
    .select(['id', 'credentialGeneration'])
    .where('email', '=', email)
    .executeTakeFirst()
  const browserId = account && known.idFor(c, account)
  const address = callerAddress(c, shop)
  return { account: browserId === undefined ? email : `${email} in ${browserId}`, address }
}

const queueKey = ({ account, address }: Caller & { account: string }): string =>
  `${address} ${(createHash('sha256').update(account).digest()[0] ?? 0) % QUEUES}`
