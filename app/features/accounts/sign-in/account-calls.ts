import { postJson } from '#kit/browser/client.ts'
import { requestToken, storeToken } from '../browser-session.ts'

/**
 * Signs in; false when a code is wanted first. Throws a `ProblemError` with the message of the sign-in service as `detail`.
 */
export async function signIn(email: string, password: string): Promise<boolean> {
  const answer = await postJson('/api/auth/sign-in/email', { email, password })
  if ((answer as { twoFactorRedirect?: true }).twoFactorRedirect) return false
  storeToken(await requestToken(email))
  return true
}

/** Creates the account and signs in. Throws like {@link signIn}. */
export async function register(name: string, email: string, password: string): Promise<void> {
  await postJson('/api/auth/sign-up/email', { name, email, password })
  storeToken(await requestToken(email))
}

/**
 * Verifies the address that the token of a mailed link proves: in its account's own session, else with the password
 * of that account. Throws like {@link signIn}; 401 when the password is needed, or wrong.
 */
export async function verifyEmail(token: string, password?: string): Promise<void> {
  await postJson('/api/auth/verify-email', { token, ...(password !== undefined && { password }) })
}

/** Requests another verification mail. The answer is the same for unknown addresses. */
export async function requestVerification(email: string): Promise<void> {
  await postJson('/api/auth/send-verification-email', { email })
}

/** Requests a mail with a reset link. The answer is the same for unknown addresses. */
export async function requestPasswordReset(email: string): Promise<void> {
  await postJson('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' })
}

/** Sets the new password with the token of the mail's link. Every session of the account ends. */
export async function resetPassword(newPassword: string, token: string): Promise<void> {
  await postJson('/api/auth/reset-password', { newPassword, token })
}
