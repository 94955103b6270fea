/** The access token of this browser, in local storage under `accessToken`; every tab sees the same. */

const KEY = 'accessToken'
const RENEW_BEFORE_MS = 10 * 60_000
const RENEW_AT_MOST_EVERY_MS = 60_000

type Renewal = (token: string) => Promise<string | undefined>

const listeners = new Set<() => void>()
let renewal: Renewal | undefined
let underWay: Promise<string | null> | undefined
let renewedAtMs = Number.NEGATIVE_INFINITY

/** The stored token, dead or alive; null on the server and where the browser forbids storage. */
export function readAccessToken(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null
  } catch {
    return null
  }
}

/** Stores the token, or removes it with null, and tells everyone in this tab; other tabs hear it by themselves. */
export function writeAccessToken(token: string | null): void {
  if (token === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, token)
  for (const listener of listeners) listener()
}

/** Calls back when the token changes, in this tab or another. The result ends it. */
export function subscribeAccessToken(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', hear)
  // A page that Back brings to life again slept through what happened meanwhile.
  window.addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', hear)
    window.removeEventListener('pageshow', listener)
  }
}

/** What the shop's token says of itself. It is read without proof: only the server's word counts. */
export function readClaims(token: string): Record<string, unknown> | undefined {
  try {
    const base64 = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Says how a token that is about to end becomes a new one; undefined means that the session is over. */
export function renewAccessTokensBy(renew: Renewal): void {
  renewal = renew
}

/**
 * The token for a call, renewed when it ends within 10 minutes; null when nobody is signed in, or no longer is.
 * Rejects when a token that has ended could not be renewed for a passing reason: that signs nobody out.
 */
export async function accessTokenForCall(): Promise<string | null> {
  const token = readAccessToken()
  if (token === null || !renewal || !endsWithin(token, RENEW_BEFORE_MS)) return token
  if (performance.now() - renewedAtMs < RENEW_AT_MOST_EVERY_MS) return token
  // Calls side by side wait for the same renewal.
  underWay ??= renewOnce(token, renewal).finally(() => {
    underWay = undefined
  })
  return underWay
}

async function renewOnce(token: string, renew: Renewal): Promise<string | null> {
  try {
    const fresh = (await renew(token)) ?? null
    renewedAtMs = performance.now()
    // Whoever signed out or in meanwhile is not overruled.
    if (readAccessToken() === token) writeAccessToken(fresh)
    return readAccessToken()
  } catch (error) {
    if (endsWithin(token, 0)) throw error
    return token
  }
}

function endsWithin(token: string, ms: number): boolean {
  const { exp } = readClaims(token) ?? {}
  return typeof exp === 'number' && exp * 1000 - Date.now() <= ms
}
