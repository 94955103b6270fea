import { expect, test } from 'vitest'
import { type AccountsTest, createAccountsTest, outboxLink } from '#tests/support/accounts-shop.ts'
import { type Answer, PASSWORD, verifyEmail } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'

const ADA = 'ada@example.com'
const EVE = 'eve@example.com'

const NEW_BROWSER = 'A new browser has signed in'

const subjectsTo = async ({ shop }: AccountsTest, email: string) =>
  (await mailsIn(shop)).filter(({ to }) => to === email).map(({ subject }) => subject)

const knownCookie = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .find((line) => line.includes('shop.known='))
    ?.split(';')[0] ?? ''

const signIn = ({ call }: AccountsTest, { email = ADA, password = PASSWORD, cookie = '' }) =>
  call('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { 'x-forwarded-for': '198.51.100.1' },
    cookie,
  })

async function lockFromElsewhere({ call }: AccountsTest, email: string): Promise<void> {
  for (let n = 0; n < 11; n++)
    await call('POST', '/api/auth/sign-in/email', {
      body: { email, password: 'wrong password' },
      headers: { 'x-forwarded-for': `192.0.2.${n}` },
    })
}

const createShop = () => createAccountsTest({ TRUST_PROXY: '1' })

// attack: locked-account
test('a browser that has signed in before signs in while the account is locked from elsewhere', async () => {
  await using shop = await createShop()
  await shop.register({ email: ADA })
  const cookie = knownCookie(await signIn(shop, {}))
  await lockFromElsewhere(shop, ADA)
  expect((await signIn(shop, {})).status).toBe(429)
  expect((await signIn(shop, { cookie })).status).toBe(200)
})

test('a known browser has ten wrong passwords too', async () => {
  await using shop = await createShop()
  await shop.register({ email: ADA })
  const cookie = knownCookie(await signIn(shop, {}))
  for (let n = 0; n < 10; n++)
    expect((await signIn(shop, { cookie, password: 'wrong password' })).status).toBe(401)
  expect((await signIn(shop, { cookie })).status).toBe(429)
  expect((await signIn(shop, {})).status).toBe(200)
})

// attack: locked-account
test('a browser that is known to another account, or says so itself, has no allowance of its own', async () => {
  await using shop = await createShop()
  await shop.register({ email: ADA })
  await shop.register({ email: EVE })
  const eves = knownCookie(await signIn(shop, { email: EVE }))
  await lockFromElsewhere(shop, ADA)
  const forged = [
    eves,
    `${eves}.${eves.split('.').at(-1)}`,
    'shop.known=x.y',
    'shop.known=..',
    // As long as a signature in letters, not in bytes.
    `shop.known=x.${'%C3%A9'.repeat(43)}`,
    'shop.known=%',
  ]
  for (const cookie of forged) expect((await signIn(shop, { cookie })).status).toBe(429)
  await lockFromElsewhere(shop, EVE)
  expect((await signIn(shop, { email: EVE, cookie: eves })).status).toBe(200)
})

test('a browser is known to the five accounts that signed in last', async () => {
  await using shop = await createShop()
  const emails = Array.from({ length: 6 }, (_, n) => `a${n}@example.com`)
  let cookie = ''
  for (const email of emails) {
    await shop.register({ email })
    cookie = knownCookie(await signIn(shop, { email, cookie }))
  }
  expect(cookie.split('=')[1]?.split('.')).toHaveLength(1 + 5)
  for (const email of emails) await lockFromElsewhere(shop, email)
  const statuses = []
  for (const email of emails) statuses.push((await signIn(shop, { email, cookie })).status)
  expect(statuses).toEqual([429, 200, 200, 200, 200, 200])
})

// attack: locked-account
test('a reset makes its own browser known, and no other one', async () => {
  await using shop = await createShop()
  await shop.register({ email: ADA })
  const before = knownCookie(await signIn(shop, {}))
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: ADA } })
  const token = /reset-password\/([^?]+)/.exec(await outboxLink(shop, ADA))?.[1]
  const password = 'a whole new password'
  const reset = await shop.call('POST', '/api/auth/reset-password', {
    body: { newPassword: password, token },
  })
  await lockFromElsewhere(shop, ADA)
  expect((await signIn(shop, { password, cookie: before })).status).toBe(429)
  expect((await signIn(shop, { password, cookie: knownCookie(reset) })).status).toBe(200)
})

// attack: locked-account
test('the cookie is sent to the sign-in service only, signs nobody in and names nobody', async () => {
  await using shop = await createAccountsTest({ PUBLIC_URL: 'https://shop.example', SANDBOX: 'on' })
  const body = { name: 'Ada', email: ADA, password: PASSWORD }
  const answer = await shop.call('POST', '/api/auth/sign-up/email', { body })
  const [first, line = ''] = answer.headers.getSetCookie()
  expect(first).toContain('session_token')
  expect(line).toMatch(/^__Secure-shop\.known=[\w-]{22}\.[\w-]{43}; /)
  for (const part of [/; HttpOnly/, /; Secure/, /; SameSite=Lax/, /; Path=\/api\/auth(;|$)/])
    expect(line).toMatch(part)
  expect(line).not.toContain('ada')
  const cookie = knownCookie(answer)
  expect((await shop.call('GET', '/api/auth/get-session', { cookie })).body).toBeNull()
  expect((await shop.call('POST', '/api/login', { body: { email: ADA }, cookie })).status).toBe(401)
  const wrong = await shop.call('POST', '/api/auth/sign-in/email', {
    body: { ...body, password: 'wrong one' },
  })
  expect(wrong.headers.getSetCookie()).toEqual([])
})

test('a browser that has signed in before gets a mail with a link while others use up those of its account', async () => {
  await using shop = await createShop()
  await shop.register({ email: ADA })
  const cookie = knownCookie(await signIn(shop, {}))
  const ask = (call: string, n: number, cookie = '') =>
    shop.call('POST', `/api/auth/${call}`, {
      body: { email: ADA },
      headers: { 'x-forwarded-for': `192.0.2.${n}` },
      cookie,
    })
  const calls = ['request-password-reset', 'send-verification-email'] as const
  for (let n = 0; n < 6; n++) await ask('send-verification-email', n)
  for (const call of calls) {
    expect((await ask(call, 10)).status).toBe(429)
    expect((await ask(call, 11, cookie)).status).toBe(200)
  }
})

test('a sign-in from a browser that the account was not used with is mailed, once; registering is none', async () => {
  await using shop = await createShop()
  await shop.register({ email: ADA })
  await signIn(shop, {})
  // Nobody has proved that mailbox.
  expect(await subjectsTo(shop, ADA)).toEqual(['Confirm your e-mail address'])
  const registered = await shop.call('POST', '/api/auth/sign-up/email', {
    body: { name: 'Eve', email: EVE, password: PASSWORD },
  })
  await verifyEmail(shop.shop, { email: EVE })
  const [known] = await subjectsTo(shop, EVE)
  await signIn(shop, { email: EVE, cookie: knownCookie(registered) })
  expect(await subjectsTo(shop, EVE)).toEqual([known])
  const other = knownCookie(await signIn(shop, { email: EVE }))
  await signIn(shop, { email: EVE, cookie: other })
  expect(await subjectsTo(shop, EVE)).toEqual([known, NEW_BROWSER])
  const mail = (await mailsIn(shop.shop)).at(-1)
  expect(mail?.text).toContain('Unknown browser, from the network address 198.51.100.1')
  // It is known to another account only.
  const ofAda = knownCookie(await signIn(shop, {}))
  await signIn(shop, { email: EVE, cookie: ofAda })
  expect(await subjectsTo(shop, EVE)).toEqual([known, NEW_BROWSER, NEW_BROWSER])
})

test('a reset is one mail: its own browser is known, and another one is new again', async () => {
  await using shop = await createShop()
  const registered = await shop.call('POST', '/api/auth/sign-up/email', {
    body: { name: 'Ada', email: ADA, password: PASSWORD },
  })
  await verifyEmail(shop.shop, { email: ADA })
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: ADA } })
  const before = (await subjectsTo(shop, ADA)).length
  const token = new URL(await outboxLink(shop, ADA)).pathname.split('/').at(-1)
  const password = 'quiet-harbour-lamp-7'
  const body = { newPassword: password, token }
  const reset = await shop.call('POST', '/api/auth/reset-password', { body })
  await signIn(shop, { password, cookie: knownCookie(reset) })
  expect((await subjectsTo(shop, ADA)).slice(before)).toEqual(['Your password was changed'])
  await signIn(shop, { password, cookie: knownCookie(registered) })
  expect((await subjectsTo(shop, ADA)).slice(before)).toEqual(['Your password was changed', NEW_BROWSER])
})
