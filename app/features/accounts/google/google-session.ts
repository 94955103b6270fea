import { accountsClient } from '#features/accounts/client.ts'
import { ProblemError, postJson, unwrap } from '#kit/browser/client.ts'
import { storeToken } from '../browser-session.ts'

const LEAVING_MS = 8000

const AGAIN = 'Google could not say who you are. Try again in a moment.'
const OVER = 'This sign-in took too long or was begun in another browser. Try again.'

const SENTENCES: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in with Google was cancelled.',
  account_not_linked:
    'There is an account with this e-mail address already, but the address is not confirmed, here or at Google. Reset your password first (Forgot Password), then sign in.',
  BANNED_USER: 'This account is closed.',
  state_mismatch: OVER,
  state_not_found: OVER,
  state_invalid: OVER,
}

/** What the `error` in an address that Google led back to means, in words; null when there is none. */
export function googleError(code: string | null): ProblemError | null {
  return code === null ? null : new ProblemError(400, 'unknown', SENTENCES[code] ?? AGAIN)
}

/**
 * Leaves for Google; `returnTo` is where the visitor goes in the end, `from` the page that says what went wrong.
 * Throws when the shop refused. Resolves when the visitor is here again, or did not get away.
 */
export async function leaveForGoogle(returnTo: string, from: string): Promise<void> {
  const query = `?${new URLSearchParams({ returnTo })}`
  const { url } = (await postJson('/api/auth/sign-in/social', {
    provider: 'google',
    callbackURL: `/signed-in${query}`,
    errorCallbackURL: from + query,
  })) as { url: string }
  window.location.assign(url)
  await new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true })
    setTimeout(resolve, LEAVING_MS)
  })
}

/** Turns the cookie that a visitor came back with into the access token of this browser. */
export async function arriveFromGoogle(): Promise<void> {
  const who = await askWhoCameBack()
  if (!who) throw new ProblemError(401, 'not_signed_in', OVER)
  const { token } = await unwrap(
    accountsClient.user[':email'].$put({ param: { email: encodeURIComponent(who.email) }, json: who }),
  )
  storeToken(token)
}

async function askWhoCameBack(): Promise<{ email: string; name: string } | undefined> {
  const response = await fetch('/api/auth/get-session', { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok) {
    throw new ProblemError(0, 'offline', 'The shop could not be reached. Check the connection and try again.')
  }
  const session = (await response.json()) as { user: { email: string; name: string } } | null
  return session ? { email: session.user.email, name: session.user.name } : undefined
}
