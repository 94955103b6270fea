import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import type { Shop } from '#kit/shop.ts'
import { clientAddress } from './client-address.ts'
import { AppError } from './problem.ts'
import type { RequestEnv } from './router.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    rate_limits: { key: string; hits: number; resets_at: number }
  }
}

export const MINUTE_MS = 60_000

/**
 * How often something may be done in a window that begins with the first time. A limit of an account stops a script long
 * before it affects a person; one of an address is high, since a whole company may share one.
 */
export interface Limit {
  /** What its counts are stored under; no two limits share one. */
  readonly name: string
  readonly account?: number
  readonly address: number
  readonly windowMs: number
  /** Of the sign-in service: kept with `RATE_LIMITS=sign-in` too. */
  readonly always?: true
}

/** Who does something that is limited: an address, and the account where one is known. */
export interface Caller {
  readonly account?: string | undefined
  readonly address: string
}

/**
 * Counts one hit of the caller's account and address, and refuses with 429 and `Retry-After` past the limit of
 * either. The counts live in the database, so all processes share them. Keys are hashed: no address or e-mail is
 * kept. One query; none for what `RATE_LIMITS=sign-in` leaves out.
 */
export async function countHit(shop: Shop, limit: Limit, caller: Caller): Promise<void> {
  if (!isKept(shop, limit)) return
  const now = shop.now()
  const most = bounds(limit, caller)
  const rows = await shop.db
    .insertInto('rate_limits')
    .values([...most.keys()].map((key) => ({ key, hits: 1, resets_at: now + limit.windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.hits + 1 end`,
        resets_at: sql<number>`case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['key', 'hits', 'resets_at'])
    .execute()
  refuse(rows.filter(({ key, hits }) => hits > (most.get(key) ?? 0)).map((row) => row.resets_at - now))
}

/** Refuses with 429 when a limit of the caller's is already used up; counts nothing. One query. */
export async function refuseWhenUsedUp(shop: Shop, limit: Limit, caller: Caller): Promise<void> {
  const now = shop.now()
  const most = bounds(limit, caller)
  const rows = await shop.db
    .selectFrom('rate_limits')
    .select(['key', 'hits', 'resets_at'])
    .where('key', 'in', [...most.keys()])
    .where('resets_at', '>', now)
    .execute()
  refuse(rows.filter(({ key, hits }) => hits >= (most.get(key) ?? 0)).map((row) => row.resets_at - now))
}

/** Bounds the calls of an account and of the address that they come from, as {@link countHit} does. */
export function limitCalls<Env extends RequestEnv>(
  shop: Shop,
  limit: Limit,
  accountOf: (c: Context<Env>) => string,
): MiddlewareHandler<Env> {
  if (!isKept(shop, limit)) return (_c, next) => next()
  return async (c, next) => {
    await countHit(shop, limit, { account: accountOf(c), address: callerAddress(c, shop) })
    await next()
  }
}

/** The address that a call counts for, as `TRUST_PROXY` says. */
export const callerAddress = (c: Context, { config }: Shop): string => clientAddress(c, config.trustProxyHops)

/** Forgets counts whose window is over. */
export async function deleteOldHits(shop: Shop): Promise<void> {
  await shop.db.deleteFrom('rate_limits').where('resets_at', '<=', shop.now()).execute()
}

function isKept({ config }: Shop, limit: Limit): boolean {
  return limit.always === true || config.rateLimits === 'on'
}

/** The keys that a caller counts under, each with the most hits that it may have. */
function bounds(limit: Limit, { account, address }: Caller): ReadonlyMap<string, number> {
  const key = (side: string, who: string): string =>
    `${limit.name}-${side}:${createHash('sha256').update(who).digest('base64url')}`
  const most = new Map<string, number>()
  if (account !== undefined && limit.account !== undefined) most.set(key('account', account), limit.account)
  most.set(key('address', address), limit.address)
  return most
}

function refuse(waitsMs: readonly number[]): void {
  if (waitsMs.length === 0) return
  const seconds = Math.max(1, Math.ceil(Math.max(...waitsMs) / 1000))
  throw new AppError(
    'too_many_requests',
    `Too many tries. Wait ${seconds} seconds and try again.`,
    {},
    { 'Retry-After': String(seconds) },
  )
}
