import { verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { kindOf } from '#kit/db/db.ts'
import { type AccountsTest, createAccountsTest, outboxLink } from '#tests/support/accounts-shop.ts'
import { PASSWORD } from '#tests/support/customer.ts'
import { createGoogleTest, signedInUser, signInWithGoogle } from '#tests/support/google-shop.ts'
import type { TestShop } from '#tests/support/test-shop.ts'
import { createLibraryCalls } from './library-calls.ts'

const EMAIL = 'ada@example.com'
const NEW_PASSWORD = 'a whole new password'

async function mailedToken(shop: AccountsTest): Promise<string> {
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: EMAIL } })
  return /reset-password\/([^?]+)/.exec(await outboxLink(shop, EMAIL))?.[1] ?? ''
}

const reset = ({ call }: AccountsTest, token: string, newPassword = NEW_PASSWORD) =>
  call('POST', '/api/auth/reset-password', { body: { newPassword, token } })

const signIn = ({ call }: AccountsTest, password: string) =>
  call('POST', '/api/auth/sign-in/email', { body: { email: EMAIL, password } })

const sessionsIn = (shop: TestShop) => shop.db.selectFrom('session').select('id').execute()

/** What a reset can change. */
async function readAccounts({ shop }: AccountsTest) {
  const users = await shop.db.selectFrom('user').selectAll().execute()
  const accounts = await shop.db.selectFrom('account').selectAll().execute()
  return { users, accounts, sessions: await sessionsIn(shop) }
}

/** Makes the database change the credentials between what a sign-in has read of them and its session. */
async function resetWithEachNewSession({ db }: TestShop): Promise<void> {
  const kind = kindOf(db)
  const raise = `update "user" set "credentialGeneration" = "credentialGeneration" + 1 where "id" = new."userId"`
  const body = kind === 'sqlite' ? `begin ${raise}; end` : 'for each row execute function reset_meanwhile()'
  if (kind === 'postgres')
    await sql
      .raw(
        `create function reset_meanwhile() returns trigger language plpgsql as $$ begin ${raise}; return new; end $$`,
      )
      .execute(db)
  await sql.raw(`create trigger reset_meanwhile before insert on "session" ${body}`).execute(db)
}

// attack: sign-in-during-reset
test('a sign-in whose old password is replaced while it is checked begins no session', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: EMAIL })
  const token = await mailedToken(shop)
  const verify = vi.mocked(verifyPassword)
  const real = verify.getMockImplementation()
  const checked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  verify.mockImplementationOnce(async (given) => {
    const isRight = await real?.(given)
    checked.resolve()
    await released.promise
    return isRight === true
  })
  const signingIn = signIn(shop, PASSWORD)
  await checked.promise
  expect((await reset(shop, token)).status).toBe(200)
  released.resolve()
  const answer = await signingIn
  expect([answer.status, answer.body.authCode, answer.cookie]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD', ''])
  expect(await sessionsIn(shop.shop)).toEqual([])
  expect((await signIn(shop, NEW_PASSWORD)).status).toBe(200)
})

// attack: sign-in-during-reset
test('a session that began with replaced credentials is valid for no call', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: EMAIL })
  await resetWithEachNewSession(shop.shop)
  const { cookie } = await signIn(shop, PASSWORD)
  expect(cookie).not.toBe('')
  const session = (await sessionsIn(shop.shop)).at(-1)
  const user = { id: '', name: '', email: EMAIL, sessionId: session?.id ?? '' }
  const { id } = await shop.shop.db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const token = await shop.guards.tokens.issue({ ...user, id })
  for (const caller of [
    { cookie, token },
    { cookie: ada.cookie, token: ada.token },
  ]) {
    const body = { email: EMAIL }
    expect((await shop.call('POST', '/api/login', { body, cookie: caller.cookie })).status).toBe(401)
    expect((await shop.call('GET', `/api/user/${EMAIL}`, { token: caller.token })).status).toBe(401)
    expect((await shop.call('GET', '/api/auth/get-session', { cookie: caller.cookie })).body).toBeNull()
  }
})

// attack: sign-in-during-reset
test('a session by Google that began with replaced credentials is not valid', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  await signInWithGoogle(browser, { email: EMAIL })
  expect((await signedInUser(browser))?.email).toBe(EMAIL)
  await resetWithEachNewSession(google.shop)
  await signInWithGoogle(browser, { email: EMAIL })
  expect(await signedInUser(browser)).toBeNull()
})

// attack: sign-in-during-reset
test('a sign-in by Google that a reset has removed meanwhile begins no session', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: EMAIL })
  const { db } = shop.shop
  const { id } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const byGoogle = () => createLibraryCalls(shop.auth.hashes).generationOf(db, id)
  await expect(byGoogle()).rejects.toMatchObject({ body: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
  await db.updateTable('account').set({ providerId: 'google' }).execute()
  expect(await byGoogle()).toBe(0)
})

// attack: old-reset-link
test('a reset ends every other reset link of the account, and no other', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: EMAIL })
  await shop.register({ email: 'eve@example.com' })
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: 'eve@example.com' } })
  const eves = /reset-password\/([^?]+)/.exec(await outboxLink(shop, 'eve@example.com'))?.[1] ?? ''
  const [first, second] = [await mailedToken(shop), await mailedToken(shop)]
  expect(first).not.toBe(second)
  expect((await reset(shop, second)).status).toBe(200)
  const before = await readAccounts(shop)
  for (const used of [first, second]) {
    const answer = await reset(shop, used, 'yet another password')
    expect([answer.status, answer.body.authCode]).toEqual([400, 'INVALID_TOKEN'])
  }
  expect(await readAccounts(shop)).toEqual(before)
  expect((await signIn(shop, NEW_PASSWORD)).status).toBe(200)
  expect((await reset(shop, eves)).status).toBe(200)
})

// attack: old-reset-link
test('of several reset links of an account that are used at the same time, one sets the password', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: EMAIL })
  const links = []
  for (let n = 0; n < 4; n++) links.push(await mailedToken(shop))
  const answers = await Promise.all(links.map((link, n) => reset(shop, link, `the new password ${n}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect((await signIn(shop, `the new password ${winner}`)).status).toBe(200)
})
