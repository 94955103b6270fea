import { expect, test } from 'vitest'
import { MINUTE_MS } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import type { Person } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { createSeenNotes } from '../sessions/seen-notes.ts'

const sessionsOf = async ({ call }: AccountsTest, { token }: Person) =>
  (await call('GET', '/api/session', { token })).body

const kindsOf = async ({ call }: AccountsTest, { token }: Person): Promise<string[]> =>
  (await call('GET', '/api/security-event', { token })).body.map(({ kind }: { kind: string }) => kind)

const isAlive = async ({ call }: AccountsTest, { token }: Person) =>
  (await call('GET', '/api/session', { token })).status === 200

const signInAgain = ({ call }: AccountsTest, { token }: Person, password: string) =>
  call('POST', '/api/sign-in-again', { token, body: { password } })

const changePassword = (
  { call }: AccountsTest,
  { token }: Person,
  currentPassword: string,
  newPassword = 'quiet-harbour-lamp-7',
) => call('POST', '/api/auth/change-password', { token, body: { currentPassword, newPassword } })

test('a caller sees the own sessions without a token, ends one or all others, and nobody else’s', async () => {
  await using shop = await createAccountsTest()
  const here = await shop.register({ email: 'ada@example.com' })
  const there = await shop.signIn(here)
  const third = await shop.signIn(here)
  const other = await shop.register({ email: 'other@example.com' })
  const sessions = await sessionsOf(shop, here)
  expect(sessions).toHaveLength(3)
  expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
  const rows = await shop.shop.db.selectFrom('session').select(['id', 'token']).execute()
  for (const { token } of rows) expect(JSON.stringify(sessions)).not.toContain(token)

  const [ofThere] = (await sessionsOf(shop, there)).filter(({ current }: { current: boolean }) => current)
  const foreign = await shop.call('DELETE', `/api/session/${ofThere._id}`, { token: other.token })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
  expect(await isAlive(shop, there)).toBe(true)
  const ended = await shop.call('DELETE', `/api/session/${ofThere._id}`, { token: here.token })
  expect(ended.body).toEqual({ deletedCount: 1 })
  expect([await isAlive(shop, there), await isAlive(shop, third)]).toEqual([false, true])
  expect((await shop.call('DELETE', '/api/session', { token: here.token })).body).toEqual({ deletedCount: 1 })
  expect([await isAlive(shop, third), await isAlive(shop, here), await isAlive(shop, other)]).toEqual([
    false,
    true,
    true,
  ])
  expect(await kindsOf(shop, here)).toEqual([
    'session_ended',
    'session_ended',
    'signed_in',
    'signed_in',
    'signed_in',
  ])
})

test('every call of a session moves when it was last seen, once a minute; an expired one is not listed', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const there = await shop.signIn(ada)
  const seen = async () => {
    const rows = await shop.shop.db.selectFrom('session').select(['id', 'updatedAt']).orderBy('id').execute()
    return rows.map(({ updatedAt }) => new Date(updatedAt).getTime())
  }
  const begun = await seen()
  shop.shop.advance(2 * MINUTE_MS)
  await shop.call('GET', '/api/session', { token: ada.token })
  const used = await seen()
  const [moved = 0, ...others] = used.filter((at) => !begun.includes(at))
  expect([others, moved - Math.max(...begun) > MINUTE_MS]).toEqual([[], true])
  shop.shop.advance(MINUTE_MS / 2)
  await shop.call('GET', '/api/session', { token: ada.token })
  expect(await seen()).toEqual(used)
  const [{ _id }] = (await sessionsOf(shop, there)).filter(({ current }: { current: boolean }) => current)
  const expiresAt = new Date(shop.shop.now() - 1).toISOString()
  await shop.shop.db.updateTable('session').set({ expiresAt }).where('id', '=', _id).execute()
  expect(await sessionsOf(shop, ada)).toMatchObject([{ current: true }])
})

test('a use is noted by one statement a minute, and a database that takes no writes refuses no read', async () => {
  await using shop = await createAccountsTest()
  let tried = 0
  let now = shop.shop.now()
  const updateTable = () => {
    tried += 1
    throw new Error('read only')
  }
  const note = createSeenNotes({ db: { updateTable } as never, now: () => now })
  for (const [laterMs, statements] of [
    [0, 1],
    [MINUTE_MS - 1, 1],
    [1, 2],
  ] as const) {
    now += laterMs
    await note({ sessionId: 'a' })
    expect(tried).toBe(statements)
  }
})

// attack: old-session
test('what wants a fresh sign-in is refused after 15 minutes, changes nothing, and goes on with the password', async () => {
  await using shop = await createAccountsTest()
  const boss = await shop.registerAdmin('boss@example.com')
  const ada = await shop.register({ email: 'ada@example.com' })
  await shop.shop.db.updateTable('user').set({ emailVerified: 1 }).where('email', '=', ada.email).execute()
  const other = await shop.signIn(boss)
  const make = ({ token } = boss) => shop.call('PUT', `/api/user/admin/${ada.email}`, { token })
  const give = () =>
    shop.call('PUT', `/api/user/staff/${ada.email}`, { token: boss.token, body: { rights: ['orders'] } })
  const unmade = await shop.registerAdmin('other@example.com')
  const unmake = () => shop.call('DELETE', `/api/user/admin/${unmade.email}`, { token: boss.token })
  shop.shop.advance(16 * MINUTE_MS)
  const changed = await changePassword(shop, boss, boss.password)
  for (const refused of [await make(), await give(), await unmake(), changed])
    expect([refused.status, refused.body.code]).toEqual([401, 'sign_in_again'])
  const standing = async () => (await shop.call('GET', `/api/admin/${ada.email}`, { token: ada.token })).body
  expect(await standing()).toEqual({ admin: false, rights: [] })
  expect(await isAlive(shop, boss)).toBe(true)

  const wrong = await signInAgain(shop, boss, 'not the password')
  expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_password'])
  expect((await give()).body.code).toBe('sign_in_again')
  const right = await signInAgain(shop, boss, boss.password)
  expect(right.status).toBe(200)
  const leftMs = Date.parse(right.body.until) - shop.shop.now()
  expect(leftMs).toBeGreaterThan(14 * MINUTE_MS)
  expect(leftMs).toBeLessThanOrEqual(15 * MINUTE_MS)
  // Another session of the same account has proved nothing.
  expect((await make(other)).body.code).toBe('sign_in_again')
  expect((await give()).body).toEqual({ modifiedCount: 1 })
  expect((await make()).body).toEqual({ modifiedCount: 1 })
  expect((await unmake()).body).toEqual({ modifiedCount: 1 })
  expect(await kindsOf(shop, boss)).toContain('sign_in_failed')
  expect(await kindsOf(shop, ada)).toEqual(['role_changed', 'role_changed', 'signed_in'])
  shop.shop.advance(16 * MINUTE_MS)
  expect((await make()).body.code).toBe('sign_in_again')
})

test('a wrong password counts towards the limit of sign-in', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const statuses: number[] = []
  for (let count = 0; count < 12; count += 1)
    statuses.push((await signInAgain(shop, ada, 'wrong password')).status)
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(statuses.slice(10)).toEqual([429, 429])
  expect(await isAlive(shop, ada)).toBe(true)
})

// attack: locked-account
test('wrong passwords from elsewhere, and in another session, do not lock an open session out', async () => {
  await using shop = await createAccountsTest({ TRUST_PROXY: '1' })
  const ada = await shop.register({ email: 'ada@example.com' })
  const there = await shop.signIn(ada)
  for (let count = 0; count < 10; count += 1)
    await shop.call('POST', '/api/auth/sign-in/email', {
      body: { email: ada.email, password: 'wrong one' },
      headers: { 'x-forwarded-for': `192.0.2.${count}` },
    })
  for (let count = 0; count < 10; count += 1) await signInAgain(shop, there, 'wrong password')
  expect((await signInAgain(shop, there, ada.password)).status).toBe(429)
  expect((await signInAgain(shop, ada, ada.password)).status).toBe(200)
  expect((await changePassword(shop, ada, ada.password)).status).toBe(200)
})

test('a password is changed beside the present one: other sessions and reset links end, this one stays', async () => {
  await using shop = await createAccountsTest()
  const here = await shop.register({ email: 'ada@example.com' })
  await shop.shop.db.updateTable('user').set({ emailVerified: 1 }).where('email', '=', here.email).execute()
  const there = await shop.signIn(here)
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: here.email } })
  const links = () => shop.shop.db.selectFrom('verification').select('id').execute()
  expect(await links()).toHaveLength(1)

  const before = await mailsIn(shop.shop)
  const wrong = await changePassword(shop, here, 'not the password')
  expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_password'])
  const common = await changePassword(shop, here, here.password, 'password123')
  expect([common.status, common.body.code]).toEqual([422, 'invalid'])
  expect([await isAlive(shop, there), await links()]).toEqual([true, [expect.anything()]])
  expect(await mailsIn(shop.shop)).toEqual(before)

  expect((await changePassword(shop, here, here.password)).body).toEqual({ status: true })
  expect([await isAlive(shop, here), await isAlive(shop, there), await links()]).toEqual([true, false, []])
  const signIn = (password: string) =>
    shop.call('POST', '/api/auth/sign-in/email', { body: { email: here.email, password } })
  expect([(await signIn(here.password)).status, (await signIn('quiet-harbour-lamp-7')).status]).toEqual([
    401, 200,
  ])
  const mails = (await mailsIn(shop.shop)).slice(before.length).map(({ to, subject }) => [to, subject])
  expect(mails).toEqual([
    [here.email, 'Your password was changed'],
    [here.email, 'A new browser has signed in'],
  ])
  expect(await kindsOf(shop, here)).toContain('password_changed')
})

test('of two changes of a password at once one ends the session of the other, and one password holds', async () => {
  await using shop = await createAccountsTest()
  const here = await shop.register({ email: 'ada@example.com' })
  const there = await shop.signIn(here)
  const answers = await Promise.all([
    changePassword(shop, here, here.password, 'first-new-lantern-5'),
    changePassword(shop, there, here.password, 'other-new-lantern-5'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  const winner = answers.findIndex(({ status }) => status === 200)
  const alive = [await isAlive(shop, here), await isAlive(shop, there)]
  expect(alive).toEqual([winner === 0, winner === 1])
})

test('an account that only signs in with Google is told so, whatever its sign-in, and nothing is counted', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  await shop.shop.db.updateTable('account').set({ providerId: 'google', password: null }).execute()
  shop.shop.advance(16 * MINUTE_MS)
  for (let count = 0; count < 12; count += 1) {
    const answer =
      count % 2 === 0 ? await signInAgain(shop, ada, 'any') : await changePassword(shop, ada, 'any')
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(answer.body.detail).toBe(
      'This account has no password. Set one by “Forgot Password”, or sign in as you always do.',
    )
  }
  expect(await kindsOf(shop, ada)).toEqual(['signed_in'])
})
