import { symmetricEncrypt } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { hashToken } from '#kit/link-token.ts'
import { type AccountsTest, createAccountsTest, outboxLink } from '#tests/support/accounts-shop.ts'
import type { Person } from '#tests/support/customer.ts'
import {
  addFactor,
  appCode,
  cookiesOf,
  giveBackupCode,
  giveCode,
  givePassword,
  post,
} from '#tests/support/factor.ts'

const ADA = 'ada@example.com'

const sessionsIn = async ({ shop }: AccountsTest): Promise<string[]> =>
  (await shop.db.selectFrom('session').select('id').orderBy('id').execute()).map(({ id }) => id)

/** All that a call about a factor could change. */
async function rowsOf({ shop }: AccountsTest) {
  const factors = await shop.db.selectFrom('twoFactor').selectAll().execute()
  const users = await shop.db.selectFrom('user').select(['id', 'twoFactorEnabled']).orderBy('id').execute()
  return { factors, users }
}

const isAlive = async ({ call }: AccountsTest, { token, email }: Person): Promise<boolean> =>
  (await call('GET', `/api/user/${email}`, { token })).status === 200

const verifyAddress = ({ shop }: AccountsTest) =>
  shop.db.updateTable('user').set({ emailVerified: 1 }).execute()

// attack: past-the-code
test('a password alone begins no session and gives no token; the code begins one', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const factor = await addFactor(shop.call, ada)
  const before = await sessionsIn(shop)
  const asked = await givePassword(shop.call, ada)
  expect([asked.status, asked.body]).toEqual([200, { twoFactorRedirect: true }])
  expect(asked.cookie).not.toContain('session_token')
  const { cookie } = asked
  expect((await shop.call('GET', '/api/auth/get-session', { cookie })).body).toBeNull()
  expect((await shop.call('POST', '/api/login', { body: { email: ADA }, cookie })).status).toBe(401)
  expect(await sessionsIn(shop)).toEqual(before)
  const done = await giveCode(shop.call, asked, appCode(factor))
  expect([done.status, done.body.user.email]).toEqual([200, ADA])
  expect(done.cookie).toContain('session_token')
  const login = await shop.call('POST', '/api/login', { body: { email: ADA }, cookie: done.cookie })
  expect(login.status).toBe(200)
  expect(await sessionsIn(shop)).toHaveLength(before.length + 1)
  // The sign-in has ended: its cookie begins no other session.
  const replayed = await giveCode(shop.call, asked, appCode(factor, 1))
  expect([replayed.status, replayed.body.code]).toEqual([401, 'not_signed_in'])
})

test('a sign-in that is not to be remembered is not after its code either', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const factor = await addFactor(shop.call, ada)
  for (const [rememberMe, later] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const asked = await givePassword(shop.call, ada, { rememberMe })
    const done = await giveCode(shop.call, asked, appCode(factor, later))
    const session = done.headers.getSetCookie().find((line) => line.includes('session_token'))
    expect(/max-age/i.test(session ?? '')).toBe(rememberMe)
  }
})

// attack: replayed-code
test('each backup code signs in once, in its own call', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const { backupCodes } = await addFactor(shop.call, ada)
  const [first = '', second = ''] = backupCodes
  const inOtherCall = await giveCode(shop.call, await givePassword(shop.call, ada), first)
  expect([inOtherCall.status, inOtherCall.body.code]).toEqual([401, 'wrong_code'])
  expect((await giveBackupCode(shop.call, await givePassword(shop.call, ada), first)).status).toBe(200)
  const asked = await givePassword(shop.call, ada)
  const again = await giveBackupCode(shop.call, asked, first)
  expect([again.status, again.body.code]).toEqual([401, 'wrong_code'])
  expect((await giveBackupCode(shop.call, asked, ` ${second} `)).status).toBe(200)
  const own = await shop.call('GET', '/api/second-factor', { token: ada.token })
  expect(own.body.backupCodes).toBe(8)
})

// attack: replayed-code
test('a backup code is read in any letters, once, and those of earlier releases still sign in', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const { backupCodes } = await addFactor(shop.call, ada)
  const [first = ''] = backupCodes
  const typed = first.toUpperCase().replaceAll('-', ' ')
  expect((await giveBackupCode(shop.call, await givePassword(shop.call, ada), typed)).status).toBe(200)
  const again = await giveBackupCode(shop.call, await givePassword(shop.call, ada), first)
  expect([again.status, again.body.code]).toEqual([401, 'wrong_code'])
  // As an earlier release stored them: hashed with their capitals and their hyphen.
  const { secret: key, db } = shop.shop
  const former = JSON.stringify([hashToken('aB3dE-fG7hI'), hashToken('Zz9yX-wV2uT')])
  await db
    .updateTable('twoFactor')
    .set({ backupCodes: await symmetricEncrypt({ key, data: former }) })
    .execute()
  for (const code of ['aB3dE-fG7hI', 'Zz9yXwV2uT'])
    expect((await giveBackupCode(shop.call, await givePassword(shop.call, ada), code)).status).toBe(200)
  const spent = await giveBackupCode(shop.call, await givePassword(shop.call, ada), 'aB3dE-fG7hI')
  expect(spent.body.code).toBe('wrong_code')
})

// attack: guessed-code
test('five wrong codes end a sign-in, and wrong codes count as wrong passwords of the account', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const factor = await addFactor(shop.call, ada)
  const asked = await givePassword(shop.call, ada)
  const codes: string[] = []
  for (let count = 0; count < 6; count += 1)
    codes.push((await giveCode(shop.call, asked, '000000')).body.code)
  expect(codes).toEqual([...Array.from({ length: 5 }, () => 'wrong_code'), 'not_signed_in'])
  const right = await giveCode(shop.call, asked, appCode(factor))
  expect([right.status, right.body.code]).toEqual([401, 'not_signed_in'])
  const other = await givePassword(shop.call, ada)
  const statuses: number[] = []
  for (let count = 0; count < 5; count += 1)
    statuses.push((await giveCode(shop.call, other, '000000')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401])
  expect((await giveCode(shop.call, other, appCode(factor, 1))).status).toBe(429)
  expect((await givePassword(shop.call, ada)).status).toBe(429)
  expect(await sessionsIn(shop)).toHaveLength(1)
})

// attack: past-the-code
test('a reset of the password removes no factor, begins no session, and ends the sign-ins that wait for a code', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  await verifyAddress(shop)
  const factor = await addFactor(shop.call, ada)
  const asked = await givePassword(shop.call, ada)
  const before = await rowsOf(shop)
  await post(shop.call, 'request-password-reset', { email: ADA })
  const token = /reset-password\/([^?]+)/.exec(await outboxLink(shop, ADA))?.[1] ?? ''
  const password = 'quiet-harbour-lamp-7'
  const reset = await post(shop.call, 'reset-password', { newPassword: password, token })
  expect([reset.status, reset.cookie]).toEqual([200, ''])
  expect(await rowsOf(shop)).toEqual(before)
  const old = await giveCode(shop.call, asked, appCode(factor))
  expect([old.status, old.body.code]).toEqual([401, 'not_signed_in'])
  expect(await sessionsIn(shop)).toEqual([])
  const anew = await givePassword(shop.call, { email: ADA, password })
  expect(anew.body).toEqual({ twoFactorRedirect: true })
  expect((await giveCode(shop.call, anew, appCode(factor, 1))).status).toBe(200)
})

// attack: planted-account
test('a factor of whoever registered an address does not shut the owner of the mailbox out', async () => {
  await using shop = await createAccountsTest()
  await addFactor(shop.call, await shop.register({ email: ADA }))
  await post(shop.call, 'request-password-reset', { email: ADA })
  const token = /reset-password\/([^?]+)/.exec(await outboxLink(shop, ADA))?.[1] ?? ''
  const password = 'quiet-harbour-lamp-7'
  await post(shop.call, 'reset-password', { newPassword: password, token })
  expect((await rowsOf(shop)).factors).toEqual([])
  expect((await givePassword(shop.call, { email: ADA, password })).body.token).toEqual(expect.any(String))
})

// attack: fixed-sign-in
test('the code of an account is not taken in the sign-in of another, nor does a session of the browser give way to it', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const eve = await shop.register({ email: 'eve@example.com' })
  const factors = { ada: await addFactor(shop.call, ada), eve: await addFactor(shop.call, eve) }
  const asked = await givePassword(shop.call, ada)
  expect((await giveCode(shop.call, asked, appCode(factors.eve))).body.code).toBe('wrong_code')
  // Eve's session stands in the browser in which Ada signs in: the session that begins is Ada's, and Eve's ends.
  const both = { cookie: `${eve.cookie}; ${asked.cookie}` }
  expect((await giveCode(shop.call, both, appCode(factors.eve, 1))).body.code).toBe('wrong_code')
  const done = await giveCode(shop.call, both, appCode(factors.ada))
  expect([done.status, done.body.user.email]).toEqual([200, ADA])
  expect(await isAlive(shop, eve)).toBe(false)
  // A cookie that the shop has not signed begins nothing.
  const forged = { cookie: asked.cookie.replace(/\.[^.;]+($|;)/, '.AAAA$1') }
  expect((await giveCode(shop.call, forged, appCode(factors.ada, 1))).body.code).toBe('not_signed_in')
})

test('a browser forgets a sign-in that waits when it signs in', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  await addFactor(shop.call, ada)
  const bob = await shop.register({ email: 'bob@example.com' })
  const asked = await givePassword(shop.call, ada)
  const body = { email: bob.email, password: bob.password }
  const other = await shop.call('POST', '/api/auth/sign-in/email', { body, cookie: asked.cookie })
  expect(cookiesOf(asked, other)).not.toContain('two_factor')
})
