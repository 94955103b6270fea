import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const PUBLIC_URL = 'http://shop.example'

/** A provider that returns the id token of the test, at the URL of the Google sandbox. */
async function createTestProvider() {
  const [good, bad] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const keys = [{ ...(await exportJWK(good.publicKey)), kid: 'good', alg: 'RS256' }]
  let idToken: string | undefined
  const server = createServer((request, response) => {
    const tokens = { access_token: 'any', token_type: 'Bearer', expires_in: 600, id_token: idToken }
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(request.url?.endsWith('/jwks') ? { keys } : tokens))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    good: good.privateKey,
    bad: bad.privateKey,
    port: (server.address() as AddressInfo).port,
    returnIdToken: (token: string | undefined) => {
      idToken = token
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function begin({ app }: TestApp) {
  const request = new Request(`${PUBLIC_URL}/api/auth/sign-in/social`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'google', callbackURL: '/in', errorCallbackURL: '/login' }),
  })
  const response = await app.fetch(request)
  const { url } = (await response.json()) as { url: string }
  const { state = '', nonce = '', client_id = '' } = Object.fromEntries(new URL(url).searchParams)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const back = () =>
    app.fetch(
      new Request(`${PUBLIC_URL}/api/auth/callback/google?code=c&state=${state}`, { headers: { cookie } }),
    )
  return { nonce, client_id, back }
}

const sign = (claims: JWTPayload, key: CryptoKey, header: { alg: string; kid: string }): Promise<string> =>
  new SignJWT(claims).setProtectedHeader(header).setIssuedAt().sign(key)

const unsigned = (claims: JWTPayload): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.`
}

// attack: forged-token
test('only an id token that is issued by the provider for this shop and this sign-in, and is not expired, is accepted', async () => {
  await using provider = await createTestProvider()
  await using app = await createTestApp({ PORT: String(provider.port), PUBLIC_URL })
  const header = { alg: 'RS256', kid: 'good' }
  const claimsFor = ({ nonce, client_id }: Awaited<ReturnType<typeof begin>>): JWTPayload => ({
    iss: `${PUBLIC_URL}/sandbox/google`,
    aud: client_id,
    sub: '1',
    nonce,
    exp: Math.floor(Date.now() / 1000) + 60,
    email: 'ada@example.com',
    email_verified: true,
  })
  const invalidTokens: Record<string, (claims: JWTPayload) => Promise<string> | string | undefined> = {
    'no id token': () => undefined,
    'another key': (claims) => sign(claims, provider.bad, header),
    'no signature': unsigned,
    'another issuer': (claims) => sign({ ...claims, iss: 'https://evil.example' }, provider.good, header),
    'another client': (claims) => sign({ ...claims, aud: 'another' }, provider.good, header),
    'another nonce': (claims) => sign({ ...claims, nonce: 'another' }, provider.good, header),
    'no nonce': ({ nonce: _, ...claims }) => sign(claims, provider.good, header),
    'too old': (claims) => sign({ ...claims, exp: 1_000_000_000 }, provider.good, header),
    'no address': (claims) => sign({ ...claims, email: undefined }, provider.good, header),
    'no subject': (claims) => sign({ ...claims, sub: undefined }, provider.good, header),
    'not a token': () => 'nonsense',
  }
  for (const [name, makeToken] of Object.entries(invalidTokens)) {
    const started = await begin(app)
    provider.returnIdToken(await makeToken(claimsFor(started)))
    const answer = await started.back()
    expect([name, answer.headers.get('location')]).toEqual([name, '/login?error=unable_to_get_user_info'])
  }
  expect(await app.shop.db.selectFrom('user').select('id').execute()).toEqual([])
  const started = await begin(app)
  provider.returnIdToken(await sign(claimsFor(started), provider.good, header))
  expect((await started.back()).headers.get('location')).toBe('/in')
  expect(await app.shop.db.selectFrom('user').select('email').execute()).toEqual([
    { email: 'ada@example.com' },
  ])
})
