import { AsyncLocalStorage } from 'node:async_hooks'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { admin } from 'better-auth/plugins'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { createAuthDatabase } from './auth-database.ts'
import { createAuthMails } from './auth-mails.ts'
import { isBanned } from './tables.ts'

export const PASSWORD_LENGTH = { minimum: 8, maximum: 128 } as const

/** The sign-in service of one process. */
export interface Auth {
  /** What the library was set up with. */
  readonly options: BetterAuthOptions
  /**
   * Lets the library answer a call. A new password is hashed beforehand: the library would do it inside its
   * transaction, and hold up every other writer for as long as that takes.
   */
  handle(request: Request, newPassword?: string): Promise<Response>
  /** Whose session the cookie in these headers opens, if it does and they are not banned. */
  sessionOf(headers: Headers): Promise<CookieSession | undefined>
  hashPassword(password: string): Promise<string>
}

export interface CookieSession {
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  readonly name: string
}

export function createAuth(shop: Shop): Auth {
  const prepared = new AsyncLocalStorage<{ password: string; hash: string }>()
  const hash = async (password: string): Promise<string> => {
    const ready = prepared.getStore()
    return ready?.password === password ? ready.hash : hashPassword(password)
  }
  const library = betterAuth(libraryOptions(shop, hash))
  return {
    options: library.options,
    handle: async (request, newPassword) => {
      if (newPassword === undefined) return library.handler(request)
      const ready = { password: newPassword, hash: await hashPassword(newPassword) }
      return prepared.run(ready, () => library.handler(request))
    },
    sessionOf: async (headers) => {
      const found = await library.api.getSession({ headers, query: { disableRefresh: true } })
      if (!found) return undefined
      const { session, user } = found
      const ban = { banned: user.banned ?? null, banExpires: user.banExpires ?? null }
      if (isBanned(ban, shop.now())) return undefined
      return { sessionId: session.id, userId: user.id, email: user.email.toLowerCase(), name: user.name }
    },
    hashPassword,
  }
}

function libraryOptions(shop: Shop, hash: (password: string) => Promise<string>) {
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
      onPasswordReset: async ({ user }: { user: { id: string } }) => {
        // Whoever holds the link reads the mailbox, which is all that a verification proves.
        await database
          .current()
          .updateTable('user')
          .set({ emailVerified: 1 })
          .where('id', '=', user.id)
          .execute()
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: 24 * 3600,
      sendVerificationEmail: mails.sendVerification,
    },
    user: { additionalFields: { designation: profileField, phone: profileField, address: profileField } },
    // The admin plugin refuses banned users at sign-in; its own calls are not served. Google joins it here.
    plugins: [admin()],
    // The shop counts tries itself: in its database, for all processes, by account too.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: quietLogger(shop),
    onAPIError: { onError: throwBugs },
    advanced: {
      useSecureCookies: shop.config.publicUrl.startsWith('https://'),
      // Where a redirect may lead is checked by the library, whence a call may come by refuseOtherOrigins.
      disableOriginCheck: false,
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId(), validateSchema: false },
    },
  } satisfies BetterAuthOptions
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
  const refusal = error instanceof Error && error.name === 'APIError'
  if (!refusal) throw error
}
