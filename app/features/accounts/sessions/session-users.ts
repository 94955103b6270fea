import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { type Right, readRights } from '../rights.ts'
import { instantMs, isBanned, isSet } from '../tables.ts'
import { lacksFactor } from './second-factor.ts'

/** A session ends so long after it began, however much it is used: then its user proves anew who it is. */
const LONGEST_MS = 90 * DAY_MS

/** The time (ms) before which a session that is valid has not begun. */
export const earliestBegin = (nowMs: number): number => nowMs - LONGEST_MS

/** The user of a session, as read from the database for the call. */
export interface SignedInUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  readonly role?: 'admin'
  /** Of who is of the staff without being an admin. */
  readonly rights?: readonly Right[]
  /** Of staff who have to set up a second factor first, see `REQUIRE_SECOND_FACTOR`. */
  readonly lacksFactor?: true
  readonly sessionId: string
  /** When the session last proved whose it is: by signing in, or by signing in again (ms). */
  readonly provedAt?: number
}

/**
 * The user of the session with this id or secret token; undefined when the session is expired or deleted, began too long ago or with
 * credentials that were changed since, or the user is banned. One query, and one more of staff who need a second factor.
 */
export async function findSessionUser(
  shop: Shop,
  by: 'id' | 'token',
  value: string,
): Promise<SignedInUser | undefined> {
  const row = await shop.db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id as sessionId', 'session.expiresAt', 'session.createdAt', 'session.provedAt'])
    .select(['user.id', 'user.name', 'user.email', 'user.emailVerified', 'user.role', 'user.rights'])
    .select(['user.banned', 'user.banExpires'])
    .where(`session.${by}`, '=', value)
    .whereRef('session.credentialGeneration', '=', 'user.credentialGeneration')
    .executeTakeFirst()
  const nowMs = shop.now()
  if (!row || instantMs(row.expiresAt) <= nowMs || isBanned(row, nowMs)) return undefined
  if (instantMs(row.createdAt) <= earliestBegin(nowMs)) return undefined
  const isStaff = row.role === 'admin' || row.rights !== null
  return {
    ...(isStaff && (await lacksFactor(shop, shop.db, row.id)) && { lacksFactor: true }),
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: isSet(row.emailVerified),
    ...(row.role === 'admin' && { role: 'admin' as const }),
    ...(row.rights !== null && { rights: readRights(row.rights) }),
    sessionId: row.sessionId,
    provedAt: row.provedAt ?? instantMs(row.createdAt),
  }
}

/**
 * For a statement that locks or changes the user of a session: false when a reset has ended the session meanwhile, also
 * when the statement had to wait for it.
 */
export const isOfSession = (sessionId: string): RawBuilder<boolean> =>
  sql<boolean>`"user"."credentialGeneration" =
    (select "credentialGeneration" from "session" where "session"."id" = ${sessionId})`

/**
 * Locks the row of a customer until the transaction ends, so that another one for this customer waits: what the customer is
 * going to add has no rows to lock yet. Refused (401) when the session has ended meanwhile.
 */
export async function lockCustomer(
  trx: Db,
  { id, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
): Promise<void> {
  const user = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where(isOfSession(sessionId))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('not_signed_in', 'Sign in first.')
}

/**
 * Deletes expired sessions, and expired tokens of resets and of sign-ins by Google: the sign-in library refuses them
 * and never deletes them. A session lasts seven days or more, a token an hour at most, so younger rows are skipped.
 */
export async function deleteExpiredSessions({ db, now }: Shop): Promise<void> {
  const isExpired = sql<boolean>`${sql.ref('expiresAt')} <= ${toIso(now())}`
  await deleteOldRows(db, 'session', now() - 7 * DAY_MS, isExpired)
  await deleteOldRows(db, 'verification', now() - DAY_MS, isExpired)
}
