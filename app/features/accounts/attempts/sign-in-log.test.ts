import { expect, test } from 'vitest'
import { createAccountsTest, outboxLink, usersIn } from '#tests/support/accounts-shop.ts'
import { PASSWORD } from '#tests/support/customer.ts'
import { openLog } from '#tests/support/open-log.ts'

const EMAIL = 'ada@example.com'
const NEW_PASSWORD = 'a whole new password'
const FROM = '192.0.2.1'

async function createLoggedTest() {
  const { log, lines, written } = openLog()
  const shop = await createAccountsTest({ TRUST_PROXY: '1' }, log)
  const post = (path: string, body: object, cookie?: string) =>
    shop.call('POST', `/api/auth/${path}`, {
      body,
      headers: { 'x-forwarded-for': FROM },
      ...(cookie !== undefined && { cookie }),
    })
  /** The security events since the last call. */
  const takeEvents = () =>
    lines.splice(0).flatMap(({ event, account, by, address, requestId, msg }) => {
      if (event === undefined) return []
      expect([msg, address]).toEqual([event, FROM])
      expect(requestId).toBeTruthy()
      return [[event, account, ...(by === undefined ? [] : [by])]]
    })
  return { shop, post, written, takeEvents, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

// attack: unseen-attack
test('each security event is logged with account and network address', async () => {
  await using logged = await createLoggedTest()
  const { shop, post, takeEvents } = logged
  const signedUp = await post('sign-up/email', { name: 'Ada', email: EMAIL, password: PASSWORD })
  const [user] = await usersIn(shop)
  const id = user?.id
  expect(takeEvents()).toEqual([['signed up', id, 'password']])
  const verification = new URL(await outboxLink(shop, EMAIL)).searchParams.get('token')
  await post('sign-up/email', { name: 'Eve', email: EMAIL, password: PASSWORD })
  expect(takeEvents()).toEqual([['sign-up failed', id]])
  await post('sign-out', {}, signedUp.cookie)
  expect(takeEvents()).toEqual([['signed out', id]])
  await post('sign-in/email', { email: EMAIL, password: PASSWORD })
  expect(takeEvents()).toEqual([['signed in', id, 'password']])
  await post('verify-email', { token: 'nonsense' })
  await post('verify-email', { token: verification, password: PASSWORD })
  expect(takeEvents()).toEqual([
    ['e-mail verification failed', undefined],
    ['e-mail verified', id],
  ])
  await post('send-verification-email', { email: 'nobody@example.com' })
  await post('request-password-reset', { email: EMAIL })
  const token = /reset-password\/([^?]+)/.exec(await outboxLink(shop, EMAIL))?.[1]
  await post('reset-password', { token, newPassword: NEW_PASSWORD })
  await post('reset-password', { token, newPassword: NEW_PASSWORD })
  expect(takeEvents()).toEqual([
    ['e-mail verification asked', undefined],
    ['password reset asked', id],
    ['password reset', id],
    ['password reset failed', undefined],
  ])
  await post('sign-in/email', { email: 'nobody@example.com', password: PASSWORD })
  for (let n = 0; n < 11; n++) await post('sign-in/email', { email: EMAIL, password: 'wrong password' })
  expect(takeEvents()).toEqual([
    ['sign-in failed', undefined, 'password'],
    ...Array.from({ length: 10 }, () => ['sign-in failed', id, 'password']),
    ['limited', id, 'sign-in'],
  ])
})

// attack: unseen-attack
test('no line has anything that was typed', async () => {
  await using logged = await createLoggedTest()
  const { shop, post, written } = logged
  const typed = { name: 'Ada L', email: EMAIL, password: PASSWORD }
  const { cookie } = await post('sign-up/email', typed)
  await post('sign-in/email', { ...typed, email: 'a password instead' })
  await post('sign-in/email', { ...typed, password: 'wrong password' })
  await post('request-password-reset', typed)
  const token = /reset-password\/([^?]+)/.exec(await outboxLink(shop, EMAIL))?.[1] ?? ''
  await post('reset-password', { token, newPassword: NEW_PASSWORD })
  const text = written()
  expect(text).toContain('password reset')
  const secrets = [EMAIL, PASSWORD, NEW_PASSWORD, 'wrong password', 'a password instead', 'Ada L', token]
  for (const secret of [...secrets, cookie.split('=')[1] ?? '']) expect(text).not.toContain(secret)
})
