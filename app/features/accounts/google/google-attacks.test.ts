import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyEmail } from '#tests/support/customer.ts'
import {
  createGoogleTest,
  type GoogleAccount,
  type GoogleTest,
  signedInUser,
  signInWithGoogle,
  startGoogleSignIn,
  submitGoogleForm,
  type TestBrowser,
} from '#tests/support/google-shop.ts'

const EVE = { email: 'eve@example.com' }

/** All rows that a sign-in could change. */
async function readRows({ shop }: GoogleTest) {
  const [users, accounts, sessions] = await Promise.all([
    shop.db.selectFrom('user').selectAll().orderBy('id').execute(),
    shop.db.selectFrom('account').selectAll().orderBy('id').execute(),
    shop.db.selectFrom('session').selectAll().orderBy('id').execute(),
  ])
  return { users, accounts, sessions }
}

async function expectRefused(
  google: GoogleTest,
  browser: TestBrowser,
  url: string,
  error: string,
): Promise<void> {
  const before = await readRows(google)
  const answer = await browser.get(url)
  expect(new URL(answer.location).pathname).toBe('/login')
  expect(new URL(answer.location).searchParams.get('error')).toBe(error)
  expect(answer.headers.getSetCookie().join()).not.toContain('session_token')
  expect(await readRows(google)).toEqual(before)
}

const changed = (url: string, parameter: string, value: string): string => {
  const parsed = new URL(url)
  parsed.searchParams.set(parameter, value)
  return parsed.href
}

// attack: sign-in-swap
test('a sign-in that starts in one browser cannot be completed in another', async () => {
  await using google = await createGoogleTest()
  const eve = google.browser()
  const back = await submitGoogleForm(eve, await startGoogleSignIn(eve), EVE)
  const victim = google.browser()
  await expectRefused(google, victim, back, 'state_mismatch')
  const signingIn = google.browser()
  await startGoogleSignIn(signingIn)
  await expectRefused(google, signingIn, back, 'state_mismatch')
  expect(await signedInUser(victim)).toBeNull()
})

test('a callback from Google works once', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  const back = await submitGoogleForm(browser, await startGoogleSignIn(browser), EVE)
  expect((await browser.get(back)).location).toContain('/signed-in')
  await expectRefused(google, browser, back, 'state_mismatch')
  const code = new URL(back).searchParams.get('code') ?? ''
  const fresh = await submitGoogleForm(browser, await startGoogleSignIn(browser), EVE)
  await expectRefused(google, browser, changed(fresh, 'code', code), 'invalid_code')
})

test('the code of another sign-in is refused', async () => {
  await using google = await createGoogleTest()
  const eve = google.browser()
  const stolen =
    new URL(await submitGoogleForm(eve, await startGoogleSignIn(eve), EVE)).searchParams.get('code') ?? ''
  const victim = google.browser()
  const back = await submitGoogleForm(victim, await startGoogleSignIn(victim), { email: 'ada@example.com' })
  await expectRefused(google, victim, changed(back, 'code', stolen), 'invalid_code')
})

test('state and issuer must be equal to the values that were sent', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  const back = await submitGoogleForm(browser, await startGoogleSignIn(browser), EVE)
  await expectRefused(google, browser, changed(back, 'state', 'a'.repeat(32)), 'state_mismatch')
  await expectRefused(google, browser, back.replace(/state=[^&]+&/, ''), 'state_not_found')
  await expectRefused(google, browser, changed(back, 'iss', 'https://evil.example'), 'issuer_mismatch')
})

// attack: sign-in-swap
test('a changed nonce or code challenge is refused', async () => {
  await using google = await createGoogleTest()
  const tampered = async (parameter: string, value: string): Promise<[TestBrowser, string]> => {
    const browser = google.browser()
    const { body } = await browser.post('/api/auth/sign-in/social', {
      provider: 'google',
      callbackURL: '/',
      errorCallbackURL: '/login',
    })
    const { location } = await browser.get(changed(body.url, parameter, value))
    return [browser, await submitGoogleForm(browser, location, EVE)]
  }
  await expectRefused(google, ...(await tampered('nonce', 'another')), 'unable_to_get_user_info')
  await expectRefused(google, ...(await tampered('code_challenge', 'a'.repeat(43))), 'invalid_code')
})

test('the sandbox redirects to no address outside the shop', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  const { body } = await browser.post('/api/auth/sign-in/social', { provider: 'google' })
  for (const [name, value] of [
    ['redirect_uri', 'https://evil.example/api/auth/callback/google'],
    ['redirect_uri', `${google.origin}/api/auth/callback/google/../../evil`],
    ['client_id', 'another'],
  ] as const) {
    const answer = await browser.get(changed(body.url, name, value))
    expect([answer.status, answer.location]).toEqual([400, ''])
  }
  const without = new URL(body.url)
  without.searchParams.delete('code_challenge')
  without.searchParams.delete('code_challenge_method')
  const refused = new URL((await browser.get(without.href)).location)
  expect([refused.origin, refused.searchParams.get('error')]).toEqual([google.origin, 'invalid_request'])
})

// attack: open-redirect
test.for([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
])('no redirect leads to %j', async (target) => {
  await using google = await createGoogleTest()
  for (const field of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
    const browser = google.browser()
    const answer = await browser.post('/api/auth/sign-in/social', { provider: 'google', [field]: target })
    expect(answer.status).toBe(422)
    expect(answer.body.url).toBeUndefined()
    expect(browser.cookies.size).toBe(0)
  }
  expect((await sql`select * from verification`.execute(google.shop.db)).rows).toEqual([])
})

test('another site can neither start a sign-in nor submit its form', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  const page = await startGoogleSignIn(browser)
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  const post = (url: string, body: BodyInit, type: string) =>
    fetch(new URL(url, google.origin), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: 'https://evil.example', 'content-type': type },
      body,
    })
  const begun = await post(
    '/api/auth/sign-in/social',
    JSON.stringify({ provider: 'google' }),
    'application/json',
  )
  expect(begun.status).toBe(403)
  const form = new URLSearchParams({ decision: 'continue', ...EVE, verified: 'yes' })
  expect((await post(page, form, 'application/x-www-form-urlencoded')).status).toBe(403)
})

test('the form of the sandbox works only in the browser that started the sign-in, for ten minutes', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  const page = await startGoogleSignIn(browser)
  expect((await browser.get(page)).status).toBe(200)
  expect((await google.browser().get(page)).status).toBe(400)
  const answered = await google.browser().submit(page, { decision: 'continue', ...EVE, verified: 'yes' })
  expect([answered.status, answered.location]).toEqual([400, ''])
  google.shop.advance(11 * 60_000)
  expect((await browser.get(page)).status).toBe(400)
  await startGoogleSignIn(google.browser())
  const kept = await google.shop.db.selectFrom('sandbox_google').select('kind').execute()
  expect(kept).toEqual([{ kind: 'Interaction' }])
})

test('no call of the sandbox returns the client secret or an account', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  await signInWithGoogle(browser, EVE)
  for (const path of ['token', 'userinfo', 'me', 'reg', 'session/end', 'introspection']) {
    expect([400, 401, 404, 405]).toContain((await browser.get(`/sandbox/google/${path}`)).status)
  }
  const { body } = await browser.get('/sandbox/google/jwks')
  expect(body.keys).toHaveLength(1)
  expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

// attack: other-google-account
test('who signs in again with Google does so with the same account, and no other one is made, linked or signed in', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  await signInWithGoogle(google.browser(), EVE)
  await signInWithGoogle(browser, { email: 'ada@example.com' })
  const again = async (account: GoogleAccount) => {
    const body = {
      provider: 'google',
      callbackURL: '/signed-in',
      errorCallbackURL: '/signed-in',
      again: true,
    }
    const { url } = (await browser.post('/api/auth/sign-in/social', body)).body
    const back = await submitGoogleForm(browser, (await browser.get(url)).location, account)
    return new URL((await browser.get(back)).location)
  }
  const before = await readRows(google)
  const linkable = await google.register({ email: 'linkable@example.com' })
  await verifyEmail(google.shop, linkable)
  const withLinkable = await readRows(google)
  for (const email of [EVE.email, linkable.email, 'new@example.com'])
    expect((await again({ email })).searchParams.get('error')).toBe('other_account')
  expect(await readRows(google)).toEqual(withLinkable)
  expect((await signedInUser(browser))?.email).toBe('ada@example.com')

  const end = await again({ email: 'ada@example.com' })
  expect([end.pathname, end.search]).toEqual(['/signed-in', ''])
  expect((await signedInUser(browser))?.email).toBe('ada@example.com')
  const after = await readRows(google)
  expect(after.accounts.length).toBe(before.accounts.length + 1)
  // It is the same session, and fresh.
  expect(after.sessions.map(({ id, token }) => [id, token])).toEqual(
    withLinkable.sessions.map(({ id, token }) => [id, token]),
  )
  expect(after.sessions.filter(({ provedAt }) => provedAt !== null)).toHaveLength(1)
})

test('signing in again with Google wants a session, and what it keeps for that is the shop’s alone', async () => {
  await using google = await createGoogleTest()
  const stranger = google.browser()
  const body = { provider: 'google', callbackURL: '/signed-in', again: true }
  expect((await stranger.post('/api/auth/sign-in/social', body)).status).toBe(401)
  const planted = { ...body, again: false, additionalData: { onlyFor: 'somebody' } }
  const { url } = (await stranger.post('/api/auth/sign-in/social', planted)).body
  const back = await submitGoogleForm(stranger, (await stranger.get(url)).location, EVE)
  expect(new URL((await stranger.get(back)).location).searchParams.get('error')).toBeNull()
  expect((await signedInUser(stranger))?.email).toBe(EVE.email)
})
