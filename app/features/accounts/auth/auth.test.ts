import { getMigrations } from 'better-auth/db/migration'
import { expect, test } from 'vitest'
import { createAccountsTest } from '#tests/support/accounts-shop.ts'
import { PASSWORD } from '#tests/support/customer.ts'
import { passkeyPlugin } from '../passkeys/passkey-plugin.ts'

test('the migrations create exactly the tables that the sign-in library needs', async () => {
  await using shop = await createAccountsTest()
  const plugins = [...(shop.auth.options.plugins ?? []), passkeyPlugin(shop.shop, { current: () => ({}) })]
  const { toBeCreated, toBeAdded } = await getMigrations({ ...shop.auth.options, plugins })
  expect(toBeCreated).toEqual([])
  expect(toBeAdded).toEqual([])
})

test('a database failure is answered with 500, without its details', async () => {
  await using shop = await createAccountsTest()
  await shop.shop.db.schema.alterTable('session').renameTo('elsewhere').execute()
  const body = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
  const answer = await shop.call('POST', '/api/auth/sign-up/email', { body })
  expect(answer.status).toBe(500)
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
  expect(JSON.stringify(answer.body)).not.toMatch(/session|relation|table|sql/i)
  expect(await shop.shop.db.selectFrom('user').select('id').execute()).toEqual([])
  expect(await shop.shop.db.selectFrom('outbox').select('id').execute()).toEqual([])
})

test('a database failure is never treated as an expired session', async () => {
  await using shop = await createAccountsTest()
  const { email, cookie, token } = await shop.register({ email: 'ada@example.com' })
  await shop.shop.db.schema.alterTable('session').renameTo('elsewhere').execute()
  const answers = [
    await shop.call('POST', '/api/auth/sign-out', { cookie }),
    await shop.call('GET', '/api/auth/get-session', { cookie }),
    await shop.call('POST', '/api/auth/update-user', { cookie, body: { name: 'Eve' } }),
    await shop.call('POST', '/api/login', { cookie, body: { email } }),
    await shop.call('GET', `/api/user/${email}`, { token }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
})

test('a call for an access token extends the session and its cookie', async () => {
  await using shop = await createAccountsTest()
  const { email, cookie } = await shop.register({ email: 'ada@example.com' })
  const login = () => shop.call('POST', '/api/login', { cookie, body: { email } })
  expect((await login()).cookie).toBe('')
  const inTwoDays = Date.now() + 2 * 24 * 3_600_000
  await shop.shop.db
    .updateTable('session')
    .set({ expiresAt: new Date(inTwoDays).toISOString() })
    .execute()
  const renewed = await login()
  expect(renewed.cookie).toBe(cookie)
  expect(renewed.headers.get('set-cookie')).toMatch(/Max-Age=604800.*HttpOnly/)
  const session = await shop.shop.db.selectFrom('session').select('expiresAt').executeTakeFirstOrThrow()
  expect(new Date(session.expiresAt).getTime()).toBeGreaterThan(inTwoDays)
})
