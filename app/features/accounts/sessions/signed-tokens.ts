import { hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS } from '#kit/time.ts'
import { acceptedSecrets } from './former-signatures.ts'
import { findSessionUser, type SignedInUser } from './session-users.ts'

const LIFETIME_MS = 12 * HOUR_MS

const ISSUER = 'shop'

/** The maximum number of cached tokens with verified claims. */
const CACHED_TOKENS = 5000

export interface AccessTokens {
  /** A token for the session, valid for at most 12 hours; earlier tokens stay valid. */
  issue(holder: Pick<SignedInUser, 'id' | 'sessionId' | 'email' | 'name'>): Promise<string>
  /** The user of the token; undefined when the token is invalid or expired, or its session is not valid. */
  check(token: string): Promise<SignedInUser | undefined>
}

const keyOf = (secret: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'access token', 32))

/** Whether an account is a member of a company. Its tokens tell the browser; the shop itself never trusts that. */
export type IsInCompany = (userId: string) => Promise<boolean>

export function createAccessTokens(shop: Shop, isInCompany: IsInCompany): AccessTokens {
  const key = keyOf(shop.secret)
  const accepted = acceptedSecrets(shop).map(keyOf)
  const verified = new LRUCache<string, Claims>({ max: CACHED_TOKENS })
  const claimsOf = async (token: string): Promise<Claims | undefined> => {
    const known = verified.get(token)
    if (known) return known
    const claims = await readClaims(token, accepted, shop.now())
    if (claims) verified.set(token, claims)
    return claims
  }
  return {
    issue: async ({ id, sessionId, email, name }) => {
      const nowMs = shop.now()
      return new SignJWT({ sid: sessionId, email, name, ...((await isInCompany(id)) && { company: true }) })
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

async function readClaims(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<Claims | undefined> {
  for (const key of keys) {
    const claims = await readSigned(token, key, nowMs)
    if (claims) return claims
  }
  return undefined
}

async function readSigned(token: string, key: Uint8Array, nowMs: number): Promise<Claims | undefined> {
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
    // The caller gets the same answer for every error.
    return undefined
  }
}
