import { ProblemError, postJson, unwrap } from '#kit/browser/client.ts'
import { storeToken } from '../browser-session.ts'
import { accountsClient } from '../client.ts'

const REDIRECT_TIMEOUT_MS = 8000

const FAILED = 'Google could not say who you are. Try again in a moment.'
const EXPIRED = 'This sign-in took too long or was begun in another browser. Try again.'

const MESSAGES: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in with Google was cancelled.',
  account_not_linked:
    'There is an account with this e-mail address already, but the address is not confirmed, here or at Google. Reset your password first (Forgot Password), then sign in.',
  other_account:
    'This Google account is not that of the account with which you are signed in. Choose the other one.',
  too_many_accounts: 'Too many accounts were made from your network within an hour. Try again later.',
  BANNED_USER: 'This account is closed.',
  state_mismatch: EXPIRED,
  state_not_found: EXPIRED,
  state_invalid: EXPIRED,
}

/** The error for the `error` parameter of a callback from Google; null when there is none. */
export function googleError(code: string | null): ProblemError | null {
  return code === null ? null : new ProblemError(400, 'unknown', MESSAGES[code] ?? FAILED)
}

/**
 * Redirects to Google; `returnTo` is the page after signing in, `from` the page that shows an error. Throws when the
 * shop refused. `again`: nobody but the user may sign in. Resolves when the visitor comes back to this page, or after 8 seconds.
 */
export async function startGoogleSignIn(
  returnTo: string,
  from: string,
  options: { again?: boolean } = {},
): Promise<void> {
  const query = `?${new URLSearchParams({ returnTo })}`
  const { url } = (await postJson('/api/auth/sign-in/social', {
    provider: 'google',
    callbackURL: `/signed-in${query}`,
    errorCallbackURL: from + query,
    ...options,
  })) as { url: string }
  window.location.assign(url)
  await new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true })
    setTimeout(resolve, REDIRECT_TIMEOUT_MS)
  })
}

/** Stores an access token for the session cookie that the sign-in with Google set. */
export async function finishGoogleSignIn(): Promise<void> {
  const user = await fetchSessionUser()
  if (!user) throw new ProblemError(401, 'not_signed_in', EXPIRED)
  const { token } = await unwrap(
    accountsClient.user[':email'].$put({ param: { email: encodeURIComponent(user.email) }, json: user }),
  )
  storeToken(token)
}

async function fetchSessionUser(): Promise<{ email: string; name: string } | undefined> {
  const response = await fetch('/api/auth/get-session', { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok) {
    throw new ProblemError(0, 'offline', 'The shop could not be reached. Check the connection and try again.')
  }
  const session = (await response.json()) as { user: { email: string; name: string } } | null
  return session ? { email: session.user.email, name: session.user.name } : undefined
}
