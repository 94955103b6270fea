import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { type Selectable, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { AppError } from './app-error.ts'
import { clientAddress } from './client-address.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    rate_limits: { key: string; hits: number; resets_at: number }
  }
}

/**
 * The maximum number of calls in a window that begins with the first call. A limit by account stops scripts but does not
 * affect people; a limit by address is high, since a whole company may share an address.
 */
export interface Limit {
  /** The unique prefix of its keys in the database. */
  readonly name: string
  /** What it counts, in the table of docs/security.md, which reads the exports of `app`: knip needs `@public` at some. */
  readonly what: string
  readonly account?: number
  readonly address: number
  readonly windowMs: number
  /** A limit of the sign-in service, also active with `RATE_LIMITS=sign-in`. */
  readonly always?: true
}

/** The caller to limit: an address, and the account where it is known. */
export interface Caller {
  readonly account?: string | undefined
  readonly address: string
}

/**
 * Counts one hit of the caller's account and address, and refuses with 429 and `Retry-After` above the limit of either.
 * The counts are in the database, so all processes share them. Keys are hashed: no address or e-mail is stored. One
 * query; none for a limit that `RATE_LIMITS=sign-in` turns off.
 */
export async function countHit(shop: Shop, limit: Limit, caller: Caller): Promise<void> {
  if (!isActive(shop, limit)) return
  const now = shop.now()
  const limits = limitsByKey(limit, caller)
  const rows = await addHits(shop.db, { keys: [...limits.keys()], now, windowMs: limit.windowMs })
  refuse(rows.filter(({ key, hits }) => hits > (limits.get(key) ?? 0)).map((row) => row.resets_at - now))
}

/**
 * Counts an attempt before it runs, so that of many at once no more run than the limit allows. Refuses like
 * {@link countHit}, but a refused attempt does not count. Resolves to the function that takes the count back.
 */
export async function countAttempt(shop: Shop, limit: Limit, caller: Caller): Promise<() => Promise<void>> {
  if (!isActive(shop, limit)) return async () => {}
  const now = shop.now()
  const counted: Hits[] = []
  const takeBack = async (): Promise<void> => {
    for (const hits of counted) await removeHit(shop.db, hits)
  }
  for (const [key, most] of limitsByKey(limit, caller)) {
    const rows = await addHits(shop.db, { keys: [key], now, windowMs: limit.windowMs })
    counted.push(...rows)
    const reached = rows.filter(({ hits }) => hits > most)
    if (reached.length === 0) continue
    await takeBack()
    refuse(reached.map((row) => row.resets_at - now))
  }
  return takeBack
}

type Hits = Selectable<Schema['rate_limits']>

function addHits(
  db: Db,
  { keys, now, windowMs }: { keys: readonly string[]; now: number; windowMs: number },
): Promise<Hits[]> {
  return db
    .insertInto('rate_limits')
    .values(keys.map((key) => ({ key, hits: 1, resets_at: now + windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.hits + 1 end`,
        resets_at: sql<number>`case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['key', 'hits', 'resets_at'])
    .execute()
}

/** Takes a hit back from the window in which it was counted. */
async function removeHit(db: Db, { key, resets_at }: Hits): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1) }))
    .where('key', '=', key)
    .where('resets_at', '=', resets_at)
    .execute()
}

/** Refuses with 429 when the caller has reached a limit; counts nothing. One query. */
export async function refuseWhenUsedUp(shop: Shop, limit: Limit, caller: Caller): Promise<void> {
  const now = shop.now()
  const limits = limitsByKey(limit, caller)
  const rows = await shop.db
    .selectFrom('rate_limits')
    .select(['key', 'hits', 'resets_at'])
    .where('key', 'in', [...limits.keys()])
    .where('resets_at', '>', now)
    .execute()
  refuse(rows.filter(({ key, hits }) => hits >= (limits.get(key) ?? 0)).map((row) => row.resets_at - now))
}

/** The address of the caller, according to `TRUST_PROXY`. */
export const callerAddress = (c: Context, { config }: Shop): string => clientAddress(c, config.trustProxyHops)

/** Deletes counts after the end of their window. */
export async function deleteOldHits(shop: Shop): Promise<void> {
  await shop.db.deleteFrom('rate_limits').where('resets_at', '<=', shop.now()).execute()
}

function isActive({ config }: Shop, limit: Limit): boolean {
  return limit.always === true || config.rateLimits === 'on'
}

/** What is stored of an account or a network address by which calls are counted. */
export const hashedCaller = (who: string): string => createHash('sha256').update(who).digest('base64url')

/** The keys of a caller, each with its maximum hits. */
function limitsByKey(limit: Limit, { account, address }: Caller): ReadonlyMap<string, number> {
  const key = (side: string, who: string): string => `${limit.name}-${side}:${hashedCaller(who)}`
  const limits = new Map<string, number>()
  if (account !== undefined && limit.account !== undefined) limits.set(key('account', account), limit.account)
  limits.set(key('address', address), limit.address)
  return limits
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

export const OWN_READ_LIMIT: Limit = {
  name: 'own-read',
  what: 'reads of what is the caller’s own, all together, counted by each process',
  account: 600,
  address: 6000,
  windowMs: MINUTE_MS,
}

const MOST_CALLERS = 10_000

/**
 * Returns what counts a read by account and address, in each process for itself: to count in the database would be a write for each
 * read, which costs more than most reads.
 */
export function createReadLimit(
  shop: Shop,
  { account = 0, address, windowMs }: Limit,
): (caller: Required<Caller>) => void {
  if (shop.config.rateLimits !== 'on') return () => {}
  const windows = new LRUCache<string, { hits: number; readonly resetsAt: number }>({ max: MOST_CALLERS })
  const countHit = (key: string, most: number): number[] => {
    const now = shop.now()
    const last = windows.get(key)
    const current = last && last.resetsAt > now ? last : { hits: 0, resetsAt: now + windowMs }
    current.hits += 1
    windows.set(key, current)
    return current.hits > most ? [current.resetsAt - now] : []
  }
  return (caller) => {
    refuse([
      ...countHit(`account ${caller.account}`, account),
      ...countHit(`address ${caller.address}`, address),
    ])
  }
}
