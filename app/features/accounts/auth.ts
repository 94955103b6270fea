import { AsyncLocalStorage } from 'node:async_hooks'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { admin } from 'better-auth/plugins/admin'
import type { Context } from 'hono'
import { getSignedCookie } from 'hono/cookie'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { ERROR_PAGE } from './auth-answers.ts'
import { createAuthDatabase } from './auth-database.ts'
import { createAuthMails } from './auth-mails.ts'
import type { Endpoints } from './google/endpoints.ts'
import { createGoogleSignIn, type GoogleSignIn, googleAccountRules } from './google/google-sign-in.ts'
import { findSessionUser, type SignedInUser } from './session-users.ts'

export const PASSWORD_LENGTH = { minimum: 8, maximum: 128 } as const

/** The sign-in service of one process. */
export interface Auth {
  /** What the library was set up with. */
  readonly options: BetterAuthOptions
  /** The provider behind "Google"; absent when signing in with it is off. */
  readonly google: Endpoints | undefined
  /**
   * Lets the library answer a call. A new password is hashed beforehand: the library would do it inside its
   * transaction, and hold up every other writer for as long as that takes.
   */
  handle(request: Request, newPassword?: string): Promise<Response>
  /** Whose session the call's cookie opens, if any. Rejects when the database is away. */
  sessionOf(c: Context): Promise<SignedInUser | undefined>
  /** Ends the session of the call's cookie, if any. Rejects when that was not possible. */
  endSession(c: Context): Promise<void>
  /** The cookies that lengthen the session of the call's cookie, when it is time for that. */
  renewedCookies(c: Context): Promise<readonly string[]>
  hashPassword(password: string): Promise<string>
}

export function createAuth(shop: Shop, googleProvider: Endpoints | undefined): Auth {
  const prepared = new AsyncLocalStorage<{ password: string; hash: string }>()
  const hash = async (password: string): Promise<string> => {
    const ready = prepared.getStore()
    return ready?.password === password ? ready.hash : hashPassword(password)
  }
  const google = createGoogleSignIn(shop, googleProvider)
  const library = betterAuth(libraryOptions(shop, google, hash))
  const readToken = async (c: Context) =>
    getSignedCookie(c, shop.secret, (await library.$context).authCookies.sessionToken.name)
  return {
    options: library.options,
    google: googleProvider,
    handle: async (request, newPassword) => {
      if (newPassword === undefined) return google.during(request, () => library.handler(request))
      const ready = { password: newPassword, hash: await hashPassword(newPassword) }
      return prepared.run(ready, () => library.handler(request))
    },
    // The library takes a database that is away for a session that is none, so the row is read here.
    sessionOf: async (c) => {
      const token = await readToken(c)
      return token ? findSessionUser(shop, 'token', token) : undefined
    },
    endSession: async (c) => {
      const token = await readToken(c)
      if (token) await shop.db.deleteFrom('session').where('token', '=', token).execute()
    },
    renewedCookies: async (c) => {
      const { headers } = await library.api.getSession({ headers: c.req.raw.headers, returnHeaders: true })
      return headers.getSetCookie()
    },
    hashPassword,
  }
}

function libraryOptions(shop: Shop, google: GoogleSignIn, hash: (password: string) => Promise<string>) {
  const database = createAuthDatabase(shop.db)
  const mails = createAuthMails(shop, database)
  return {
    appName: 'Parts Shop',
    baseURL: shop.config.publicUrl,
    basePath: '/api/auth',
    secret: shop.secret,
    trustedOrigins: [...shop.config.trustedOrigins],
    database: { db: database.db, type: shop.kind, transaction: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_LENGTH.minimum,
      maxPasswordLength: PASSWORD_LENGTH.maximum,
      password: { hash, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: mails.sendReset,
      // Whoever holds the link reads the mailbox, which is all that a verification proves.
      onPasswordReset: ({ user }: { user: { id: string } }) => takeOverByMail(database.current(), user.id),
    },
    // Whoever reads the database finds no link in it that still works.
    verification: { storeIdentifier: 'hashed' },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: 24 * 3600,
      sendVerificationEmail: mails.sendVerification,
    },
    user: { additionalFields: { designation: profileField, phone: profileField, address: profileField } },
    ...googleAccountRules,
    databaseHooks: {
      ...googleAccountRules.databaseHooks,
      // The hook before is inside the library's transaction, the one after is not.
      user: {
        create: { before: (user) => (user.emailVerified ? mails.sendWelcome(user) : Promise.resolve()) },
      },
    },
    // The admin plugin refuses banned users at sign-in; its own calls are not served.
    plugins: [admin(), ...google.plugins],
    // The shop counts tries itself: in its database, for all processes, by account too.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: quietLogger(shop),
    // Whoever comes back from Google with a sign-in that cannot be finished is told so where it begins.
    onAPIError: { onError: throwBugs, errorURL: ERROR_PAGE },
    advanced: {
      ...cookieNames(shop.config.publicUrl.startsWith('https://')),
      // Where a redirect may lead is checked by the library too, whence a call may come by refuseOtherOrigins.
      disableOriginCheck: false,
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId(), validateSchema: false },
    },
  } satisfies BetterAuthOptions
}

/**
 * Over https a cookie bears the prefix by which browsers take it from this very host alone, over https, for all
 * paths. The library knows only the weaker prefix, so the stronger one is made a part of the name.
 */
const cookieNames = (https: boolean) => ({
  useSecureCookies: false,
  cookiePrefix: https ? '__Host-shop' : 'shop',
  defaultCookieAttributes: { secure: https },
})

/**
 * Marks the address as verified. Until then anybody could have made the account, by a provider's account that
 * only claims the address too: such a way in does not outlive the moment when the holder of the mailbox comes.
 */
async function takeOverByMail(db: Db, userId: string): Promise<void> {
  const proved = await db
    .updateTable('user')
    .set({ emailVerified: 1 })
    .where('id', '=', userId)
    .where('emailVerified', '=', 0)
    .executeTakeFirst()
  if (proved.numUpdatedRows === 0n) return
  await db
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '<>', 'credential')
    .execute()
}

// Set by the shop's own calls alone, which check them.
const profileField = { type: 'string', required: false, input: false } as const

function quietLogger(shop: Shop): BetterAuthOptions['logger'] {
  return {
    level: 'error',
    log: (_level, message, ...details) =>
      shop.log.warn({ err: details.find((part) => part instanceof Error) }, message),
  }
}

/** The library answers its own refusals; anything else is passed on to the shop's error answer. */
function throwBugs(error: unknown): void {
  if (!isAPIError(error)) throw error
}
