import type { AuthContext } from 'better-auth'
import type { Context } from 'hono'
import { generateCookie, generateSignedCookie, getSignedCookie } from 'hono/cookie'
import { serializeSigned } from 'hono/utils/cookie'
import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { newToken } from '#kit/link-token.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import type { KnownAccount } from '../attempts/known-browser.ts'
import { acceptedSecrets } from '../sessions/former-signatures.ts'
import { hashIdentifier } from '../sessions/hash-identifier.ts'

/** So many wrong codes end a sign-in. The library's number too. */
const MOST_WRONG = 5

/** How long a code is waited for. */
const LASTS_MS = 10 * MINUTE_MS

/** A sign-in that has proved a password or Google, and waits for a code. */
export interface Challenge {
  readonly account: KnownAccount
  readonly email: string
  /** The cookies by which the sign-in library knows it. A session that the browser still has is not among them. */
  readonly cookies: string
  /**
   * Counts a code before it is looked at; resolves to what takes that back, once the code was right. Undefined when the sign-in has
   * ended by wrong ones: so many at once are no more guesses than one after another.
   */
  count(): Promise<(() => Promise<void>) | undefined>
}

/** The sign-ins that wait for a code. The browser has a signed cookie of each, the database a row: no session. */
export interface Challenges {
  /** The `Set-Cookie` value of a new one. `isRemembered`: whether the session may outlive the browser. */
  begin(account: KnownAccount, isRemembered: boolean): Promise<string>
  /** That of the call's cookie; undefined when it has ended, or a reset or change of the password has ended it. */
  find(c: Context): Promise<Challenge | undefined>
  /** The `Set-Cookie` value by which the browser forgets it. */
  forget(): Promise<string>
}

interface Library {
  readonly $context: Promise<Pick<AuthContext, 'internalAdapter' | 'authCookies' | 'createAuthCookie'>>
}

/** In the format of the library's plugin, which ends it once, and begins the session. */
export function createChallenges(shop: Shop, library: Library): Challenges {
  const cookieOf = async () => (await library.$context).createAuthCookie('two_factor')
  return {
    begin: async ({ id, credentialGeneration }, isRemembered) => {
      const { internalAdapter } = await library.$context
      const { name, attributes } = await cookieOf()
      const identifier = [`2fa-${newToken()}`, credentialGeneration, isRemembered ? 1 : 0].join('.')
      const expiresAt = new Date(Date.now() + LASTS_MS)
      await internalAdapter.createVerificationValue({ identifier, value: id, expiresAt })
      const attempts = attemptsOf(identifier)
      await internalAdapter.createVerificationValue({ identifier: attempts, value: '0', expiresAt })
      const { secure, path = '/' } = attributes
      const options = { secure, path, httpOnly: true, sameSite: 'Lax', maxAge: LASTS_MS / 1000 } as const
      return generateSignedCookie(name, identifier, shop.secret, options)
    },
    find: async (c) => {
      const { internalAdapter, authCookies } = await library.$context
      const { name } = await cookieOf()
      const identifier = await readSigned(shop, c, name)
      const row = identifier ? await internalAdapter.findVerificationValue(identifier) : null
      if (!identifier || !row || row.expiresAt.getTime() <= Date.now()) return undefined
      const user = await shop.db
        .selectFrom('user')
        .select(['email', 'credentialGeneration'])
        .where('id', '=', row.value)
        .executeTakeFirst()
      const [, generation, isRemembered] = identifier.split('.')
      if (user?.credentialGeneration !== Number(generation)) return undefined
      const cookies = [await serializeSigned(name, identifier, shop.secret)]
      if (isRemembered === '0')
        cookies.push(await serializeSigned(authCookies.dontRememberToken.name, 'true', shop.secret))
      const account = { id: row.value, credentialGeneration: user.credentialGeneration }
      const count = () => countCode(shop.db, attemptsOf(identifier))
      return { account, email: user.email, cookies: cookies.join('; '), count }
    },
    forget: async () => {
      const { name, attributes } = await cookieOf()
      const { secure, path = '/' } = attributes
      return generateCookie(name, '', { secure, path, httpOnly: true, sameSite: 'Lax', maxAge: 0 })
    },
  }
}

const attemptsOf = (identifier: string): string => `2fa-attempts-${identifier}`

async function countCode(db: Db, name: string): Promise<(() => Promise<void>) | undefined> {
  const identifier = await hashIdentifier(name)
  const add = async (more: 1 | -1) => {
    const { numUpdatedRows } = await db
      .updateTable('verification')
      .set({ value: sql<string>`cast(cast(value as integer) + ${sql.lit(more)} as text)` })
      .where('identifier', '=', identifier)
      .$if(more > 0, (query) => query.where(sql<boolean>`cast(value as integer) < ${sql.lit(MOST_WRONG)}`))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  if (!(await add(1))) return undefined
  return async () => void (await add(-1))
}

/** The value of a cookie that the shop has signed, with its present or a former secret. */
export async function readSigned(shop: Shop, c: Context, name: string): Promise<string | undefined> {
  for (const secret of acceptedSecrets(shop)) {
    const value = await getSignedCookie(c, secret, name)
    if (value) return value
  }
  return undefined
}
