import { expect, test } from 'vitest'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import { PASSWORD } from '#tests/support/customer.ts'
import { toShopResponse } from './auth-answers.ts'

const EVIL_TARGETS = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%252e//evil.example',
  'https://evil.example/x',
  'http://localhost:3000@evil.example',
  'http://localhost:3000/.//evil.example',
  'javascript:alert(1)',
  '/%2fevil.example',
]

const sessionsIn = ({ shop }: AccountsTest) =>
  shop.db.selectFrom('session').selectAll().orderBy('id').execute()

// attack: open-redirect
test('a redirect never leads to another site', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: 'ada@example.com' })
  const before = await sessionsIn(shop)
  const mails = await shop.shop.db.selectFrom('outbox').select('id').execute()
  const credentials = { email: 'ada@example.com', password: PASSWORD }
  for (const target of EVIL_TARGETS) {
    const calls: [string, object][] = [
      ['sign-in/email', { ...credentials, callbackURL: target }],
      ['sign-up/email', { ...credentials, email: 'eve@example.com', name: 'Eve', callbackURL: target }],
      ['request-password-reset', { email: 'ada@example.com', redirectTo: target }],
      ['send-verification-email', { email: 'ada@example.com', callbackURL: target }],
    ]
    for (const [path, body] of calls) {
      const answer = await shop.call('POST', `/api/auth/${path}`, { body })
      expect([path, target, answer.status]).toEqual([path, target, 422])
      expect(answer.body.errors[0].pointer).toMatch(/^#\/(callbackURL|redirectTo)$/)
      expect(answer.cookie).toBe('')
      shop.shop.advance(60_000)
    }
    const query = `callbackURL=${encodeURIComponent(target)}`
    const paths = [
      `verify-email?token=x&${query}`,
      `verify-email?token=x&callbackURL=/&${query}`,
      `reset-password/x?${query}`,
      `reset-password/x?callbackURL=%2F&${query}`,
      `callback/google?${query}`,
      `error?${query}`,
    ]
    for (const path of paths) {
      const answer = await shop.call('GET', `/api/auth/${path}`, { cookie })
      expect([path, answer.status]).toEqual([path, 422])
      expect(answer.headers.get('location')).toBeNull()
    }
  }
  expect(await sessionsIn(shop)).toEqual(before)
  expect(await shop.shop.db.selectFrom('outbox').select('id').execute()).toEqual(mails)
})

test('a target in the shop is accepted as a path or a full address, and returned as a path', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: 'ada@example.com' })
  for (const callbackURL of [
    '/blog?a=1',
    'http://localhost:3000/blog?a=1',
    'http://127.0.0.1:3000/blog?a=1',
  ]) {
    const body = { email: 'ada@example.com', password: PASSWORD, callbackURL }
    const answer = await shop.call('POST', '/api/auth/sign-in/email', { body })
    expect([answer.status, answer.body.url, answer.headers.get('location')]).toEqual([
      200,
      '/blog?a=1',
      '/blog?a=1',
    ])
  }
})

// attack: open-redirect
test('a redirect of the sign-in library to another site leads to the error page instead', async () => {
  await using shop = await createAccountsTest()
  const answerWith = (status: number, location: string) =>
    toShopResponse(
      new Response(null, { status, headers: { location, 'set-cookie': 'a=b' } }),
      shop.shop,
      shop.auth.google,
    )
  for (const location of [...EVIL_TARGETS, 'https://accounts.google.com/o/oauth2/v2/auth?x=1', 'blog']) {
    for (const status of [200, 302]) {
      const { headers } = await answerWith(status, location)
      expect(headers.get('location')).toBe('/login?error=unknown_target')
      expect(headers.getSetCookie()).toEqual([])
    }
  }
  const known = ['/blog', 'http://localhost:3000/blog', 'http://localhost:3000/sandbox/google/auth?x=1']
  for (const location of known) {
    const { headers } = await answerWith(302, location)
    expect([headers.get('location'), headers.getSetCookie()]).toEqual([location, ['a=b']])
  }
})

// attack: cross-site-call
test('calls from another origin are refused, with and without a cookie', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: 'ada@example.com' })
  const before = await sessionsIn(shop)
  const credentials = { email: 'ada@example.com', password: PASSWORD }
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3001' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) {
    const answers = [
      await shop.call('POST', '/api/auth/sign-in/email', { body: credentials, headers }),
      await shop.call('POST', '/api/auth/sign-out', { cookie, headers }),
      await shop.call('POST', '/api/auth/update-user', { body: { name: 'Eve' }, cookie, headers }),
      await shop.call('POST', '/api/login', { body: { email: 'ada@example.com' }, cookie, headers }),
      await shop.call('PUT', '/api/user/ada@example.com', {
        body: { email: 'x', name: 'Eve' },
        cookie,
        headers,
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(answers.every(({ body }) => body.token === undefined)).toBe(true)
  }
  expect(await sessionsIn(shop)).toEqual(before)
  expect((await shop.shop.db.selectFrom('user').select('name').executeTakeFirst())?.name).toBe(
    'Sample Customer',
  )
  const own = { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }
  const login = await shop.call('POST', '/api/login', {
    body: { email: 'ada@example.com' },
    cookie,
    headers: own,
  })
  expect(login.status).toBe(200)
})

test('other calls of the sign-in library do not exist, not even for an admin', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.registerAdmin('ada@example.com')
  const paths = [
    'admin/list-users',
    'admin/set-role',
    'admin/create-user',
    'admin/impersonate-user',
    'change-email',
    'set-password',
    'delete-user',
    'list-sessions',
    'update-session',
    'link-social',
    'admin/../sign-out/x',
    'sign-up//email',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const answer = await shop.call(method, `/api/auth/${path}`, {
        cookie,
        ...(method === 'POST' && { body: { role: 'admin' } }),
      })
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
  }
  const wrongMethod = await shop.call('GET', '/api/auth/sign-in/email')
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST'])
  expect((await shop.call('DELETE', '/api/auth/get-session')).headers.get('allow')).toBe('GET, HEAD')
})

test('a session cookie with a forged signature is refused', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: 'ada@example.com' })
  const [session] = await sessionsIn(shop)
  const name = cookie.split('=')[0]
  const forged = [
    `${name}=${session?.token}`,
    `${name}=${session?.token}.AAAA`,
    `${cookie.slice(0, -6)}AAAAAA`,
  ]
  for (const attempt of forged) {
    const answer = await shop.call('POST', '/api/login', {
      body: { email: 'ada@example.com' },
      cookie: attempt,
    })
    expect(answer.status).toBe(401)
    expect(answer.body.token).toBeUndefined()
  }
  expect((await shop.call('GET', '/api/user/ada@example.com', { token: session?.token ?? '' })).status).toBe(
    401,
  )
})

test('characters that a database cannot store are refused with 422', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: 'ada@example.com' })
  const calls = [
    await shop.call('GET', '/api/auth/reset-password/a%00b?callbackURL=/x'),
    await shop.call('POST', '/api/auth/reset-password', {
      body: { newPassword: PASSWORD, token: 'a\u0000b' },
    }),
    await shop.call('POST', '/api/auth/update-user', { body: { name: 'a\u0000b' }, cookie }),
    await shop.call('POST', '/api/auth/update-user', { body: { name: 'a\ud800b' }, cookie }),
    await shop.call('POST', '/api/auth/sign-in/email', {
      body: { email: 'a\u0000@example.com', password: 'x' },
    }),
  ]
  expect(calls.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
})
