import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { expect, test, vi } from 'vitest'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import { PASSWORD } from '#tests/support/customer.ts'

const EMAIL = 'ada@example.com'

const WINDOW_MS = 180_000

const signIn = ({ call }: AccountsTest, email: string, password: string, from = '192.0.2.1') =>
  call('POST', '/api/auth/sign-in/email', { body: { email, password }, headers: { 'x-forwarded-for': from } })

const statuses = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

// attack: guessed-password
test('ten wrong passwords lock an account for all network addresses for three minutes, whether it exists or not', async () => {
  await using shop = await createAccountsTest({ TRUST_PROXY: '1', RATE_LIMITS: 'sign-in' })
  await shop.register({ email: EMAIL })
  for (const email of [EMAIL, 'nobody@example.com']) {
    for (let n = 0; n < 10; n++)
      expect((await signIn(shop, email, 'wrong password', `192.0.2.${n}`)).status).toBe(401)
    const refused = await signIn(shop, email.toUpperCase(), PASSWORD, '198.51.100.1')
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe('too_many_requests')
    const waitS = Number(refused.headers.get('retry-after'))
    expect(waitS).toBeGreaterThan(150)
    expect(waitS).toBeLessThanOrEqual(180)
    expect(refused.cookie).toBe('')
  }
  shop.shop.advance(WINDOW_MS)
  expect((await signIn(shop, EMAIL, PASSWORD)).status).toBe(200)
})

// attack: hash-load
test('right passwords are not counted as wrong ones; forty are checked in three minutes', async () => {
  await using shop = await createAccountsTest({ RATE_LIMITS: 'sign-in' })
  await shop.register({ email: EMAIL })
  await shop.register({ email: 'eve@example.com' })
  for (let n = 0; n < 40; n++) expect((await signIn(shop, EMAIL, PASSWORD)).status).toBe(200)
  vi.mocked(verifyPassword).mockClear()
  const refused = await signIn(shop, EMAIL, PASSWORD)
  expect([refused.status, refused.cookie]).toEqual([429, ''])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(vi.mocked(verifyPassword)).not.toHaveBeenCalled()
  expect((await signIn(shop, 'eve@example.com', PASSWORD)).status).toBe(200)
  shop.shop.advance(WINDOW_MS)
  expect((await signIn(shop, EMAIL, PASSWORD)).status).toBe(200)
})

test('dozens of accounts can sign in at the same time from one network address', async () => {
  await using shop = await createAccountsTest({ RATE_LIMITS: 'sign-in' })
  const emails = Array.from({ length: 48 }, (_, n) => `a${n}@example.com`)
  for (const email of emails) await shop.register({ email })
  const answers = await Promise.all(emails.map((email) => signIn(shop, email, PASSWORD)))
  expect(statuses(answers, 200)).toBe(48)
})

test('refused attempts at one account do not lock their network address', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: EMAIL })
  for (let n = 0; n < 40; n++) await signIn(shop, 'nobody@example.com', 'wrong password')
  expect((await signIn(shop, EMAIL, PASSWORD)).status).toBe(200)
})

// attack: guessed-password
test('thirty failures from a network address, over many accounts, lock only that address', async () => {
  await using shop = await createAccountsTest({ TRUST_PROXY: '1' })
  await shop.register({ email: EMAIL })
  for (let n = 0; n < 30; n++) {
    expect((await signIn(shop, `a${n}@example.com`, 'wrong password')).status).toBe(401)
  }
  expect((await signIn(shop, EMAIL, PASSWORD)).status).toBe(429)
  expect((await signIn(shop, EMAIL, PASSWORD, '192.0.2.2')).status).toBe(200)
  // Entries before the entry of the proxy are ignored.
  expect((await signIn(shop, EMAIL, PASSWORD, '203.0.113.9, 192.0.2.1')).status).toBe(429)
  shop.shop.advance(WINDOW_MS)
  expect((await signIn(shop, EMAIL, PASSWORD)).status).toBe(200)
})

// attack: guessed-password
test('forty concurrent attempts get no more guesses than forty sequential attempts, and refused attempts compute no hash', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: EMAIL })
  vi.mocked(verifyPassword).mockClear()
  vi.mocked(hashPassword).mockClear()
  const guesses = [...Array.from({ length: 39 }, () => 'wrong password'), PASSWORD]
  const answers = await Promise.all(guesses.map((guess) => signIn(shop, EMAIL, guess)))
  expect([statuses(answers, 401), statuses(answers, 429)]).toEqual([10, 30])
  expect((await signIn(shop, EMAIL, PASSWORD)).status).toBe(429)
  expect(vi.mocked(verifyPassword)).toHaveBeenCalledTimes(10)
  expect(vi.mocked(hashPassword)).not.toHaveBeenCalled()
})

// attack: guessed-password
test('of forty concurrent guesses from forty network addresses ten are checked', async () => {
  await using shop = await createAccountsTest({ TRUST_PROXY: '1' })
  await shop.register({ email: EMAIL })
  vi.mocked(verifyPassword).mockClear()
  const guesses = Array.from({ length: 40 }, (_, n) => signIn(shop, EMAIL, 'wrong password', `192.0.2.${n}`))
  const answers = await Promise.all(guesses)
  expect([statuses(answers, 401), statuses(answers, 429)]).toEqual([10, 30])
  expect(vi.mocked(verifyPassword)).toHaveBeenCalledTimes(10)
  expect(answers.every(({ headers, status }) => status === 401 || headers.get('retry-after'))).toBe(true)
})

test('an e-mail address gets 10 sign-ups in three minutes, a network address 300', async () => {
  await using shop = await createAccountsTest()
  const signUp = (email: string) =>
    shop.call('POST', '/api/auth/sign-up/email', { body: { name: 'Ada', email, password: PASSWORD } })
  const same = []
  for (let n = 0; n < 11; n++) same.push(await signUp(EMAIL))
  expect([statuses(same, 200), statuses(same, 422), statuses(same, 429)]).toEqual([1, 9, 1])
  await shop.shop.db
    .updateTable('rate_limits')
    .set({ hits: 300 })
    .where('key', 'like', 'sign-up-address:%')
    .execute()
  expect((await signUp('eve@example.com')).status).toBe(429)
  expect(await shop.shop.db.selectFrom('user').select('email').execute()).toEqual([{ email: EMAIL }])
  shop.shop.advance(WINDOW_MS)
  expect((await signUp('eve@example.com')).status).toBe(200)
})

test('an account gets five mails with links in three minutes, from all callers together', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: EMAIL })
  await shop.shop.db.deleteFrom('outbox').execute()
  const ask = (path: string, email: string) => shop.call('POST', `/api/auth/${path}`, { body: { email } })
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('request-password-reset', EMAIL)))
  expect(statuses(answers, 200)).toBe(5)
  expect((await ask('request-password-reset', 'ADA@example.com')).status).toBe(429)
  expect((await ask('send-verification-email', EMAIL)).status).toBe(429)
  expect(await shop.shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(5)
  expect((await ask('request-password-reset', 'eve@example.com')).status).toBe(200)
  shop.shop.advance(WINDOW_MS)
  expect((await ask('request-password-reset', EMAIL)).status).toBe(200)
})

test('a network address can try thirty reset tokens', async () => {
  await using shop = await createAccountsTest()
  const guess = () =>
    shop.call('POST', '/api/auth/reset-password', { body: { newPassword: PASSWORD, token: 'x'.repeat(24) } })
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await guess())
  expect([statuses(answers, 400), statuses(answers, 429)]).toEqual([30, 1])
})

test('attempts to guess a verification token are limited', async () => {
  await using shop = await createAccountsTest()
  const guess = () => shop.call('POST', '/api/auth/verify-email', { body: { token: 'x'.repeat(24) } })
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await guess())
  expect([statuses(answers, 400), statuses(answers, 429)]).toEqual([30, 1])
})
