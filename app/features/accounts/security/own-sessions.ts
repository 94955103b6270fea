import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { type Origin, recordSecurityEvent } from '../events/events.ts'
import { earliestBegin, type SignedInUser } from '../sessions/session-users.ts'
import { instantMs } from '../tables.ts'
import type { OwnSession } from './schema.ts'

type Holder = Pick<SignedInUser, 'id' | 'sessionId'>

/** An account has few; this bounds those of somebody who signs in again and again. */
const MOST_SHOWN = 100

/** The sessions of an account that are valid, newest use first; never a token. */
export async function listOwnSessions({ db, now }: Shop, holder: Holder): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.createdAt', 'session.updatedAt'])
    .select(['session.ipAddress', 'session.userAgent'])
    .where('session.userId', '=', holder.id)
    .whereRef('session.credentialGeneration', '=', 'user.credentialGeneration')
    .where('session.expiresAt', '>', toIso(now()))
    .where('session.createdAt', '>', toIso(earliestBegin(now())))
    .orderBy('session.updatedAt', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    createdAt: toIso(instantMs(row.createdAt)),
    lastSeenAt: toIso(instantMs(row.updatedAt)),
    browser: row.userAgent || 'Unknown browser',
    ...(row.ipAddress && { address: row.ipAddress }),
    current: row.id === holder.sessionId,
  }))
}

/** Ends a session of the account, with its tokens, on every process. Refused (404) when the account has no such session. */
export async function endOwnSession(
  { db, now }: Shop,
  holder: Holder,
  sessionId: string,
  origin: Origin,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('session')
      .where('id', '=', sessionId)
      .where('userId', '=', holder.id)
      .executeTakeFirst()
    if (ended.numDeletedRows === 0n) throw new AppError('not_found', 'There is no such session.')
    await recordSecurityEvent(trx, { userId: holder.id, kind: 'session_ended', at: now() }, origin)
    return 1
  })
}

/** The same of all but the one of the call; resolves to their number. */
export async function endOtherSessions({ db, now }: Shop, holder: Holder, origin: Origin): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('session')
      .where('userId', '=', holder.id)
      .where('id', '<>', holder.sessionId)
      .executeTakeFirst()
    const count = Number(ended.numDeletedRows)
    if (count > 0)
      await recordSecurityEvent(trx, { userId: holder.id, kind: 'session_ended', at: now() }, origin)
    return count
  })
}
