import { expect, test } from 'vitest'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const begin = { provider: 'google', callbackURL: '/signed-in' }

test("with its keys set, Google's own address is used, with a state, a nonce and a code challenge", async () => {
  await using app = await createTestApp({ GOOGLE_CLIENT_ID: 'an-id', GOOGLE_CLIENT_SECRET: 'a-secret' })
  const { status, body, headers } = await app.call('POST', '/api/auth/sign-in/social', { body: begin })
  expect(status).toBe(200)
  const url = new URL(body.url)
  expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'an-id',
    scope: 'openid email profile',
    redirect_uri: 'http://localhost:3000/api/auth/callback/google',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^.{32}$/),
    nonce: expect.stringMatching(/^.{32}$/),
  })
  expect(body.url).not.toContain('a-secret')
  expect(headers.getSetCookie().join()).toMatch(/state=.*HttpOnly.*SameSite=Lax/)
  expect((await app.call('GET', '/api/config')).body.google).toBe('google')
  expect((await app.call('GET', '/sandbox/google/jwks')).status).toBe(404)
})

test('the callback uses the host of the request, if it is a host of the shop', async () => {
  await using app = await createTestApp()
  const callbackOf = async (origin: string): Promise<string | null> => {
    const request = new Request(`${origin}/api/auth/sign-in/social`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(begin),
    })
    const { url } = (await (await app.app.fetch(request)).json()) as { url: string }
    return new URL(url).searchParams.get('redirect_uri')
  }
  expect(await callbackOf('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000/api/auth/callback/google')
  expect(await callbackOf('http://evil.example')).toBe('http://localhost:3000/api/auth/callback/google')
})

test('behind a proxy that terminates https the sandbox uses the public address', async () => {
  await using app = await createTestApp({ PUBLIC_URL: 'https://shop.example', SANDBOX: 'on' })
  const { body } = await app.call('POST', '/api/auth/sign-in/social', { body: begin })
  const { origin, pathname, search } = new URL(body.url)
  expect(origin).toBe('https://shop.example')
  const answer = await app.call('GET', pathname + search, { headers: { 'x-forwarded-proto': 'http' } })
  expect(answer.headers.get('location')).toMatch(/^\/sandbox\/google\/interaction\//)
  const cookies = answer.headers.getSetCookie()
  expect(cookies).toHaveLength(4)
  expect(cookies.filter((cookie) => !/; secure; httponly/.test(cookie))).toEqual([])
})

test('when Google is off, the calls of Google and its sandbox answer 404', async () => {
  await using app = await createTestApp({
    NODE_ENV: 'production',
    STRIPE_SECRET_KEY: 'sk_test_placeholder',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_placeholder',
    STRIPE_WEBHOOK_SECRET: 'whsec_placeholder',
    SMTP_URL: 'smtp://127.0.0.1:2',
    MAIL_FROM: 'shop@shop.example',
  })
  const { status, body } = await app.call('POST', '/api/auth/sign-in/social', { body: begin })
  expect([status, body.code]).toEqual([404, 'not_found'])
  expect((await app.call('GET', '/api/config')).body.google).toBe('off')
  expect((await app.call('GET', '/sandbox/google/jwks')).status).toBe(404)
  expect(await app.shop.db.selectFrom('sandbox_google').selectAll().execute()).toEqual([])
})

test('other providers are refused', async () => {
  await using app = await createTestApp()
  const body = { provider: 'github', callbackURL: '/' }
  expect((await app.call('POST', '/api/auth/sign-in/social', { body })).status).toBe(422)
})
