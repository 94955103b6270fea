import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { acceptedSecrets } from '../sessions/former-signatures.ts'

/** The accounts that a browser is known to; the one that signed in last is first. */
const MOST_ACCOUNTS = 5
const KEPT_S = (180 * DAY_MS) / 1000

/** An account with the generation of its credentials. */
export interface KnownAccount {
  readonly id: string
  readonly credentialGeneration: number
}

/**
 * Browsers that have signed in to an account before keep their own allowance of wrong passwords, so that nobody can lock
 * its owner out from elsewhere. Their cookie has a random id and for each account a signature of both; it signs nobody in
 * and names nobody. A reset ends it.
 */
export interface KnownBrowsers {
  /**
   * The account with this e-mail address, and the name by which attempts at it are counted: the address, or that of the
   * call's browser with it if that has signed in with the present credentials.
   */
  find(c: Context, email: string): Promise<{ account: KnownAccount | undefined; name: string }>
  /** Whether the call's browser has signed in to the account with its present credentials. */
  isKnown(c: Context, account: KnownAccount): boolean
  /** The `Set-Cookie` value after a sign-in. */
  remember(c: Context, account: KnownAccount): string
}

export function createKnownBrowsers(shop: Shop): KnownBrowsers {
  const { db, config } = shop
  const keys = acceptedSecrets(shop).map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'known browser', 32)),
  )
  const secure = config.publicUrl.startsWith('https://')
  const name = secure ? '__Secure-shop.known' : 'shop.known'
  /** The first is the one that a browser gets now. */
  const sign = (browserId: string, { id, credentialGeneration }: KnownAccount): string[] =>
    keys.map((key) =>
      createHmac('sha256', key).update(`${browserId} ${id} ${credentialGeneration}`).digest('base64url'),
    )
  const read = (c: Context) => {
    const [browserId = '', ...signatures] = (getCookie(c, name) ?? '').slice(0, 500).split('.')
    return { browserId, signatures }
  }
  const isKnown: KnownBrowsers['isKnown'] = (c, account) => {
    const { browserId, signatures } = read(c)
    const expected = sign(browserId, account)
    return signatures.some((one) => expected.some((signature) => isSame(one, signature)))
  }
  return {
    isKnown,
    find: async (c, email) => {
      const account = await db
        .selectFrom('user')
        .select(['id', 'credentialGeneration'])
        .where('email', '=', email)
        .executeTakeFirst()
      const name = account && isKnown(c, account) ? `${email} in ${read(c).browserId}` : email
      return { account, name }
    },
    remember: (c, account) => {
      const { browserId, signatures } = read(c)
      const kept = browserId || randomBytes(16).toString('base64url')
      const own = sign(kept, account)
      const others = signatures.filter((one) => !own.includes(one)).slice(0, MOST_ACCOUNTS - 1)
      return generateCookie(name, [kept, own[0], ...others].join('.'), {
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'Lax',
        secure,
        maxAge: KEPT_S,
      })
    },
  }
}

/** Compares signatures in constant time. That of the call may have any letters, some of them more than one byte long. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
