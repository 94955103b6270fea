import { hkdfSync } from 'node:crypto'
import { base64url, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest, outboxLink } from '#tests/support/accounts-shop.ts'
import { PASSWORD, type Person } from '#tests/support/customer.ts'

const EMAIL = 'ada@example.com'

const profileStatus = async ({ call }: AccountsTest, token: string) => {
  const { status, body, headers } = await call('GET', `/api/user/${EMAIL}`, { token })
  if (status === 401) {
    expect(body).toMatchObject({ code: 'not_signed_in', detail: 'Sign in first.' })
    expect(headers.get('www-authenticate')).toBe('Bearer')
  }
  return status
}

const login = async ({ call }: AccountsTest, { cookie }: Person): Promise<string> =>
  (await call('POST', '/api/login', { body: { email: EMAIL }, cookie })).body.token

// spec: session-fields
test('a token names its user and lasts 12 hours at most', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: EMAIL })
  const claims = JSON.parse(Buffer.from(ada.token.split('.')[1] ?? '', 'base64url').toString())
  const session = await shop.shop.db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
  expect(claims).toMatchObject({
    sub: session.userId,
    sid: session.id,
    email: EMAIL,
    name: 'Sample Customer',
  })
  expect(claims.exp - claims.iat).toBe(12 * 3600)
  expect(await profileStatus(shop, ada.token)).toBe(200)
  shop.shop.advance(12 * HOUR_MS + 1000)
  expect(await profileStatus(shop, ada.token)).toBe(401)
  expect(await profileStatus(shop, await login(shop, ada))).toBe(200)
})

// attack: stolen-token
test('a new token does not end earlier tokens; signing out ends only the tokens of that session', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: EMAIL })
  const second = await login(shop, ada)
  expect(second).not.toBe(ada.token)
  const elsewhere = await shop.call('POST', '/api/auth/sign-in/email', {
    body: { email: EMAIL, password: PASSWORD },
  })
  const other = await login(shop, { ...ada, cookie: elsewhere.cookie })
  for (const token of [ada.token, second, other]) expect(await profileStatus(shop, token)).toBe(200)
  await shop.call('POST', '/api/auth/sign-out', { cookie: ada.cookie })
  expect(await profileStatus(shop, ada.token)).toBe(401)
  expect(await profileStatus(shop, second)).toBe(401)
  expect(await profileStatus(shop, other)).toBe(200)
})

// attack: stolen-token
test('a password reset ends every token at once', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: EMAIL })
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: EMAIL } })
  expect(await profileStatus(shop, ada.token)).toBe(200)
  const link = await outboxLink(shop, EMAIL)
  const token = /reset-password\/([^?]+)/.exec(link)?.[1]
  const body = { newPassword: 'a whole new password', token }
  expect((await shop.call('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  expect(await profileStatus(shop, ada.token)).toBe(401)
})

// attack: stolen-token
test('a ban makes token and cookie invalid at once; they are valid again after the ban', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: EMAIL })
  const banExpires = new Date(Date.now() + HOUR_MS).toISOString()
  await shop.shop.db.updateTable('user').set({ banned: 1, banExpires }).execute()
  expect(await profileStatus(shop, ada.token)).toBe(401)
  expect((await shop.call('POST', '/api/login', { body: { email: EMAIL }, cookie: ada.cookie })).status).toBe(
    401,
  )
  shop.shop.advance(HOUR_MS + 1000)
  expect(await profileStatus(shop, ada.token)).toBe(200)
  await shop.shop.db.updateTable('user').set({ banExpires: null }).execute()
  expect(await profileStatus(shop, ada.token)).toBe(401)
})

test('a token ends with its session', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: EMAIL })
  await shop.shop.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    .execute()
  expect(await profileStatus(shop, ada.token)).toBe(401)
})

// attack: forged-token
test('forged tokens, changed tokens and tokens of another kind are refused', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: EMAIL })
  const [head = '', payload = '', signature = ''] = ada.token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const encode = (value: object) => base64url.encode(JSON.stringify(value))
  const signed = (key: string | Uint8Array, changes: object = {}) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(typeof key === 'string' ? new TextEncoder().encode(key) : key)
  const ownKey = new Uint8Array(hkdfSync('sha256', shop.shop.secret, '', 'access token', 32))
  expect(await profileStatus(shop, await signed(ownKey))).toBe(200)
  const forged = [
    '',
    'nonsense',
    `${encode({ alg: 'none' })}.${payload}.`,
    `${head}.${encode({ ...claims, sub: 'another' })}.${signature}`,
    `${head}.${payload}.`,
    await signed('a secret of somebody else that is long enough'),
    // The secret also signs cookies and mail links of the library, which must not be accepted as tokens.
    await signed(shop.shop.secret),
    // A signed token is accepted only if all its claims are valid.
    await signed(ownKey, { iss: 'another' }),
    await signed(ownKey, { sub: 'another' }),
    await signed(ownKey, { sid: 'another' }),
    await signed(ownKey, { exp: Math.floor(Date.now() / 1000) - 1 }),
    await signed(ownKey, { exp: undefined }),
  ]
  for (const token of forged) expect(await profileStatus(shop, token)).toBe(401)
  const withCookie = await shop.call('GET', `/api/user/${EMAIL}`, { cookie: ada.cookie })
  expect(withCookie.status).toBe(401)
  const otherScheme = { authorization: `Basic ${ada.token}` }
  expect((await shop.call('GET', `/api/user/${EMAIL}`, { headers: otherScheme })).status).toBe(401)
  expect(await profileStatus(shop, ada.token)).toBe(200)
})

// attack: foreign-token
// spec: post-login
test('POST /login needs the cookie of that account', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: EMAIL })
  const eve = await shop.register({ email: 'eve@example.com' })
  const attempts = [
    await shop.call('POST', '/api/login', { body: { email: EMAIL } }),
    await shop.call('POST', '/api/login', { body: { email: EMAIL }, cookie: eve.cookie }),
    await shop.call('POST', '/api/login', { body: { email: EMAIL }, token: ada.token }),
    await shop.call('POST', '/api/login', { body: {} }),
  ]
  for (const { status, body } of attempts) {
    expect(status).toBe(401)
    expect(body.token).toBeUndefined()
  }
  expect((await shop.call('POST', '/api/login', { body: { email: 1 }, cookie: ada.cookie })).status).toBe(422)
  const anyCase = await shop.call('POST', '/api/login', {
    body: { email: 'ADA@example.com' },
    cookie: ada.cookie,
  })
  expect(anyCase.status).toBe(200)
  expect(anyCase.headers.get('cache-control')).toBe('no-store')
})
