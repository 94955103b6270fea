import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { ORIGIN } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const KEYS = { GOOGLE_CLIENT_ID: 'an-id', GOOGLE_CLIENT_SECRET: 'a-secret' }

afterEach(() => void vi.unstubAllGlobals())

interface Exchange {
  readonly nonce: string
  readonly challenge: string
}

/** Answers the two addresses of Google that the shop calls; a call to any other address fails. */
async function mockGoogle(exchange: () => Exchange, changedClaims: Record<string, unknown> = {}) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }]
  const calledUrls: string[] = []
  const idToken = () =>
    new SignJWT({
      nonce: exchange().nonce,
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada',
      ...changedClaims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer('https://accounts.google.com')
      .setAudience('an-id')
      .setSubject('1')
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey)
  const token = async (form: URLSearchParams) => {
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const known = form.get('client_id') === 'an-id' && form.get('client_secret') === 'a-secret'
    if (!known || proof !== exchange().challenge || form.get('code') !== 'the-code') {
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    return Response.json({
      access_token: 'any',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await idToken(),
    })
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    calledUrls.push(request.url)
    if (request.url === 'https://www.googleapis.com/oauth2/v3/certs') return Response.json({ keys })
    if (request.url !== 'https://oauth2.googleapis.com/token')
      throw new Error(`unexpected call to ${request.url}`)
    return token(new URLSearchParams(await request.text()))
  })
  return calledUrls
}

/** Starts a sign-in at the shop; `back` sends the callback from Google. */
async function begin({ app }: TestApp) {
  const begun = await app.fetch(
    new Request(`${ORIGIN}/api/auth/sign-in/social`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google', callbackURL: '/in', errorCallbackURL: '/login' }),
    }),
  )
  const { url } = (await begun.json()) as { url: string }
  const {
    state = '',
    nonce = '',
    code_challenge: challenge = '',
  } = Object.fromEntries(new URL(url).searchParams)
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const back = async (code: string) => {
    const address = `${ORIGIN}/api/auth/callback/google?${new URLSearchParams({ code, state })}`
    return (await app.fetch(new Request(address, { headers: { cookie } }))).headers.get('location')
  }
  return { exchange: { nonce, challenge }, back }
}

const users = ({ shop }: TestApp) => shop.db.selectFrom('user').select('email').execute()

test('the token request contains the client secret and the code verifier, and no other URL of Google is called', async () => {
  await using app = await createTestApp(KEYS)
  const { exchange, back } = await begin(app)
  const calledUrls = await mockGoogle(() => exchange)
  expect(await back('the-code')).toBe('/in')
  expect(await users(app)).toEqual([{ email: 'ada@example.com' }])
  expect(calledUrls.toSorted()).toEqual([
    'https://oauth2.googleapis.com/token',
    'https://www.googleapis.com/oauth2/v3/certs',
  ])
})

test.each([
  ['a code of somebody else’s sign-in', 'another-code', {}],
  ['an id token of another sign-in', 'the-code', { nonce: 'another' }],
])('%s is refused', async (_, code, changedClaims) => {
  await using app = await createTestApp(KEYS)
  const { exchange, back } = await begin(app)
  await mockGoogle(() => exchange, changedClaims)
  expect(await back(code)).toMatch(/^\/login\?error=/)
  expect(await users(app)).toEqual([])
})
