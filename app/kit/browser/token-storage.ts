/** The access token of this browser, in local storage under `accessToken`; all tabs share it. */

const KEY = 'accessToken'
const RENEW_BEFORE_MS = 10 * 60_000
const RENEW_AT_MOST_EVERY_MS = 60_000

type Renewal = (token: string) => Promise<string | undefined>

const listeners = new Set<() => void>()
let renewal: Renewal | undefined
let pendingRenewal: Promise<string | null> | undefined
let renewedAtMs = Number.NEGATIVE_INFINITY

/** The stored token, valid or expired; null on the server and when the browser blocks storage. */
export function readAccessToken(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null
  } catch {
    return null
  }
}

/** Stores the token, or removes it with null, and notifies the listeners of this tab; other tabs get a `storage` event. */
export function writeAccessToken(token: string | null): void {
  if (token === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, token)
  for (const listener of listeners) listener()
}

/** Calls `listener` when the token changes, in this tab or another. Returns the function that unsubscribes. */
export function subscribeAccessToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  // A page restored from the back/forward cache missed the events in between.
  window.addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', listener)
  }
}

/** The claims of an access token. The signature is not verified: only the server does that. */
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

/** Sets the function that renews a token which expires soon; it resolves to undefined when the session has expired. */
export function renewAccessTokensBy(renew: Renewal): void {
  renewal = renew
}

/**
 * The token for a call, renewed when it expires within 10 minutes; null for a visitor. Rejects when an expired token could
 * not be renewed for a temporary reason; the session stays.
 */
export async function accessTokenForCall(): Promise<string | null> {
  const token = readAccessToken()
  if (token === null || !renewal || !expiresWithin(token, RENEW_BEFORE_MS)) return token
  if (performance.now() - renewedAtMs < RENEW_AT_MOST_EVERY_MS) return token
  // Concurrent calls wait for the same renewal.
  pendingRenewal ??= renewOnce(token, renewal).finally(() => {
    pendingRenewal = undefined
  })
  return pendingRenewal
}

async function renewOnce(token: string, renew: Renewal): Promise<string | null> {
  try {
    const fresh = (await renew(token)) ?? null
    renewedAtMs = performance.now()
    // Another tab may have signed out or in meanwhile.
    if (readAccessToken() === token) writeAccessToken(fresh)
    return readAccessToken()
  } catch (error) {
    if (expiresWithin(token, 0)) throw error
    return token
  }
}

function expiresWithin(token: string, ms: number): boolean {
  const { exp } = readClaims(token) ?? {}
  return typeof exp === 'number' && exp * 1000 - Date.now() <= ms
}
