import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Shop } from '#kit/shop.ts'
import { AppError } from './problem.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    rate_limits: { key: string; hits: number; resets_at: number }
  }
}

/** At most `hits` in a window of `windowMs` that opens with the first. */
export interface Limit {
  readonly name: string
  readonly hits: number
  readonly windowMs: number
}

const keyOf = (limit: Limit, who: string): string =>
  `${limit.name}:${createHash('sha256').update(who).digest('base64url')}`

/**
 * Counts one hit and refuses with 429 and `Retry-After` past the limit. The count lives in the database, so
 * all processes share it. The key is hashed: no address or e-mail is kept.
 */
export async function countHit(shop: Shop, limit: Limit, who: string): Promise<void> {
  const now = shop.now()
  const fresh = now + limit.windowMs
  const row = await shop.db
    .insertInto('rate_limits')
    .values({ key: keyOf(limit, who), hits: 1, resets_at: fresh })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.hits + 1 end`,
        resets_at: sql<number>`case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()
  if (row.hits > limit.hits) throw tooMany(row.resets_at - now)
}

/** Refuses with 429 when the limit is already used up; counts nothing. */
export async function refuseWhenUsedUp(shop: Shop, limit: Limit, who: string): Promise<void> {
  const row = await shop.db
    .selectFrom('rate_limits')
    .select(['hits', 'resets_at'])
    .where('key', '=', keyOf(limit, who))
    .executeTakeFirst()
  const now = shop.now()
  if (row && row.resets_at > now && row.hits >= limit.hits) throw tooMany(row.resets_at - now)
}

/** Forgets counts whose window is over. */
export async function forgetOldHits(shop: Shop): Promise<void> {
  await shop.db.deleteFrom('rate_limits').where('resets_at', '<=', shop.now()).execute()
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new AppError(
    'too_many_requests',
    `Too many tries. Wait ${seconds} seconds and try again.`,
    {},
    { 'Retry-After': String(seconds) },
  )
}
