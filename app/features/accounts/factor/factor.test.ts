import { expect, test } from 'vitest'
import { MINUTE_MS } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import { type Person, userIdOf } from '#tests/support/customer.ts'
import {
  addFactor,
  appCode,
  beginFactor,
  giveBackupCode,
  giveCode,
  givePassword,
  post,
} from '#tests/support/factor.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { encryptFactorsAnew, readFactor } from '../codes/factors.ts'

const ADA = 'ada@example.com'

/** All that a call about a factor could change. */
async function rowsOf({ shop }: AccountsTest) {
  const factors = await shop.db.selectFrom('twoFactor').selectAll().execute()
  const users = await shop.db.selectFrom('user').select(['id', 'twoFactorEnabled']).orderBy('id').execute()
  return { factors, users }
}

const kindsOf = async ({ call }: AccountsTest, { token }: Person): Promise<string[]> =>
  (await call('GET', '/api/security-event', { token })).body.map(({ kind }: { kind: string }) => kind)

const isAlive = async ({ call }: AccountsTest, { token, email }: Person): Promise<boolean> =>
  (await call('GET', `/api/user/${email}`, { token })).status === 200

const verifyAddress = ({ shop }: AccountsTest) =>
  shop.db.updateTable('user').set({ emailVerified: 1 }).execute()

test('a factor is on once a code has proved it, which counts as used; its owner is told', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  await verifyAddress(shop)
  const own = async () => (await shop.call('GET', '/api/second-factor', { token: ada.token })).body
  expect(await own()).toEqual({ password: true, factor: false })
  const factor = await beginFactor(shop.call, ada)
  expect(factor.backupCodes).toHaveLength(10)
  expect(new Set(factor.backupCodes).size).toBe(10)
  expect(await own()).toEqual({ password: true, factor: false })
  expect((await givePassword(shop.call, ada)).body.token).toEqual(expect.any(String))

  const give = (code: string) => post(shop.call, 'two-factor/verify-totp', { code }, { token: ada.token })
  const wrong = await give('000000')
  expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_code'])
  expect([(await own()).factor, await isAlive(shop, ada)]).toEqual([false, true])
  const code = appCode(factor)
  expect((await give(code)).body).toEqual({ status: true })
  expect(await own()).toEqual({ password: true, factor: true, backupCodes: 10 })
  const again = await post(shop.call, 'two-factor/enable', { password: ada.password }, { token: ada.token })
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  expect((await give(appCode(factor, 1))).status).toBe(409)

  const asked = await givePassword(shop.call, ada)
  const replayed = await giveCode(shop.call, asked, code)
  expect([replayed.status, replayed.body.code]).toEqual([401, 'wrong_code'])
  expect((await giveCode(shop.call, asked, appCode(factor, 1))).status).toBe(200)
  expect(await kindsOf(shop, ada)).toContain('factor_added')
  const mails = (await mailsIn(shop.shop)).map(({ to, subject }) => [to, subject])
  expect(mails).toContainEqual([ADA, 'A second factor was added to your account'])
})

// attack: stolen-database
test('the key is stored encrypted, and the backup codes hashed before that', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const factor = await addFactor(shop.call, ada)
  const stored = JSON.stringify(await shop.shop.db.selectFrom('twoFactor').selectAll().execute())
  const { backupCodes = [] } =
    (await readFactor(shop.shop, shop.shop.db, await userIdOf(shop.shop, ada))) ?? {}
  expect(backupCodes).toHaveLength(10)
  for (const code of factor.backupCodes) expect(backupCodes).not.toContain(code)
  for (const secret of [factor.secret, ...factor.backupCodes]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    expect(stored).not.toContain(Buffer.from(secret).toString('base64'))
  }
})

// attack: session-before-factor
test('sessions that were open when a factor was added end, but for the one that added it', async () => {
  await using shop = await createAccountsTest()
  const here = await shop.register({ email: ADA })
  const there = await shop.signIn(here)
  await addFactor(shop.call, here)
  expect([await isAlive(shop, here), await isAlive(shop, there)]).toEqual([true, false])
  const { cookie } = there
  expect((await shop.call('POST', '/api/login', { body: { email: ADA }, cookie })).status).toBe(401)
})

// attack: old-session
test('setting up, new codes and turning off want a fresh sign-in and the password, and change nothing without', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  await verifyAddress(shop)
  const { token, password } = ada
  const factor = await addFactor(shop.call, ada)
  const bob = await shop.register({ email: 'bob@example.com' })
  const paths = ['two-factor/generate-backup-codes', 'two-factor/disable']
  const before = await rowsOf(shop)
  const refusals = async (as: object, body: object) =>
    Promise.all(
      [...paths.map((path) => [path, token] as const), ['two-factor/enable', bob.token] as const].map(
        async ([path, token]) => (await post(shop.call, path, body, { token, ...as })).body.code,
      ),
    )
  expect(await refusals({ token: '' }, { password })).toEqual(
    Array.from({ length: 3 }, () => 'not_signed_in'),
  )
  expect(await refusals({}, {})).toEqual(Array.from({ length: 3 }, () => 'invalid'))
  expect(await refusals({}, { password: 'not the password' })).toEqual(
    Array.from({ length: 3 }, () => 'wrong_password'),
  )
  shop.shop.advance(16 * MINUTE_MS)
  expect(await refusals({}, { password })).toEqual(Array.from({ length: 3 }, () => 'sign_in_again'))
  expect(await rowsOf(shop)).toEqual(before)
  expect(await isAlive(shop, ada)).toBe(true)

  const signedIn = await shop.call('POST', '/api/sign-in-again', { token, body: { password } })
  expect(signedIn.status).toBe(200)
  const made = await post(shop.call, 'two-factor/generate-backup-codes', { password }, { token })
  expect([made.status, made.body.backupCodes.length]).toEqual([200, 10])
  expect(made.body.backupCodes).not.toContain(factor.backupCodes[0])
  const asked = await givePassword(shop.call, ada)
  expect((await giveBackupCode(shop.call, asked, factor.backupCodes[0] ?? '')).status).toBe(401)
  expect((await giveBackupCode(shop.call, asked, made.body.backupCodes[0])).status).toBe(200)
  const off = await post(shop.call, 'two-factor/disable', { password }, { token })
  expect([off.status, off.body]).toEqual([200, { status: true }])
  expect((await rowsOf(shop)).factors).toEqual([])
  expect((await givePassword(shop.call, ada)).body.token).toEqual(expect.any(String))
  const events = await kindsOf(shop, ada)
  expect(events).toContain('factor_removed')
  const subjects = (await mailsIn(shop.shop)).map(({ subject }) => subject)
  expect(subjects).toContain('The second factor of your account was removed')
  expect((await post(shop.call, 'two-factor/disable', { password }, { token })).status).toBe(409)
})

test('a code makes a sign-in fresh, once; a wrong one counts and leaves the session alive', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const again = (body: object) => shop.call('POST', '/api/sign-in-again', { token: ada.token, body })
  const without = await again({ code: '123456' })
  expect([without.status, without.body.code]).toEqual([409, 'conflict'])
  const factor = await addFactor(shop.call, ada)
  shop.shop.advance(16 * MINUTE_MS)
  const { secret } = factor
  const now = { secret, backupCodes: [] }
  const code = appCode(now, 32)
  const wrong = await again({ code: '000000' })
  expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_code'])
  const right = await again({ code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect([right.status, Date.parse(right.body.until) > shop.shop.now()]).toEqual([200, true])
  expect((await again({ code })).body.code).toBe('wrong_code')
  const [backup = ''] = factor.backupCodes
  expect((await again({ code: backup })).status).toBe(200)
  expect((await again({ code: backup })).body.code).toBe('wrong_code')
  const statuses: number[] = []
  for (let count = 0; count < 8; count += 1) statuses.push((await again({ code: '000000' })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 429])
  expect(await isAlive(shop, ada)).toBe(true)
})

test('an account that only signs in with Google needs no password for a factor', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  await shop.shop.db.updateTable('account').set({ providerId: 'google', password: null }).execute()
  const { token } = ada
  const begun = await post(shop.call, 'two-factor/enable', {}, { token })
  expect([begun.status, begun.body.backupCodes.length]).toEqual([200, 10])
})

// attack: stolen-database
test('a new secret of the shop leaves factors on: they are encrypted anew at the next start', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const factor = await addFactor(shop.call, ada)
  const former = shop.shop.secret
  const later = {
    ...shop.shop,
    secret: 'another secret for tests, long enough to sign with',
    config: { ...shop.shop.config, formerSecrets: [former] },
  }
  await encryptFactorsAnew(later)
  const alone = { ...later, config: shop.shop.config }
  const lost = { ...alone, secret: 'a secret for tests that has encrypted nothing of this shop' }
  await encryptFactorsAnew({
    ...lost,
    config: { ...lost.config, formerSecrets: ['one more that has encrypted nothing'] },
  })
  const unread = readFactor(lost, shop.shop.db, await userIdOf(shop.shop, ada))
  await expect(unread).rejects.toMatchObject({ code: 'conflict' })
  expect((await readFactor(alone, shop.shop.db, await userIdOf(shop.shop, ada)))?.secret).toBe(factor.secret)
})

// attack: staff-without-factor
test('with REQUIRE_SECOND_FACTOR every call that wants a right is refused to staff without one, and to nobody else', async () => {
  await using shop = await createAccountsTest({ REQUIRE_SECOND_FACTOR: 'staff' })
  const boss = await shop.registerAdmin('boss@example.com')
  const clerk = await shop.register({ email: 'clerk@example.com' })
  const ada = await shop.register({ email: ADA })
  await shop.shop.db.updateTable('user').set({ rights: 'people' }).where('email', '=', clerk.email).execute()
  const list = async ({ token }: Person) => {
    const { status, body } = await shop.call('GET', '/api/user', { token })
    return [status, body.code]
  }
  const seen = async ({ token }: Person) =>
    (await shop.call('GET', `/api/user/${ADA}`, { token })).body.code ?? 'read'
  const standing = async ({ email, token }: Person) =>
    (await shop.call('GET', `/api/admin/${email}`, { token })).body
  for (const staff of [boss, clerk]) {
    expect(await list(staff)).toEqual([403, 'second_factor_required'])
    expect(await seen(staff)).toBe('second_factor_required')
    expect(await standing(staff)).toMatchObject({ secondFactorRequired: true })
    expect(await isAlive(shop, staff)).toBe(true)
  }
  const make = await shop.call('PUT', `/api/user/admin/${ADA}`, { token: clerk.token })
  expect([make.status, make.body.code, make.body.right]).toEqual([403, 'right_required', 'admin'])
  const events = await shop.call('GET', `/api/security-event?email=${ADA}`, { token: boss.token })
  expect([events.status, events.body.code]).toEqual([403, 'second_factor_required'])
  expect(await list(ada)).toEqual([403, 'right_required'])
  expect(await standing(ada)).toEqual({ admin: false, rights: [] })
  for (const staff of [boss, clerk]) {
    await addFactor(shop.call, staff)
    expect((await list(staff))[0]).toBe(200)
    expect(await seen(staff)).toBe('read')
    expect(await standing(staff)).not.toHaveProperty('secondFactorRequired')
  }
  const { token, password } = clerk
  expect((await post(shop.call, 'two-factor/disable', { password }, { token })).status).toBe(200)
  expect(await list(clerk)).toEqual([403, 'second_factor_required'])
})
