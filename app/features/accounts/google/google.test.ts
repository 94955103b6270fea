import { expect, test } from 'vitest'
import { PASSWORD, verifyEmail } from '#tests/support/customer.ts'
import {
  createGoogleTest,
  type GoogleTest,
  signedInUser,
  signInWithGoogle,
  startGoogleSignIn,
  submitGoogleForm,
  type TestBrowser,
} from '#tests/support/google-shop.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const ADA = 'ada@example.com'

const accountsOf = ({ shop }: GoogleTest) =>
  shop.db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select(['user.email', 'account.providerId', 'account.userId'])
    .orderBy('account.id')
    .execute()

async function resetPassword({ shop }: GoogleTest, browser: TestBrowser, email: string): Promise<void> {
  await browser.post('/api/auth/request-password-reset', { email })
  const mail = (await mailsIn(shop)).find(({ to, subject }) => to === email && subject?.startsWith('Reset'))
  const token = /reset-password\/([^?\s]+)/.exec(mail?.text ?? '')?.[1]
  const answer = await browser.post('/api/auth/reset-password', { newPassword: 'another long one', token })
  expect(answer.status).toBe(200)
}

// spec: google
test('a new user gets an account with a confirmed address, and an access token for the cookie', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  const end = await signInWithGoogle(browser, { email: 'Ada@Example.com', name: 'Ada Sample' }, '/blog?a=1')
  expect(end.pathname + end.search).toBe('/blog?a=1')
  expect(await signedInUser(browser)).toMatchObject({ email: ADA, name: 'Ada Sample', emailVerified: true })
  const [mail, ...others] = await mailsIn(google.shop)
  expect(mail).toMatchObject({ to: ADA, subject: 'Welcome to Parts Shop' })
  expect(others).toEqual([])
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  const put = await fetch(`${google.origin}/api/user/${ADA}`, {
    method: 'PUT',
    headers: { cookie, origin: google.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADA, name: 'Ada Sample' }),
  })
  const { token } = (await put.json()) as { token: string }
  const profile = await fetch(`${google.origin}/api/user/${ADA}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await profile.json()).toEqual({ name: 'Ada Sample', email: ADA })
})

test('no token of Google is stored', async () => {
  await using google = await createGoogleTest()
  await signInWithGoogle(google.browser(), { email: ADA })
  await signInWithGoogle(google.browser(), { email: ADA })
  const rows = await google.shop.db.selectFrom('account').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ accessToken: null, refreshToken: null, idToken: null })
})

test('a second sign-in uses the same account; the name defaults to the start of the address', async () => {
  await using google = await createGoogleTest()
  await signInWithGoogle(google.browser(), { email: ADA })
  const again = google.browser()
  await signInWithGoogle(again, { email: 'ADA@EXAMPLE.COM' })
  expect(await signedInUser(again)).toMatchObject({ email: ADA, name: 'ada' })
  expect(await google.shop.db.selectFrom('user').select('id').execute()).toHaveLength(1)
})

test('a confirmed account is linked, and keeps its name and password', async () => {
  await using google = await createGoogleTest()
  await google.register({ email: ADA })
  await verifyEmail(google.shop, { email: ADA })
  const browser = google.browser()
  expect((await signInWithGoogle(browser, { email: ADA, name: 'Somebody' })).pathname).toBe('/signed-in')
  expect(await signedInUser(browser)).toMatchObject({ email: ADA, name: 'Sample Customer' })
  // With a password, Google alone does not prove that its owner is there.
  const wanted = await browser.get('/api/auth/passkey/generate-register-options')
  expect([wanted.status, wanted.body.code]).toEqual([401, 'sign_in_again'])
  const accounts = await accountsOf(google)
  expect(accounts.map(({ providerId }) => providerId)).toEqual(['credential', 'google'])
  expect(new Set(accounts.map(({ userId }) => userId)).size).toBe(1)
  const signIn = await google.browser().post('/api/auth/sign-in/email', { email: ADA, password: PASSWORD })
  expect(signIn.status).toBe(200)
})

// attack: planted-account
test('an account with an unconfirmed address is not linked until a reset confirms it', async () => {
  await using google = await createGoogleTest()
  await google.register({ email: ADA })
  const before = await accountsOf(google)
  const browser = google.browser()
  const end = await signInWithGoogle(browser, { email: ADA })
  expect(end.pathname + end.search).toBe('/login?error=account_not_linked')
  expect(await signedInUser(browser)).toBeNull()
  expect(await accountsOf(google)).toEqual(before)
  expect(await google.shop.db.selectFrom('session').select('id').execute()).toHaveLength(1)
  await resetPassword(google, browser, ADA)
  await signInWithGoogle(browser, { email: ADA })
  expect(await signedInUser(browser)).toMatchObject({ email: ADA, emailVerified: true })
})

test('an address that Google has not verified does not sign in to an existing account', async () => {
  await using google = await createGoogleTest()
  await signInWithGoogle(google.browser(), { email: ADA })
  const before = await accountsOf(google)
  const claimant = google.browser()
  const end = await signInWithGoogle(claimant, { email: ADA, verified: false })
  expect(end.searchParams.get('error')).toBe('account_not_linked')
  expect(await signedInUser(claimant)).toBeNull()
  expect(await accountsOf(google)).toEqual(before)
})

// attack: planted-account
test('a password reset removes the Google sign-in of a user who did not verify the address', async () => {
  await using google = await createGoogleTest()
  const claimant = google.browser()
  await signInWithGoogle(claimant, { email: ADA, verified: false })
  expect(await signedInUser(claimant)).toMatchObject({ email: ADA, emailVerified: false })
  const holder = google.browser()
  expect((await signInWithGoogle(holder, { email: ADA })).searchParams.get('error')).toBe(
    'account_not_linked',
  )
  await resetPassword(google, holder, ADA)
  expect(await signedInUser(claimant)).toBeNull()
  const end = await signInWithGoogle(claimant, { email: ADA, verified: false })
  expect(end.searchParams.get('error')).toBe('account_not_linked')
  await signInWithGoogle(holder, { email: ADA })
  expect(await signedInUser(holder)).toMatchObject({ email: ADA, emailVerified: true })
})

test('a confirmed account keeps Google when its password is reset', async () => {
  await using google = await createGoogleTest()
  await signInWithGoogle(google.browser(), { email: ADA })
  await resetPassword(google, google.browser(), ADA)
  expect((await accountsOf(google)).map(({ providerId }) => providerId)).toEqual(['google', 'credential'])
})

test('a banned user is refused', async () => {
  await using google = await createGoogleTest()
  await signInWithGoogle(google.browser(), { email: ADA })
  await google.shop.db.updateTable('user').set({ banned: 1 }).execute()
  const browser = google.browser()
  const end = await signInWithGoogle(browser, { email: ADA })
  expect(end.searchParams.get('error')).toBe('BANNED_USER')
  expect(await signedInUser(browser)).toBeNull()
})

test('a cancelled sign-in leads to the sign-in page with its error', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  const sent = await browser.submit(await startGoogleSignIn(browser), { decision: 'cancel' })
  const back = await browser.get((await browser.get(sent.location)).location)
  const end = new URL(back.location)
  expect(end.pathname).toBe('/login')
  expect(end.searchParams.get('error')).toBe('access_denied')
  expect(await google.shop.db.selectFrom('user').select('id').execute()).toEqual([])
})

test("the sandbox's form shows invalid input again, escaped", async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  const page = await startGoogleSignIn(browser)
  const sent = await browser.submit(page, { decision: 'continue', name: '<b>', email: '"><script>' })
  expect(sent.status).toBe(422)
  expect(sent.body).toContain('This is not an e-mail address.')
  expect(sent.body).not.toMatch(/<b>|<script/)
  expect(await submitGoogleForm(browser, page, { email: ADA })).toContain('/api/auth/callback/google?code=')
})

test('the sandbox answers calls without a socket', async () => {
  await using app = await createTestApp()
  const { status, body } = await app.call('GET', '/sandbox/google/.well-known/openid-configuration')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    issuer: 'http://localhost:3000/sandbox/google',
    authorization_endpoint: 'http://localhost:3000/sandbox/google/auth',
  })
})

// attack: endless-session
test('signing in with Google ends the former session of that browser', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  await signInWithGoogle(browser, { email: 'eve@example.com' })
  await signInWithGoogle(browser, { email: ADA })
  expect(await signedInUser(browser)).toMatchObject({ email: ADA })
  expect(await google.shop.db.selectFrom('session').select('id').execute()).toHaveLength(1)
})
