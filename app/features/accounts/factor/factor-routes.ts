import type { Hono } from 'hono'
import { isUniqueViolation } from '#kit/db/errors.ts'
import { shopName } from '#kit/identity/shop-identity.ts'
import { AppError, invalidField, respondProblem } from '#kit/server/app-error.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import { PROFILE_LIMIT } from '../attempts/rate-limits.ts'
import { logSecurityEvent } from '../attempts/sign-in-log.ts'
import { authBodies, readBody } from '../auth/auth-bodies.ts'
import type { Call, Service } from '../auth/service.ts'
import type { Challenge } from '../codes/challenges.ts'
import { readFactor, spendAppCode, spendBackupCode } from '../codes/factors.ts'
import { noFactor, wrongCode } from '../codes/own-codes.ts'
import { codeOf, stepAt } from '../codes/totp.ts'
import { originOf } from '../events/events.ts'
import { mailOwner } from '../events/security-mails.ts'
import { checkOwnPassword, hasPassword, requireFresh } from '../passwords/fresh-sign-in.ts'
import type { SignedInUser } from '../sessions/session-users.ts'
import { newCodesMail } from './factor-mails.ts'
import { addFactor, removeFactor } from './own-factor.ts'

const NOT_STORED = { 'Cache-Control': 'no-store' }

/** The calls about the second factor of the own account, and the code at the end of a sign-in. */
export function addFactorRoutes(router: Hono<RequestEnv>, service: Service): void {
  const { shop, auth, known, forward } = service
  router
    .post('/two-factor/enable', async (c) => {
      const holder = await askOwner(c, service)
      if ((await readFactor(shop, shop.db, holder.id))?.isOn)
        throw new AppError('conflict', 'This account has a second factor already. Turn it off first.')
      return forwardFor(c, service, holder)
    })
    .post('/two-factor/generate-backup-codes', async (c) => {
      const holder = await askOwner(c, service)
      if (!(await readFactor(shop, shop.db, holder.id))?.isOn) throw noFactor()
      const response = await forwardFor(c, service, holder)
      if (!response.ok) return response
      logSecurityEvent(c, shop, 'backup codes made', { account: holder.id })
      await mailOwner(shop, holder.id, (name) => newCodesMail(shop, { name }))
      return response
    })
    .post('/two-factor/disable', async (c) => {
      const holder = await askOwner(c, service)
      await removeFactor(shop, holder, originOf(c, shop))
      logSecurityEvent(c, shop, 'second factor removed', { account: holder.id })
      return c.json({ status: true }, 200, NOT_STORED)
    })
    .post('/two-factor/verify-totp', async (c) => {
      const { code } = await readBody(c, shop, authBodies.code)
      // A call with a token is of its holder, whatever sign-in waits in the same browser.
      const challenge = c.req.header('Authorization') ? undefined : await auth.challenges.find(c)
      if (challenge) return signInByCode(c, service, challenge, { code, isBackup: false })
      const holder = await service.holderOf(c)
      if (!holder) throw attemptEnded()
      await service.count(c, PROFILE_LIMIT, holder.id)
      const account = await addFactor(shop, holder, code, originOf(c, shop))
      logSecurityEvent(c, shop, 'second factor added', { account: holder.id })
      return c.json({ status: true }, 200, { ...NOT_STORED, 'Set-Cookie': known.remember(c, account) })
    })
    .post('/two-factor/verify-backup-code', async (c) => {
      const { code } = await readBody(c, shop, authBodies.code)
      const challenge = await auth.challenges.find(c)
      if (!challenge) throw attemptEnded()
      return signInByCode(c, service, challenge, { code, isBackup: true })
    })

  async function forwardFor(c: Call, { auth }: Service, holder: SignedInUser): Promise<Response> {
    const to = { path: c.req.path, cookies: await auth.cookieOf(holder) }
    const body = { ...(await readBody(c, shop, authBodies.changeFactor)), issuer: shopName() }
    return forward(c, body, { to }).catch((error: unknown) => {
      // Of two calls at once that begin to set it up, one has done so.
      if (isUniqueViolation(error)) throw new AppError('conflict', 'Try again.')
      throw error
    })
  }
}

/** The user of the call, by a fresh sign-in, and by the password beside it where the account has one. */
async function askOwner(c: Call, service: Service): Promise<SignedInUser> {
  const { shop, auth, signIn } = service
  const holder = await service.holderOf(c)
  if (!holder) throw new AppError('not_signed_in', 'Sign in first.')
  const { password } = await readBody(c, shop, authBodies.changeFactor)
  requireFresh(holder, shop.now())
  if (await hasPassword(shop, holder)) {
    if (password === undefined) throw invalidField('password', 'The password is required.')
    await checkOwnPassword(c, shop, holder, password, { signIn, hashes: auth.hashes })
  }
  return holder
}

const attemptEnded = (): AppError =>
  new AppError('not_signed_in', 'This sign-in has ended, or took too long. Sign in again.')

/**
 * Begins the session of a sign-in that waits for a code. A wrong one counts as a wrong password; five end the sign-in. The shop
 * decides on the code, because the library would accept one again and again; it is then given one of its own clock.
 */
async function signInByCode(
  c: Call,
  { shop, signIn, forward }: Service,
  { account, email, cookies, count }: Challenge,
  given: { readonly code: string; readonly isBackup: boolean },
): Promise<Response> {
  const attempt = async () => {
    const takeBack = await count()
    const factor = await readFactor(shop, shop.db, account.id)
    if (!takeBack || !factor?.isOn) throw attemptEnded()
    const spend = given.isBackup ? spendBackupCode : spendAppCode
    if (!(await spend(shop, shop.db, factor, given.code))) return respondProblem(c, wrongCode())
    await takeBack()
    const code = codeOf(factor.secret, stepAt(Date.now()))
    const to = { path: '/api/auth/two-factor/verify-totp', cookies }
    const response = await forward(c, { code }, { to, proved: account })
    if (response.status === 401) throw attemptEnded()
    return response
  }
  return signIn(c, email, attempt, { by: given.isBackup ? 'backup code' : 'code' })
}
