import { hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { instantMs, isBanned, isSet } from './tables.ts'

const LIFETIME_MS = 12 * 3_600_000

const ISSUER = 'shop'

/** Who makes a call, as the database knows them at this moment. */
export interface SignedInUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  readonly role?: 'admin'
  readonly sessionId: string
}

export interface AccessTokens {
  /** A token that speaks for the session for at most 12 hours; earlier ones stay alive. */
  issue(holder: { sessionId: string; userId: string; email: string; name: string }): Promise<string>
  /** Whom the token speaks for, or nothing when it is forged, over, or its session or user is. */
  check(token: string): Promise<SignedInUser | undefined>
}

export function createAccessTokens(shop: Shop): AccessTokens {
  const key = new Uint8Array(hkdfSync('sha256', shop.secret, '', 'access token', 32))
  return {
    issue: ({ sessionId, userId, email, name }) => {
      const nowMs = shop.now()
      return new SignJWT({ sid: sessionId, email, name })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setJti(newId(nowMs))
        .setIssuedAt(new Date(nowMs))
        .setExpirationTime(new Date(nowMs + LIFETIME_MS))
        .sign(key)
    },
    check: async (token) => {
      const claims = await readClaims(token, key, shop.now())
      return claims && findHolder(shop, claims)
    },
  }
}

interface Claims {
  readonly sessionId: string
  readonly userId: string
}

async function readClaims(token: string, key: Uint8Array, nowMs: number): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: new Date(nowMs),
    })
    return typeof payload.sid === 'string' && payload.sub
      ? { sessionId: payload.sid, userId: payload.sub }
      : undefined
  } catch {
    // Whatever is wrong with it, the caller is told the same.
    return undefined
  }
}

/** The session row is read on each call, so that signing out, a reset and a ban end the token at once. */
async function findHolder(shop: Shop, claims: Claims): Promise<SignedInUser | undefined> {
  const row = await shop.db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select([
      'session.expiresAt',
      'user.id',
      'user.name',
      'user.email',
      'user.emailVerified',
      'user.role',
      'user.banned',
      'user.banExpires',
    ])
    .where('session.id', '=', claims.sessionId)
    .where('user.id', '=', claims.userId)
    .executeTakeFirst()
  const nowMs = shop.now()
  if (!row || instantMs(row.expiresAt) <= nowMs || isBanned(row, nowMs)) return undefined
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: isSet(row.emailVerified),
    ...(row.role === 'admin' && { role: 'admin' as const }),
    sessionId: claims.sessionId,
  }
}
