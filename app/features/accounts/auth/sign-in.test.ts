import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccountsTest, outboxLink, usersIn } from '#tests/support/accounts-shop.ts'
import { ORIGIN, PASSWORD } from '#tests/support/customer.ts'

// spec: visitor-account, register, account-calls
test('registering creates the account, signs in and mails a link that confirms the address', async () => {
  await using shop = await createAccountsTest()
  const answer = await shop.call('POST', '/api/auth/sign-up/email', {
    body: {
      name: ' Ada ',
      email: 'Ada@Example.com',
      password: PASSWORD,
      role: 'admin',
      banned: true,
      phone: 'x',
    },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const setCookie = answer.headers.get('set-cookie') ?? ''
  expect(setCookie).toMatch(/HttpOnly/)
  expect(setCookie).toMatch(/SameSite=Lax/)
  expect(setCookie).not.toMatch(/Secure/)
  const [user] = await usersIn(shop)
  expect(user).toMatchObject({ name: 'Ada', email: 'ada@example.com', phone: null })
  expect(user?.role).not.toBe('admin')
  expect(Boolean(user?.banned)).toBe(false)
  expect(Boolean(user?.emailVerified)).toBe(false)

  const link = await outboxLink(shop, 'ada@example.com')
  expect(link.startsWith(`${ORIGIN}/api/auth/verify-email?token=`)).toBe(true)
  const token = new URL(link).searchParams.get('token')
  const pressed = { body: { token }, cookie: answer.cookie }
  expect((await shop.call('POST', '/api/auth/verify-email', pressed)).status).toBe(200)
  expect(Boolean((await usersIn(shop))[0]?.emailVerified)).toBe(true)
})

test('scripts cannot read the cookie, and over https it is bound to this host', async () => {
  const signUp = { body: { name: 'Ada', email: 'ada@example.com', password: PASSWORD } }
  await using secure = await createAccountsTest({ PUBLIC_URL: 'https://shop.example', SANDBOX: 'on' })
  const { headers, cookie } = await secure.call('POST', '/api/auth/sign-up/email', signUp)
  const line = headers.get('set-cookie') ?? ''
  expect(line).toMatch(/^__Host-shop\.session_token=/)
  for (const part of [/; Secure/, /; HttpOnly/, /; SameSite=Lax/, /; Path=\/(;|$)/])
    expect(line).toMatch(part)
  expect(line).not.toMatch(/Domain/i)
  expect((await secure.call('GET', '/api/auth/get-session', { cookie })).body.user.email).toBe(
    'ada@example.com',
  )
  await using plain = await createAccountsTest()
  const open = (await plain.call('POST', '/api/auth/sign-up/email', signUp)).headers.get('set-cookie')
  expect(open).toMatch(/^shop\.session_token=.*; HttpOnly/)
  expect(open).not.toMatch(/; Secure/)
})

// spec: register-required
test('an invalid registration is refused field by field and writes nothing', async () => {
  await using shop = await createAccountsTest()
  const good = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
  const cases: [object, string][] = [
    [{ ...good, name: ' ' }, '#/name'],
    [{ ...good, name: 'x'.repeat(101) }, '#/name'],
    [{ ...good, name: 'a\u0000b' }, '#/name'],
    [{ ...good, email: 'nobody' }, '#/email'],
    [{ ...good, email: `${'x'.repeat(250)}@example.com` }, '#/email'],
    [{ ...good, password: 'x'.repeat(7) }, '#/password'],
    [{ ...good, password: 'x'.repeat(129) }, '#/password'],
    [{ ...good, password: { $ne: '' } }, '#/password'],
  ]
  for (const [body, pointer] of cases) {
    const answer = await shop.call('POST', '/api/auth/sign-up/email', { body })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.body.errors[0].pointer).toBe(pointer)
  }
  expect((await shop.call('POST', '/api/auth/sign-up/email', { body: '{"name":' })).status).toBe(400)
  const asForm = { body: 'name=Ada', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect((await shop.call('POST', '/api/auth/sign-up/email', asForm)).status).toBe(415)
  expect(await usersIn(shop)).toEqual([])
  expect(await shop.shop.db.selectFrom('outbox').select('id').execute()).toEqual([])
})

test('an address that is already registered, in upper or lower case, is refused and its account does not change', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: 'ada@example.com' })
  const before = await usersIn(shop)
  const answer = await shop.call('POST', '/api/auth/sign-up/email', {
    body: { name: 'Eve', email: 'ADA@example.com', password: 'another password' },
  })
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({
    status: 422,
    code: 'invalid',
    authCode: expect.stringMatching(/^USER_ALREADY_EXISTS/),
  })
  expect(answer.body.detail).toBe(answer.body.message)
  expect(await usersIn(shop)).toEqual(before)
  expect(await shop.shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(1)
})

test('concurrent sign-ups of one address create one account', async () => {
  await using shop = await createAccountsTest()
  const body = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => shop.call('POST', '/api/auth/sign-up/email', { body })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  expect(await usersIn(shop)).toHaveLength(1)
  expect(await shop.shop.db.selectFrom('account').select('id').execute()).toHaveLength(1)
  expect(await shop.shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(1)
})

// attack: account-discovery
// spec: sign-in
test('signing in ignores the case of the address; a wrong password and an unknown address get the same answer', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: 'ada@example.com' })
  const signIn = (email: string, password: string) =>
    shop.call('POST', '/api/auth/sign-in/email', { body: { email, password } })
  expect((await signIn('ADA@Example.com', PASSWORD)).status).toBe(200)
  const wrong = await signIn('ada@example.com', 'not the password')
  const unknown = await signIn('nobody@example.com', 'not the password')
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('content-type')).toBe('application/problem+json')
  expect(wrong.body).toMatchObject({
    code: 'not_signed_in',
    status: 401,
    authCode: 'INVALID_EMAIL_OR_PASSWORD',
  })
  expect(wrong.cookie).toBe('')
  expect(unknown.body).toEqual(wrong.body)
  expect([...unknown.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort())
})

test('a banned user cannot sign in', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: 'ada@example.com' })
  await shop.shop.db.updateTable('user').set({ banned: 1 }).execute()
  const before = await shop.shop.db.selectFrom('session').select('id').execute()
  const answer = await shop.call('POST', '/api/auth/sign-in/email', {
    body: { email: 'ada@example.com', password: PASSWORD },
  })
  expect(answer.status).toBe(403)
  expect(answer.cookie).toBe('')
  expect(await shop.shop.db.selectFrom('session').select('id').execute()).toEqual(before)
})

// spec: account-calls
test('signing out needs no body and ends the session', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: 'ada@example.com' })
  expect((await shop.call('GET', '/api/auth/get-session', { cookie })).body.user.email).toBe(
    'ada@example.com',
  )
  expect((await shop.call('POST', '/api/auth/sign-out', { cookie })).status).toBe(200)
  expect((await shop.call('GET', '/api/auth/get-session', { cookie })).body).toBeFalsy()
  expect(await shop.shop.db.selectFrom('session').select('id').execute()).toEqual([])
})

// attack: endless-session
test('signing in ends the former session of that browser, with its tokens, and no other session', async () => {
  await using shop = await createAccountsTest()
  const [email, eve] = ['ada@example.com', 'eve@example.com']
  const ada = await shop.register({ email })
  const elsewhere = await shop.signIn({ email, password: PASSWORD })
  await shop.register({ email: eve })
  const isAlive = async ({ cookie, token }: { cookie: string; token: string }) => {
    const login = await shop.call('POST', '/api/login', { body: { email }, cookie })
    const profile = await shop.call('GET', `/api/user/${email}`, { token })
    return [login.status, profile.status]
  }
  const signIn = (as: string, password: string) =>
    shop.call('POST', '/api/auth/sign-in/email', { body: { email: as, password }, cookie: ada.cookie })
  expect((await signIn(email, 'not the password')).status).toBe(401)
  expect(await isAlive(ada)).toEqual([200, 200])
  expect((await signIn(eve, PASSWORD)).status).toBe(200)
  expect(await isAlive(ada)).toEqual([401, 401])
  expect(await isAlive(elsewhere)).toEqual([200, 200])
})

// spec: visitor-account, account-calls
test('a reset mails a link, changes the password once, ends all sessions and confirms the address', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: 'ada@example.com' })
  const asked = await shop.call('POST', '/api/auth/request-password-reset', {
    body: { email: 'ADA@example.com', redirectTo: '/reset-password' },
  })
  expect(asked.status).toBe(200)
  const link = await outboxLink(shop, 'ada@example.com')
  const followed = await shop.call('GET', link.slice(ORIGIN.length), {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  const target = new URL(followed.headers.get('location') ?? '', ORIGIN)
  expect(target.origin + target.pathname).toBe(`${ORIGIN}/reset-password`)
  const token = target.searchParams.get('token')
  const kept = await sql`select * from verification`.execute(shop.shop.db)
  expect(kept.rows).toHaveLength(1)
  expect(JSON.stringify(kept.rows)).not.toContain(token)

  const reset = (newPassword: string) =>
    shop.call('POST', '/api/auth/reset-password', { body: { newPassword, token } })
  expect((await reset('short')).status).toBe(422)
  expect((await reset('a whole new password')).status).toBe(200)
  const again = await reset('yet another password')
  expect(again.status).toBe(400)
  expect(again.body.authCode).toBe('INVALID_TOKEN')

  expect(await shop.shop.db.selectFrom('session').select('id').execute()).toEqual([])
  expect((await shop.call('POST', '/api/login', { body: { email: 'ada@example.com' }, cookie })).status).toBe(
    401,
  )
  expect(Boolean((await usersIn(shop))[0]?.emailVerified)).toBe(true)
  const signIn = (password: string) =>
    shop.call('POST', '/api/auth/sign-in/email', { body: { email: 'ada@example.com', password } })
  expect((await signIn(PASSWORD)).status).toBe(401)
  expect((await signIn('yet another password')).status).toBe(401)
  expect((await signIn('a whole new password')).status).toBe(200)
})

// attack: account-discovery
test('a reset for an unknown address gets the same answer in about the same time, and sends no mail', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: 'ada@example.com' })
  await shop.shop.db.deleteFrom('outbox').execute()
  const ask = async (email: string) => {
    const startedMs = performance.now()
    const answer = await shop.call('POST', '/api/auth/request-password-reset', { body: { email } })
    return { answer, ms: performance.now() - startedMs }
  }
  const unknown = await ask('nobody@example.com')
  expect(await shop.shop.db.selectFrom('outbox').select('id').execute()).toEqual([])
  const known = await ask('ada@example.com')
  expect(unknown.answer.body).toEqual(known.answer.body)
  expect(unknown.answer.status).toBe(known.answer.status)
  expect(unknown.ms).toBeGreaterThan(390)
  expect(known.ms).toBeGreaterThan(390)
  expect(await outboxLink(shop, 'ada@example.com')).toContain(encodeURIComponent('/reset-password'))
})

test('an expired reset link is refused and changes nothing', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: 'ada@example.com' })
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: 'ada@example.com' } })
  const past = new Date(Date.now() - 1000).toISOString()
  await shop.shop.db
    .withTables<{ verification: { expiresAt: string } }>()
    .updateTable('verification')
    .set({ expiresAt: past })
    .execute()
  const token = /reset-password\/([^?]+)/.exec(await outboxLink(shop, 'ada@example.com'))?.[1]
  const body = { newPassword: 'a whole new password', token }
  expect((await shop.call('POST', '/api/auth/reset-password', { body })).status).toBe(400)
  const old = { email: 'ada@example.com', password: PASSWORD }
  expect((await shop.call('POST', '/api/auth/sign-in/email', { body: old })).status).toBe(200)
})

// attack: foreign-profile
// spec: display-name
test('only the name and the picture can be changed through the authentication service', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: 'ada@example.com' })
  const update = (body: object) => shop.call('POST', '/api/auth/update-user', { body, cookie })
  const change = {
    name: 'Ada L',
    image: 'https://pictures.example/a.png',
    role: 'admin',
    phone: 'x',
    email: 'e@x.org',
  }
  expect((await update(change)).status).toBe(200)
  const [user] = await usersIn(shop)
  expect(user).toMatchObject({ name: 'Ada L', image: change.image, email: 'ada@example.com', phone: null })
  expect(user?.role).not.toBe('admin')
  const bad = [
    {},
    { name: '' },
    { image: 'http://x.org/a.png' },
    { image: '//evil.org/a.png' },
    { image: '/.//evil.org/a.png' },
    { image: 'javascript:alert(1)' },
    { image: `/${'x'.repeat(2000)}` },
  ]
  for (const body of bad) expect((await update(body)).status).toBe(422)
  expect((await usersIn(shop))[0]).toEqual(user)
  expect((await shop.call('POST', '/api/auth/update-user', { body: { name: 'Eve' } })).status).toBe(401)
  expect((await usersIn(shop))[0]).toEqual(user)
})
