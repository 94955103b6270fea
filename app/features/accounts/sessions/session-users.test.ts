import { expect, test } from 'vitest'
import { newId } from '#kit/id.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import { PASSWORD, type Person } from '#tests/support/customer.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { deleteExpiredSessions } from '../accounts.ts'

const EMAIL = 'ada@example.com'
const sessionsIn = ({ shop }: AccountsTest) => shop.db.selectFrom('session').select('id').execute()

const profileStatus = async ({ call }: AccountsTest, { token }: Person) =>
  (await call('GET', `/api/user/${EMAIL}`, { token })).status

test('a session is deleted once it has expired, a valid one is not', async () => {
  await using accounts = await createAccountsTest()
  const { shop } = accounts
  const ada = await accounts.register({ email: EMAIL })
  const [first] = await sessionsIn(accounts)
  await accounts.call('POST', '/api/auth/sign-in/email', { body: { email: EMAIL, password: PASSWORD } })
  await deleteExpiredSessions(shop)
  expect(await sessionsIn(accounts)).toHaveLength(2)
  expect(await profileStatus(accounts, ada)).toBe(200)
  // Both were created at the same time; one was extended.
  shop.advance(8 * DAY_MS)
  await shop.db
    .updateTable('session')
    .set({ expiresAt: toIso(shop.now() + DAY_MS) })
    .where('id', '=', first?.id ?? '')
    .execute()
  await deleteExpiredSessions(shop)
  expect(await sessionsIn(accounts)).toEqual([first])
  shop.advance(2 * DAY_MS)
  await deleteExpiredSessions(shop)
  expect(await sessionsIn(accounts)).toEqual([])
})

// attack: endless-session
test('a session that is used every day ends 90 days after it began, with its token; a new one begins', async () => {
  await using accounts = await createAccountsTest()
  const { shop, call } = accounts
  const ada = await accounts.register({ email: EMAIL })
  const login = async () => {
    const { body, status } = await call('POST', '/api/login', { body: { email: EMAIL }, cookie: ada.cookie })
    return status === 200 ? body.token : status
  }
  // The sign-in library reads the time of the machine, so its daily extension is made here.
  const { createdAt } = await shop.db.selectFrom('session').select('createdAt').executeTakeFirstOrThrow()
  const begun = new Date(createdAt).getTime()
  shop.advance(begun + 90 * DAY_MS - 60_000 - shop.now())
  await shop.db
    .updateTable('session')
    .set({ expiresAt: toIso(shop.now() + 7 * DAY_MS) })
    .execute()
  const token = await login()
  expect(token).toEqual(expect.any(String))
  expect(await profileStatus(accounts, { ...ada, token })).toBe(200)
  expect((await call('GET', '/api/session', { token })).body).toHaveLength(1)
  shop.advance(60_000)
  expect([await login(), await profileStatus(accounts, { ...ada, token })]).toEqual([401, 401])
  expect((await call('GET', '/api/auth/get-session', { cookie: ada.cookie })).body).toBeNull()
})

// attack: full-disk
test('thousands of expired sessions are deleted, valid ones stay', async () => {
  await using accounts = await createAccountsTest()
  const { shop } = accounts
  const ada = await accounts.register({ email: EMAIL })
  const { userId } = await shop.db.selectFrom('session').select('userId').executeTakeFirstOrThrow()
  const madeMs = shop.now() - 20 * DAY_MS
  const expired = Array.from({ length: 1200 }, () => ({
    id: newId(madeMs),
    token: newId(madeMs),
    userId,
    createdAt: toIso(madeMs),
    updatedAt: toIso(madeMs),
    expiresAt: toIso(madeMs + 7 * DAY_MS),
  }))
  for (let from = 0; from < expired.length; from += 100)
    await shop.db
      .insertInto('session')
      .values(expired.slice(from, from + 100))
      .execute()
  await deleteExpiredSessions(shop)
  expect(await sessionsIn(accounts)).toHaveLength(1)
  expect(await profileStatus(accounts, ada)).toBe(200)
})

// attack: full-disk
test('a job deletes the token of a reset mail once it has expired', async () => {
  await using app = await createTestApp()
  const { shop } = app
  const { email } = await app.register()
  const body = { email }
  await app.call('POST', '/api/auth/request-password-reset', { body })
  const resetTokens = () => shop.db.selectFrom('verification').select('id').execute()
  await app.runJobs('delete expired sessions')
  expect(await resetTokens()).toHaveLength(1)
  shop.advance(2 * DAY_MS)
  await app.runJobs('delete expired sessions')
  expect(await resetTokens()).toEqual([])
  expect(await shop.db.selectFrom('session').select('id').execute()).toHaveLength(1)
})

// attack: full-disk
test('a session stores what its owner recognizes, in words, and nothing that a browser sends', async () => {
  await using accounts = await createAccountsTest()
  await accounts.register({ email: EMAIL })
  const headers = { 'user-agent': 'x'.repeat(15_000) }
  await accounts.call('POST', '/api/auth/sign-in/email', {
    body: { email: EMAIL, password: PASSWORD },
    headers,
  })
  const sessions = await accounts.shop.db.selectFrom('session').select('userAgent').execute()
  expect(sessions.map(({ userAgent }) => userAgent)).toEqual(['Unknown browser', 'Unknown browser'])
})
