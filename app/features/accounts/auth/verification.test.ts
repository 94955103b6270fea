import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { DAY_MS } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest, outboxLink } from '#tests/support/accounts-shop.ts'
import { ORIGIN, PASSWORD } from '#tests/support/customer.ts'

const ADA = 'ada@example.com'
const EVE = 'eve@example.com'

async function mailedToken(shop: AccountsTest, email: string): Promise<string> {
  const token = new URL(await outboxLink(shop, email)).searchParams.get('token')
  expect(token).toBeTruthy()
  return token ?? ''
}

const isVerified = async ({ shop }: AccountsTest, email: string): Promise<boolean> => {
  const query = shop.db.selectFrom('user').select('emailVerified').where('email', '=', email)
  return Boolean((await query.executeTakeFirstOrThrow()).emailVerified)
}

/** All rows that a verification could change. */
async function readRows({ shop }: AccountsTest) {
  const users = await shop.db.selectFrom('user').selectAll().orderBy('id').execute()
  const accounts = await shop.db.selectFrom('account').selectAll().orderBy('id').execute()
  const sessions = await shop.db.selectFrom('session').selectAll().orderBy('id').execute()
  return { users, accounts, sessions }
}

const verify = (shop: AccountsTest, body: object, cookie?: string) =>
  shop.call('POST', '/api/auth/verify-email', { body, ...(cookie !== undefined && { cookie }) })

// attack: mail-scanner
test('fetching the mailed link changes nothing for any caller, and leads to the page with the button', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: ADA })
  const other = await shop.register({ email: EVE })
  const link = (await outboxLink(shop, ADA)).slice(ORIGIN.length)
  expect(link).toMatch(/^\/api\/auth\/verify-email\?token=[\w.-]+$/)
  const callers: Record<string, string>[] = [
    { cookie },
    { cookie: other.cookie },
    { purpose: 'prefetch' },
    {},
  ]
  const before = await readRows(shop)
  for (const method of ['GET', 'HEAD']) {
    for (const headers of callers) {
      for (const path of [link, `${link}&callbackURL=%2Fblog`]) {
        const answer = await shop.call(method, path, {
          headers: { ...headers, 'sec-fetch-site': 'cross-site' },
        })
        expect(answer.status).toBe(302)
        expect(answer.headers.get('location')).toBe(link.slice('/api/auth'.length))
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
  }
  expect(await readRows(shop)).toEqual(before)
})

// spec: account-calls
test('in the session of the account the token is enough; a verified address stays verified', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: ADA })
  const token = await mailedToken(shop, ADA)
  for (let n = 0; n < 2; n++) {
    const answer = await verify(shop, { token }, cookie)
    expect([answer.status, answer.body]).toEqual([200, { status: true }])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await isVerified(shop, ADA)).toBe(true)
  }
})

// attack: mail-scanner
test('without that session, or in the session of another account, verification needs the password and changes no session', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: ADA })
  const other = await shop.register({ email: EVE })
  const token = await mailedToken(shop, ADA)
  const before = await readRows(shop)
  for (const cookie of [undefined, other.cookie, 'shop.session_token=made.up']) {
    expect((await verify(shop, { token }, cookie)).status).toBe(401)
    const wrong = await verify(shop, { token, password: 'not the password' }, cookie)
    expect([wrong.status, wrong.body.code]).toEqual([401, 'not_signed_in'])
  }
  expect(await readRows(shop)).toEqual(before)
  const right = await verify(shop, { token, password: PASSWORD }, other.cookie)
  expect([right.status, right.headers.getSetCookie()]).toEqual([200, []])
  expect(await isVerified(shop, ADA)).toBe(true)
  expect(await isVerified(shop, EVE)).toBe(false)
  expect((await readRows(shop)).sessions).toEqual(before.sessions)
})

// attack: mail-scanner
test('a reset gives the account to the owner of the mailbox when another person registered the address', async () => {
  await using shop = await createAccountsTest()
  const eve = await shop.register({ email: ADA })
  const token = await mailedToken(shop, ADA)
  expect((await verify(shop, { token })).status).toBe(401)
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: ADA } })
  const reset = /reset-password\/([^?]+)/.exec(await outboxLink(shop, ADA))?.[1]
  const body = { newPassword: 'chosen by the reader', token: reset }
  expect((await shop.call('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  expect(await isVerified(shop, ADA)).toBe(true)
  const signIn = { email: ADA, password: PASSWORD }
  expect((await shop.call('POST', '/api/auth/sign-in/email', { body: signIn })).status).toBe(401)
  expect((await shop.call('POST', '/api/login', { body: { email: ADA }, cookie: eve.cookie })).status).toBe(
    401,
  )
})

// attack: mail-scanner
test('wrong passwords for a verification count as wrong passwords of a sign-in', async () => {
  await using shop = await createAccountsTest({ RATE_LIMITS: 'sign-in' })
  const { cookie } = await shop.register({ email: ADA })
  const token = await mailedToken(shop, ADA)
  const guesses = Array.from({ length: 14 }, (_, n) => verify(shop, { token, password: `guess ${n}` }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  const locked = await verify(shop, { token, password: PASSWORD })
  expect([locked.status, Number(locked.headers.get('retry-after')) > 0]).toEqual([429, true])
  const signIn = await shop.call('POST', '/api/auth/sign-in/email', {
    body: { email: ADA, password: PASSWORD },
  })
  expect(signIn.status).toBe(429)
  expect(await isVerified(shop, ADA)).toBe(false)
  expect((await verify(shop, { token }, cookie)).status).toBe(200)
})

test('a token that is expired, forged, of another kind or truncated verifies nothing', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: ADA })
  const token = await mailedToken(shop, ADA)
  const key = (secret: string) => new TextEncoder().encode(secret)
  const sign = (claims: object, secret: string) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(new Date(shop.shop.now()))
      .setExpirationTime('1h')
      .sign(key(secret))
  const [head, body] = token.split('.')
  const invalid = [
    'x',
    `${head}.${body}.`,
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
    token.slice(0, -4),
    await sign({ email: ADA }, 'another secret of at least 32 characters'),
    await sign({ email: ADA, updateTo: EVE }, shop.shop.secret),
    await sign({ email: 'nobody@example.com' }, shop.shop.secret),
    await sign({ sub: ADA }, shop.shop.secret),
    (await shop.register({ email: EVE })).token,
  ]
  for (const one of invalid) {
    const answer = await verify(shop, { token: one, password: PASSWORD }, cookie)
    expect([one, answer.status, answer.body.code]).toEqual([one, 400, 'bad_request'])
  }
  // The same signature with valid claims is accepted.
  const good = await sign({ email: EVE }, shop.shop.secret)
  expect((await verify(shop, { token: good, password: PASSWORD })).status).toBe(200)
  for (const one of ['', 'x'.repeat(1001), 7, undefined, { $ne: '' }]) {
    expect((await verify(shop, { token: one }, cookie)).status).toBe(422)
  }
  shop.shop.advance(DAY_MS)
  expect((await verify(shop, { token }, cookie)).status).toBe(400)
  expect(await isVerified(shop, ADA)).toBe(false)
})

test('a banned user verifies nothing, and a call from another site is refused', async () => {
  await using shop = await createAccountsTest()
  const { cookie } = await shop.register({ email: ADA })
  const token = await mailedToken(shop, ADA)
  const foreign = await shop.call('POST', '/api/auth/verify-email', {
    body: { token },
    cookie,
    headers: { origin: 'https://evil.example' },
  })
  expect(foreign.status).toBe(403)
  await shop.shop.db.updateTable('user').set({ banned: 1 }).execute()
  expect((await verify(shop, { token, password: PASSWORD }, cookie)).status).toBe(400)
  expect(await isVerified(shop, ADA)).toBe(false)
})
