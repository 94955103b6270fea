import { useMemo, useSyncExternalStore } from 'react'
import { bearerFetch, getJson, ProblemError, postJson } from '#kit/browser/client.ts'
import {
  readAccessToken,
  readClaims,
  renewAccessTokensBy,
  subscribeAccessToken,
  writeAccessToken,
} from '#kit/browser/token-storage.ts'
import { toInternalPath } from '#kit/input/internal-path.ts'
import { noteSignedOutHere } from './sessions/session-end.ts'

/** The signed-in user, from the claims of the access token. */
export interface Session {
  readonly email: string
  readonly displayName: string
  /** The account was in a company when the token was issued: there may be prices that are agreed with it. */
  readonly isInCompany: boolean
}

function toSession(token: string | null): Session | null {
  const { email, name, company } = (token !== null && readClaims(token)) || {}
  if (typeof email !== 'string') return null
  return { email, displayName: typeof name === 'string' ? name : '', isInCompany: company === true }
}

const NOT_KNOWN_YET = undefined

/**
 * The session; null for a visitor. Undefined in the server's HTML and until the page is hydrated, because only the
 * browser has the token. Updates on sign-in and sign-out in any tab.
 */
export function useSession(): Session | null | undefined {
  const token = useSyncExternalStore(subscribeAccessToken, readAccessToken, () => NOT_KNOWN_YET)
  return useMemo(() => (token === NOT_KNOWN_YET ? NOT_KNOWN_YET : toSession(token)), [token])
}

/** The current session, for loaders and handlers. */
export const currentSession = (): Session | null => toSession(readAccessToken())

/** How public calls are made that may answer a member of a company what is the company's; undefined: as everybody makes them. */
export const memberFetch = () => (currentSession()?.isInCompany ? bearerFetch : undefined)

/** Stores a new access token, after signing in and after a change of the profile. */
export function storeToken(token: string): void {
  localStorage.removeItem(SIGNED_OUT)
  writeAccessToken(token)
}

/** Set in local storage while nobody is signed in because the user signed out. */
const SIGNED_OUT = 'signedOut'

/** Whether the last session of this browser ended because its user signed out, in any tab. */
export function isSignedOutByUser(): boolean {
  try {
    return localStorage.getItem(SIGNED_OUT) !== null
  } catch {
    return true
  }
}

/** As {@link signOut}, for the user who asked for it: this tab forgets what was typed. */
export function signOutByUser(): Promise<boolean> {
  noteSignedOutHere()
  try {
    localStorage.setItem(SIGNED_OUT, '1')
  } catch {
    // The storage is full: signing out matters more than the drafts.
  }
  return signOut()
}

/**
 * Deletes the access token of this browser at once and ends the session on the server. False when that call failed,
 * so the session cookie may still be valid.
 */
export async function signOut(): Promise<boolean> {
  writeAccessToken(null)
  return postJson('/api/auth/sign-out', {}).then(
    () => true,
    () => false,
  )
}

/** What the sign-in service knows of the signed-in account besides its name and address. */
interface Account {
  readonly isUnconfirmed: boolean
  /** The address of its picture. */
  readonly image: string | undefined
}

/** Whether the address of the signed-in account is unconfirmed, and its picture; neither when the call fails. Never rejects. */
export async function fetchAccount(): Promise<Account> {
  const answer = await getJson('/api/auth/get-session').catch(() => null)
  const { user } = (answer ?? {}) as { user?: { emailVerified?: boolean; image?: string | null } }
  return { isUnconfirmed: user?.emailVerified === false, image: user?.image ?? undefined }
}

/** A new access token for the session of the cookie. */
export async function requestToken(email: string): Promise<string> {
  const { token } = (await postJson('/api/login', { email })) as { token: string }
  return token
}

renewAccessTokensBy(async (token) => {
  const session = toSession(token)
  if (!session) return undefined
  return requestToken(session.email).catch((error: unknown) => {
    if (error instanceof ProblemError && error.status === 401) return undefined
    throw error
  })
})

/** The target as a path of the shop; other targets, and the sign-in pages themselves, become the home page. */
export function safeReturnTo(target: string | null | undefined): string {
  const path = target ? toInternalPath(target) : undefined
  return path === undefined || /^\/(login|register|sign-in-code)(?![\w-])/.test(path) ? '/' : path
}

/** The address of the sign-in page that returns to `path` afterwards. */
export function loginPath(path: string): string {
  const returnTo = safeReturnTo(path)
  return returnTo === '/' ? '/login' : `/login?${new URLSearchParams({ returnTo })}`
}
