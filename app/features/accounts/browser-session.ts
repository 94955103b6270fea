import { useMemo, useSyncExternalStore } from 'react'
import { getJson, ProblemError, postJson } from '#kit/browser/client.ts'
import {
  readAccessToken,
  readClaims,
  renewAccessTokensBy,
  subscribeAccessToken,
  writeAccessToken,
} from '#kit/browser/token-storage.ts'
import { toInternalPath } from '#kit/internal-path.ts'

/** Who is signed in, as the access token says. */
export interface Session {
  readonly email: string
  readonly displayName: string
}

function toSession(token: string | null): Session | null {
  const { email, name } = (token !== null && readClaims(token)) || {}
  if (typeof email !== 'string') return null
  return { email, displayName: typeof name === 'string' ? name : '' }
}

const NOT_KNOWN_YET = undefined

/**
 * Who is signed in; null when nobody is. Undefined in the server's HTML and until the page is awake, because
 * only the browser knows. Follows sign-in and sign-out in every tab.
 */
export function useSession(): Session | null | undefined {
  const token = useSyncExternalStore(subscribeAccessToken, readAccessToken, () => NOT_KNOWN_YET)
  return useMemo(() => (token === NOT_KNOWN_YET ? NOT_KNOWN_YET : toSession(token)), [token])
}

/** Who is signed in right now, for loaders and handlers. */
export const currentSession = (): Session | null => toSession(readAccessToken())

/** Keeps a token that the shop handed out: after signing in, and after the profile changed. */
export const storeToken = (token: string): void => writeAccessToken(token)

/** Signs in; throws a `ProblemError` whose `detail` is the sign-in service's own message. */
export async function signIn(email: string, password: string): Promise<void> {
  await postJson('/api/auth/sign-in/email', { email, password })
  storeToken(await askForToken(email))
}

/** Makes the account, its display name included, and signs in. Throws like {@link signIn}. */
export async function register(name: string, email: string, password: string): Promise<void> {
  await postJson('/api/auth/sign-up/email', { name, email, password })
  storeToken(await askForToken(email))
}

/**
 * Forgets the session in this browser at once, whatever the network does, and ends it at the shop.
 * False when the shop could not be told, so that its cookie may live on.
 */
export async function signOut(): Promise<boolean> {
  writeAccessToken(null)
  return postJson('/api/auth/sign-out', {}).then(
    () => true,
    () => false,
  )
}

/**
 * Verifies the address that the token of a mailed link proves: in its account's own session, else with the password
 * of that account. Throws like {@link signIn}; 401 when the password is needed, or wrong.
 */
export async function verifyEmail(token: string, password?: string): Promise<void> {
  await postJson('/api/auth/verify-email', { token, ...(password !== undefined && { password }) })
}

/** Asks for another mail with a link that verifies the address. The answer is the same for unknown addresses. */
export async function requestVerification(email: string): Promise<void> {
  await postJson('/api/auth/send-verification-email', { email })
}

/** Whether the address of the signed-in account waits to be confirmed; false when that is not known. Never fails. */
export async function isEmailUnconfirmed(): Promise<boolean> {
  const answer = await getJson('/api/auth/get-session').catch(() => null)
  return (answer as { user?: { emailVerified?: boolean } } | null)?.user?.emailVerified === false
}

/** Asks for a mail with a link to a new password. The answer is the same whether the account exists or not. */
export async function requestPasswordReset(email: string): Promise<void> {
  await postJson('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' })
}

/** Sets the new password with the token of the mail's link. Every session of the account ends. */
export async function resetPassword(newPassword: string, token: string): Promise<void> {
  await postJson('/api/auth/reset-password', { newPassword, token })
}

async function askForToken(email: string): Promise<string> {
  const { token } = (await postJson('/api/login', { email })) as { token: string }
  return token
}

renewAccessTokensBy(async (token) => {
  const session = toSession(token)
  if (!session) return undefined
  return askForToken(session.email).catch((error: unknown) => {
    if (error instanceof ProblemError && error.status === 401) return undefined
    throw error
  })
})

/** The way back as an own path; anything else, and the sign-in pages themselves, become the home page. */
export function safeReturnTo(target: string | null | undefined): string {
  const path = target ? toInternalPath(target) : undefined
  return path === undefined || /^\/(login|register)(?![\w-])/.test(path) ? '/' : path
}

/** The address of the sign-in page that leads back to `path`. */
export function loginPath(path: string): string {
  const returnTo = safeReturnTo(path)
  return returnTo === '/' ? '/login' : `/login?${new URLSearchParams({ returnTo })}`
}
