import { expect, test } from 'vitest'
import { createAccountsTest, usersIn } from '#tests/support/accounts-shop.ts'
import { PASSWORD } from '#tests/support/customer.ts'
import { createGoogleTest, signedInUser, signInWithGoogle } from '#tests/support/google-shop.ts'
import type { TestShop } from '#tests/support/test-shop.ts'
import { NEW_ACCOUNT_LIMIT } from '../attempts/rate-limits.ts'

/** Sets the count of new accounts of the only network address so far. */
const setCount = ({ db }: TestShop, hits: number) =>
  db.updateTable('rate_limits').set({ hits }).where('key', 'like', 'new-account-%').execute()

const countIn = async ({ db }: TestShop) =>
  (await db.selectFrom('rate_limits').select('hits').where('key', 'like', 'new-account-%').executeTakeFirst())
    ?.hits

// attack: many-accounts
test('thirty accounts an hour can be made from a network address', async () => {
  await using shop = await createAccountsTest({ TRUST_PROXY: '1' })
  const signUp = (email: string, from = '192.0.2.1') =>
    shop.call('POST', '/api/auth/sign-up/email', {
      body: { name: 'Ada', email, password: PASSWORD },
      headers: { 'x-forwarded-for': from },
    })
  expect((await signUp('a@example.com')).status).toBe(200)
  expect((await signUp('a@example.com')).status).toBe(422)
  expect(await countIn(shop.shop)).toBe(1)
  await setCount(shop.shop, 29)
  const answers = await Promise.all(['b', 'c', 'd'].map((name) => signUp(`${name}@example.com`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect(refused?.cookie).toBe('')
  expect(await usersIn(shop)).toHaveLength(2)
  expect((await signUp('e@example.com', '192.0.2.2')).status).toBe(200)
  shop.shop.advance(NEW_ACCOUNT_LIMIT.windowMs)
  expect((await signUp('f@example.com')).status).toBe(200)
})

test('RATE_LIMITS=sign-in turns off the limit of new accounts', async () => {
  await using shop = await createAccountsTest({ RATE_LIMITS: 'sign-in' })
  for (let n = 0; n < 31; n++) await shop.register()
  expect(await usersIn(shop)).toHaveLength(31)
  expect(await countIn(shop.shop)).toBeUndefined()
})

// attack: many-accounts
test('accounts by Google count too, and their thirty-first leads to the sign-in page with its reason', async () => {
  await using google = await createGoogleTest()
  await signInWithGoogle(google.browser(), { email: 'ada@example.com' })
  expect(await countIn(google.shop)).toBe(1)
  await setCount(google.shop, 30)
  const browser = google.browser()
  const end = await signInWithGoogle(browser, { email: 'eve@example.com' })
  expect(end.pathname + end.search).toContain('/login?error=too_many_accounts')
  expect(await signedInUser(browser)).toBeNull()
  expect(await google.shop.db.selectFrom('user').select('email').execute()).toEqual([
    { email: 'ada@example.com' },
  ])
  // An existing account can still sign in.
  await signInWithGoogle(browser, { email: 'ada@example.com' })
  expect((await signedInUser(browser))?.email).toBe('ada@example.com')
})
