import { expect, test } from 'vitest'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import { ensureFirstAdmin } from '../accounts.ts'

const CONFIGURED = { ADMIN_EMAIL: 'Boss@example.com', ADMIN_PASSWORD: 'a password for the boss' }

const signIn = ({ call }: AccountsTest, email: string, password: string) =>
  call('POST', '/api/auth/sign-in/email', { body: { email, password } })

test('the configured admin is created on an empty database and can sign in and call admin routes', async () => {
  await using shop = await createAccountsTest(CONFIGURED)
  expect(await ensureFirstAdmin(shop.shop, shop.auth)).toEqual({ kind: 'created', email: 'boss@example.com' })
  const { cookie, body } = await signIn(shop, 'boss@example.com', CONFIGURED.ADMIN_PASSWORD)
  expect(body.user.emailVerified).toBe(true)
  const login = await shop.call('POST', '/api/login', { body: { email: 'boss@example.com' }, cookie })
  const listed = await shop.call('GET', '/api/user', { token: login.body.token })
  expect(listed.body).toMatchObject([{ email: 'boss@example.com', role: 'admin' }])
  expect(await ensureFirstAdmin(shop.shop, shop.auth)).toEqual({ kind: 'none' })
  expect(await shop.shop.db.selectFrom('user').select('id').execute()).toHaveLength(1)
})

test('a shop with users gets no first admin', async () => {
  await using shop = await createAccountsTest(CONFIGURED)
  await shop.register({ email: 'boss@example.com' })
  const before = await shop.shop.db.selectFrom('user').selectAll().execute()
  expect(await ensureFirstAdmin(shop.shop, shop.auth)).toEqual({ kind: 'none' })
  expect(await shop.shop.db.selectFrom('user').selectAll().execute()).toEqual(before)
})

test('in development one of several processes creates an admin, and only that process returns the random password', async () => {
  await using shop = await createAccountsTest()
  const results = await Promise.all(Array.from({ length: 3 }, () => ensureFirstAdmin(shop.shop, shop.auth)))
  const [made, ...others] = results.toSorted((a, b) => a.kind.localeCompare(b.kind))
  expect(others).toEqual([{ kind: 'none' }, { kind: 'none' }])
  if (made?.kind !== 'generated') throw new Error('no admin was made')
  expect(made.password.length).toBeGreaterThanOrEqual(16)
  expect((await signIn(shop, made.email, made.password)).status).toBe(200)
  expect(await shop.shop.db.selectFrom('account').select('id').execute()).toHaveLength(1)
})

test('production without ADMIN_EMAIL creates no admin and returns a hint', async () => {
  await using shop = await createAccountsTest({ NODE_ENV: 'production', SANDBOX: 'on' })
  const result = await ensureFirstAdmin(shop.shop, shop.auth)
  expect(result.kind === 'hint' && result.hint).toMatch(/ADMIN_EMAIL/)
  expect(await shop.shop.db.selectFrom('user').select('id').execute()).toEqual([])
})
