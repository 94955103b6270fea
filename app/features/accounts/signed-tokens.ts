import { hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { newId } from '#kit/id.ts'
import { createLruCache } from '#kit/lru-cache.ts'
import type { Shop } from '#kit/shop.ts'
import { findSessionUser, type SignedInUser } from './session-users.ts'

const LIFETIME_MS = 12 * 3_600_000

const ISSUER = 'shop'

/** Of so many tokens the signature, once checked, is not worked out again. */
const KEPT_TOKENS = 5000

export interface AccessTokens {
  /** A token that speaks for the session for at most 12 hours; earlier ones stay alive. */
  issue(holder: Pick<SignedInUser, 'id' | 'sessionId' | 'email' | 'name'>): Promise<string>
  /** Whom the token speaks for, or nothing when it is forged, over, or its session or user is. */
  check(token: string): Promise<SignedInUser | undefined>
}

export function createAccessTokens(shop: Shop): AccessTokens {
  const key = new Uint8Array(hkdfSync('sha256', shop.secret, '', 'access token', 32))
  const verified = createLruCache<string, Claims>(KEPT_TOKENS)
  const claimsOf = async (token: string): Promise<Claims | undefined> => {
    const known = verified.get(token)
    if (known) return known
    const claims = await readClaims(token, key, shop.now())
    if (claims) verified.set(token, claims)
    return claims
  }
  return {
    issue: ({ id, sessionId, email, name }) => {
      const nowMs = shop.now()
      return new SignJWT({ sid: sessionId, email, name })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(id)
        .setJti(newId(nowMs))
        .setIssuedAt(new Date(nowMs))
        .setExpirationTime(new Date(nowMs + LIFETIME_MS))
        .sign(key)
    },
    check: async (token) => {
      const claims = await claimsOf(token)
      if (!claims || claims.expiresAtMs <= shop.now()) return undefined
      // The session is read on each call, so that signing out, a reset and a ban end the token at once.
      const holder = await findSessionUser(shop, 'id', claims.sessionId)
      return holder?.id === claims.userId ? holder : undefined
    },
  }
}

interface Claims {
  readonly sessionId: string
  readonly userId: string
  readonly expiresAtMs: number
}

async function readClaims(token: string, key: Uint8Array, nowMs: number): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: new Date(nowMs),
    })
    return typeof payload.sid === 'string' && payload.sub && payload.exp !== undefined
      ? { sessionId: payload.sid, userId: payload.sub, expiresAtMs: payload.exp * 1000 }
      : undefined
  } catch {
    // Whatever is wrong with it, the caller is told the same.
    return undefined
  }
}
