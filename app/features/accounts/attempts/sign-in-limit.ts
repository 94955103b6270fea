import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { AppError } from '#kit/server/app-error.ts'
import { type Caller, callerAddress, countAttempt } from '#kit/server/rate-limit.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import type { KnownBrowsers } from './known-browser.ts'
import { noteSecurityEvent } from './note-event.ts'
import { CODE_LIMIT, PASSWORD_LIMIT, SIGN_IN_LIMIT } from './rate-limits.ts'
import { loggingLimits } from './sign-in-log.ts'

// How many sign-ins of one address run in parallel.
const QUEUES = 8

/**
 * Runs an attempt with a password, or a code, of the account with this address, within the limit of sign-ins. The attempts of an
 * open session of that account, which has proved more than a known browser, are counted by `sessionId`: nobody elsewhere can
 * use them up.
 */
export type LimitedSignIn = (
  c: Context<RequestEnv>,
  email: string,
  attempt: () => Promise<Response>,
  options?: { readonly sessionId?: string; readonly by?: 'password' | 'code' | 'backup code' },
) => Promise<Response>

/**
 * Counts an attempt before it runs, and refuses it (429) above the limits of its account and its network address; then it
 * computes no password hash. The count of wrong ones is taken back unless the attempt answers 401.
 */
export function createSignInLimit(shop: Shop, known: KnownBrowsers): LimitedSignIn {
  const queue = createKeyedQueue()
  return async (c, email, attempt, { sessionId, by = 'password' } = {}) => {
    const { account, name } = await known.find(c, email)
    const who = {
      account: sessionId === undefined ? name : `${email} in ${sessionId}`,
      address: callerAddress(c, shop),
    }
    const counted = async (): Promise<Response> => {
      const takeBackWrong = await countWrong(shop, who, by)
      const response = await countAttempt(shop, PASSWORD_LIMIT, who)
        .then(attempt)
        .catch(async (error) => {
          await takeBackWrong()
          throw error
        })
      if (response.status !== 401) await takeBackWrong()
      else await noteSecurityEvent(c, shop, 'sign_in_failed', { account: account?.id, by })
      return response
    }
    // Right attempts count until they have succeeded. They are queued, so that many from one address are not refused.
    const attempted = queue(queueKey(who), counted)
    return loggingLimits(c, shop, { by: SIGN_IN_LIMIT.name, email }, attempted)
  }
}

/** Counts an attempt as a wrong one, until it is taken back. */
async function countWrong(shop: Shop, who: Caller, by: string): Promise<() => Promise<void>> {
  const takeBack = await countAttempt(shop, SIGN_IN_LIMIT, who)
  if (by !== 'code') return takeBack
  try {
    const takeBackCode = await countAttempt(shop, CODE_LIMIT, who)
    return async () => {
      await takeBackCode()
      await takeBack()
    }
  } catch (error) {
    await takeBack()
    if (!(error instanceof AppError)) throw error
    throw new AppError('too_many_requests', TOO_MANY_CODES, {}, error.headers)
  }
}

const TOO_MANY_CODES = 'Too many wrong codes today. Use a backup code or a passkey, or try again tomorrow.'

const queueKey = ({ account, address }: { account: string; address: string }): string =>
  `${address} ${(createHash('sha256').update(account).digest()[0] ?? 0) % QUEUES}`

/** Runs the tasks of one key one after another; those of different keys in parallel. */
type KeyedQueue = <T>(key: string, task: () => Promise<T>) => Promise<T>

function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const current = (last.get(key) ?? Promise.resolve()).then(task, task)
    last.set(key, current)
    try {
      return await current
    } finally {
      if (last.get(key) === current) last.delete(key)
    }
  }
}
