import { type RawBuilder, sql } from 'kysely'
import type { Shop } from '#kit/shop.ts'
import { instantMs, isBanned, isSet } from '../tables.ts'

/** The user of a session, as read from the database for the call. */
export interface SignedInUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  readonly role?: 'admin'
  readonly sessionId: string
}

/**
 * The user of the session with this id or secret token; undefined when the session is expired or deleted, or began with
 * credentials that were changed since, or the user is banned. One query.
 */
export async function findSessionUser(
  shop: Shop,
  by: 'id' | 'token',
  value: string,
): Promise<SignedInUser | undefined> {
  const row = await shop.db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id as sessionId', 'session.expiresAt'])
    .select(['user.id', 'user.name', 'user.email', 'user.emailVerified', 'user.role'])
    .select(['user.banned', 'user.banExpires'])
    .where(`session.${by}`, '=', value)
    .whereRef('session.credentialGeneration', '=', 'user.credentialGeneration')
    .executeTakeFirst()
  const nowMs = shop.now()
  if (!row || instantMs(row.expiresAt) <= nowMs || isBanned(row, nowMs)) return undefined
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: isSet(row.emailVerified),
    ...(row.role === 'admin' && { role: 'admin' as const }),
    sessionId: row.sessionId,
  }
}

/**
 * For a statement that locks or changes the user of a session: false when a reset has ended the session meanwhile, also
 * when the statement had to wait for it.
 */
export const isOfSession = (sessionId: string): RawBuilder<boolean> =>
  sql<boolean>`"user"."credentialGeneration" =
    (select "credentialGeneration" from "session" where "session"."id" = ${sessionId})`
