import type { Context } from 'hono'
import { AppError, respondProblem } from '#kit/server/app-error.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import type { LimitedSignIn } from '../attempts/sign-in-limit.ts'
import { logSecurityEvent } from '../attempts/sign-in-log.ts'
import { isPasswordOf, type PasswordHashes } from '../passwords/password-hashes.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
import { LONGEST_TOKEN, markVerified, type OnVerified, readMailedLink } from './verification.ts'

const VERIFY_PAGE = '/verify-email'

/** Redirects from the mailed link to a page with a button that verifies. Changes nothing: mail scanners open links. */
export function redirectToVerifyPage(c: Context): Response {
  const token = c.req.query('token') ?? ''
  const query = token.length > 0 && token.length <= LONGEST_TOKEN ? `?${new URLSearchParams({ token })}` : ''
  for (const [name, value] of Object.entries(TOKEN_IN_ADDRESS)) c.header(name, value)
  return c.redirect(VERIFY_PAGE + query)
}

/**
 * Verifies the address of the token, in the session of the account or with its password. The token alone is not enough:
 * another person may have registered this address. A wrong password counts as a failed sign-in. Answers
 * `{status: true}`, also when the address is verified already; refuses with 400, 401, 429.
 */
export async function verifyAddress(
  c: Context<RequestEnv>,
  shop: Shop,
  { token, password }: { token: string; password?: string | undefined },
  by: {
    holder: SignedInUser | undefined
    signIn: LimitedSignIn
    hashes: PasswordHashes
    onVerified: OnVerified
  },
): Promise<Response> {
  const done = () => c.json({ status: true }, 200, { 'Cache-Control': 'no-store' })
  const link = await readMailedLink(shop, token)
  if (link.state === 'invalid') {
    logSecurityEvent(c, shop, 'e-mail verification failed')
    throw new AppError('bad_request', 'This link is too old or is not whole. Ask for a new mail.')
  }
  if (link.state === 'done') return done()
  const verify = async () => {
    await markVerified(shop, link.userId, by.onVerified)
    logSecurityEvent(c, shop, 'e-mail verified', { account: link.userId })
    return done()
  }
  if (by.holder?.id === link.userId) return verify()
  if (password === undefined) {
    throw new AppError('not_signed_in', 'Give the password of this account.')
  }
  return by.signIn(c, link.email, async () => {
    if (await isPasswordOf(shop, by.hashes, { userId: link.userId, password })) return verify()
    return respondProblem(c, new AppError('not_signed_in', 'This is not the password of this account.'))
  })
}
