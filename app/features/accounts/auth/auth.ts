import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { admin } from 'better-auth/plugins/admin'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Context } from 'hono'
import { serializeSigned } from 'hono/utils/cookie'
import { PASSWORD_LENGTH } from '#features/passwords/limits.ts'
import { kindOf } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { reportRefusal } from '#kit/log/report-failure.ts'
import { AppError } from '#kit/server/app-error.ts'
import { countHit } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { createKnownBrowsers, type KnownBrowsers } from '../attempts/known-browser.ts'
import { NEW_ACCOUNT_LIMIT } from '../attempts/rate-limits.ts'
import { createSignInLimit, type LimitedSignIn } from '../attempts/sign-in-limit.ts'
import { newBackupCodes } from '../codes/backup-codes.ts'
import { type Challenges, createChallenges, readSigned } from '../codes/challenges.ts'
import { hashedBackupCodes } from '../codes/factors.ts'
import type { Endpoints } from '../google/endpoints.ts'
import {
  createGoogleSignIn,
  type GoogleSignIn,
  goOnIfAgain,
  googleAccountRules,
  refuseOtherAccount,
} from '../google/google-sign-in.ts'
import { createPasswordHashes, type PasswordHashes } from '../passwords/password-hashes.ts'
import { signAnew } from '../sessions/former-signatures.ts'
import { hashIdentifier } from '../sessions/hash-identifier.ts'
import { hasOwnProof } from '../sessions/second-factor.ts'
import { findSessionUser, type SignedInUser } from '../sessions/session-users.ts'
import { isReserved } from '../users/reserved-emails.ts'
import { ERROR_PAGE } from './auth-answers.ts'
import { type AuthDatabase, createAuthDatabase } from './auth-database.ts'
import { createAuthMails, type Recipient } from './auth-mails.ts'
import { type CallOptions, type CallOutcome, createLibraryCalls, type LibraryCalls } from './library-calls.ts'
import type { OnVerified } from './verification.ts'

/** The sign-in service of one process. */
export interface Auth {
  /** The library's options. */
  readonly options: BetterAuthOptions
  /** The provider behind "Google"; absent when signing in with it is off. */
  readonly google: Endpoints | undefined
  /**
   * Calls the library. A new password is hashed beforehand: the library would do it inside its transaction, which
   * would block every other writer for that time. Resets are not the library's, see `resetPassword`.
   */
  handle(request: Request, options?: CallOptions): Promise<CallOutcome<Response>>
  /** The user of the session cookie, if the session is valid. Rejects when the database is unavailable. */
  sessionOf(c: Context): Promise<SignedInUser | undefined>
  /** Ends the session of the call's cookie, if any. Rejects when the database is unavailable. */
  endSession(c: Context): Promise<void>
  /** The cookie of a session, for a call of the library: the shop's own calls have an access token too. */
  cookieOf(session: Pick<SignedInUser, 'sessionId'>): Promise<string>
  /** The `Set-Cookie` values that extend the session, once it is due for that. */
  renewedCookies(c: Context): Promise<readonly string[]>
  readonly challenges: Challenges
  readonly hashes: PasswordHashes
  readonly known: KnownBrowsers
  /** The limit of sign-ins: one for a process, since it keeps their order. */
  readonly signIn: LimitedSignIn
  readonly onVerified: OnVerified
}

export function createAuth(
  shop: Shop,
  googleProvider: Endpoints | undefined,
  onVerified: OnVerified = async () => {},
): Auth {
  const hashes = createPasswordHashes()
  const calls = createLibraryCalls(hashes)
  const google = createGoogleSignIn(shop, googleProvider)
  const known = createKnownBrowsers(shop)
  const options = libraryOptions(shop, google, calls, onVerified)
  const library = betterAuth(options)
  const handlerOf = createHandlers(shop, library.handler, { calls, options })
  const cookieName = async () => (await library.$context).authCookies.sessionToken.name
  const readToken = async (c: Context) => readSigned(shop, c, await cookieName())
  return {
    options: library.options,
    google: googleProvider,
    handle: async (request, options = {}) => {
      await signAnew(shop, request.headers)
      return calls.run(options, () =>
        google.withOrigin(request, async () => (await handlerOf(request))(request)),
      )
    },
    // The library treats an unavailable database as a missing session, so the row is read here.
    sessionOf: async (c) => {
      const token = await readToken(c)
      return token ? findSessionUser(shop, 'token', token) : undefined
    },
    endSession: async (c) => {
      const token = await readToken(c)
      if (token) await shop.db.deleteFrom('session').where('token', '=', token).execute()
    },
    cookieOf: async ({ sessionId }) => {
      const session = shop.db.selectFrom('session').select('token').where('id', '=', sessionId)
      const { token = '' } = (await session.executeTakeFirst()) ?? {}
      return serializeSigned(await cookieName(), token, shop.secret)
    },
    renewedCookies: async (c) => {
      const given = new Headers(c.req.raw.headers)
      await signAnew(shop, given)
      const { headers } = await library.api.getSession({ headers: given, returnHeaders: true })
      return headers.getSetCookie()
    },
    challenges: createChallenges(shop, library),
    hashes,
    known,
    signIn: createSignInLimit(shop, known),
    onVerified,
  }
}

type Handler = (request: Request) => Promise<Response>

/** The library for a call. What checks passkeys takes 25 MB and a quarter of a second to load, so the first call of one does. */
function createHandlers(
  shop: Shop,
  handler: Handler,
  { calls, options }: { calls: LibraryCalls; options: ReturnType<typeof libraryOptions> },
): (request: Request) => Promise<Handler> {
  const load = async (): Promise<Handler> => {
    const { passkeyPlugin } = await import('../passkeys/passkey-plugin.ts')
    return betterAuth({ ...options, plugins: [...options.plugins, passkeyPlugin(shop, calls)] }).handler
  }
  let withPasskeys: Promise<Handler> | undefined
  return async ({ url }) => {
    if (!new URL(url).pathname.startsWith('/api/auth/passkey/')) return handler
    withPasskeys ??= load()
    return withPasskeys
  }
}

function libraryOptions(shop: Shop, google: GoogleSignIn, calls: LibraryCalls, onVerified: OnVerified) {
  const database = createAuthDatabase(shop.db)
  const mails = createAuthMails(shop, database)
  return {
    appName: 'Parts Shop',
    baseURL: shop.config.publicUrl,
    basePath: '/api/auth',
    secret: shop.secret,
    trustedOrigins: [...shop.config.trustedOrigins],
    database: { db: database.db, type: kindOf(shop.db), transaction: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_LENGTH.minimum,
      maxPasswordLength: PASSWORD_LENGTH.maximum,
      password: { hash: calls.hash, verify: calls.verify },
      sendResetPassword: unlessSilent(calls, mails.sendReset),
    },
    verification: { storeIdentifier: { hash: hashIdentifier } },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: 24 * 3600,
      sendVerificationEmail: unlessSilent(calls, mails.sendVerification),
    },
    user: {
      validateUserInfo: refuseOtherAccount,
      additionalFields: { designation: profileField, phone: profileField, address: profileField },
    },
    // `requireFresh` asks for a fresh sign-in; the library would count from the begin of the session.
    session: { freshAge: 0, additionalFields: { credentialGeneration: generationField } },
    ...googleAccountRules,
    databaseHooks: {
      ...googleAccountRules.databaseHooks,
      user: {
        create: userHooks(shop, database, { calls, sendWelcome: mails.sendWelcome }),
        // A sign-in with Google verifies the address of its account too.
        update: {
          after: async ({ id, emailVerified }) => {
            // The library has committed. The locks of this hold until its own commit.
            if (emailVerified) await shop.db.transaction().execute((trx) => onVerified(trx, id))
          },
        },
      },
      session: { create: sessionHooks(shop, database, calls) },
    },
    // The admin plugin refuses banned users at sign-in; its own calls are not served.
    plugins: [admin(), twoFactor(factorOptions(shop)), ...google.plugins],
    // The shop has its own limits: in the database, for all processes, by account too.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: errorLogger(shop),
    // A sign-in with Google that cannot be finished shows its error on the sign-in page.
    onAPIError: { onError: rethrowUnexpected, errorURL: ERROR_PAGE },
    advanced: {
      ...cookieNames(shop.config.publicUrl.startsWith('https://')),
      // The library checks redirect targets too; refuseOtherOrigins checks the origin of a call.
      disableOriginCheck: false,
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId(), validateSchema: false },
    },
  } satisfies BetterAuthOptions
}

/** `before` runs inside the library's transaction, `after` does not. */
const userHooks = (
  shop: Shop,
  database: AuthDatabase,
  { calls, sendWelcome }: { calls: LibraryCalls; sendWelcome: (user: Recipient) => Promise<void> },
) => ({
  before: async (user: Recipient) => {
    const db = database.current()
    if (await isReserved(db, user.email, shop.now())) throw addressTaken()
    const { address } = calls.current()
    if (address !== undefined) await countNewAccount({ ...shop, db }, address)
    if (user.emailVerified) await sendWelcome(user)
  },
  after: async () => {
    calls.current().isNew = true
  },
})

/** As the library refuses the address of an account. */
const addressTaken = () =>
  new APIError('UNPROCESSABLE_ENTITY', {
    code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    message: 'User already exists. Use another email.',
  })

/** Counts it in the transaction that makes it. The library treats other errors than its own as bugs. */
async function countNewAccount(shop: Shop, address: string): Promise<void> {
  await countHit(shop, NEW_ACCOUNT_LIMIT, { address }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new APIError('TOO_MANY_REQUESTS', { code: 'too_many_accounts', message: error.message })
  })
}

const sessionHooks = (shop: Shop, database: AuthDatabase, { generationOf, current }: LibraryCalls) => ({
  before: async ({ userId }: { userId: string }) => {
    const db = database.current()
    const credentialGeneration = await generationOf(db, userId)
    await goOnIfAgain({ ...shop, db }, userId)
    return { data: { credentialGeneration, ...placeOf(current()) } }
  },
  after: async ({ id, userId, ...session }: { id: string; userId: string } & Record<string, unknown>) => {
    const [call, db] = [current(), database.current()]
    call.began = { id: userId, credentialGeneration: Number(session.credentialGeneration) }
    // Who can give a password, a code or a passkey gives one for what is for the owner alone.
    const isByGoogle = call.provedHash === undefined && !call.usedPasskey && !call.proved
    if (isByGoogle && (await hasOwnProof(db, userId)))
      await db.updateTable('session').set({ provedAt: 0 }).where('id', '=', id).execute()
  },
})

/** The columns of the library, which itself writes none: it trusts headers that anybody can send, and keeps them whole. */
const placeOf = ({ origin }: CallOptions) =>
  origin ? { ipAddress: origin.address ?? null, userAgent: origin.browser } : {}

/** The shop's limits of sign-in count the wrong codes of an account, those of a known browser apart. */
const factorOptions = (shop: Shop) => ({
  allowPasswordless: true,
  accountLockout: { enabled: false },
  backupCodeOptions: { customBackupCodesGenerate: newBackupCodes, storeBackupCodes: hashedBackupCodes(shop) },
})

const unlessSilent =
  <Mail>({ current }: LibraryCalls, send: (mail: Mail) => Promise<void>) =>
  async (mail: Mail): Promise<void> => {
    if (!current().withoutMails) await send(mail)
  }

/**
 * Over https the cookie name begins with `__Host-`: browsers then accept it from this host alone, over https, for
 * all paths. The library supports only `__Secure-`, so the prefix is part of the name here.
 */
const cookieNames = (https: boolean) => ({
  useSecureCookies: false,
  cookiePrefix: https ? '__Host-shop' : 'shop',
  defaultCookieAttributes: { secure: https },
})

// `input: false`: only the shop's own calls set these fields.
const profileField = { type: 'string', required: false, input: false } as const

const generationField = { type: 'number', required: true, input: false, returned: false } as const

function errorLogger(shop: Shop): BetterAuthOptions['logger'] {
  return {
    level: 'error',
    log: (_level, message, ...details) => {
      const err = details.find((part) => part instanceof Error)
      if (!reportRefusal(shop.log, err)) shop.log.warn({ err }, message)
    },
  }
}

/** The library answers its own refusals; the shop's error handler answers any other error. */
function rethrowUnexpected(error: unknown): void {
  if (!isAPIError(error)) throw error
}
