import { expect, test } from 'vitest'
import { createAccountsTest, usersIn } from '#tests/support/accounts-shop.ts'
import { RIGHTS } from '../rights.ts'

const PROFILE = { phone: '+1 555 0100', designation: 'Buyer', address: '1 Placeholder Street' }

// spec: put-user, get-user
test('users change their profile with the cookie and read it with the token', async () => {
  await using shop = await createAccountsTest()
  const { email, cookie, token } = await shop.register({ email: 'ada@example.com' })
  expect((await shop.call('GET', `/api/user/${email}`, { token })).body).toEqual({
    name: 'Sample Customer',
    email,
  })
  const body = {
    ...PROFILE,
    name: ' Ada ',
    role: 'admin',
    email: 'x@y.org',
    banned: false,
    emailVerified: true,
    id: '1',
  }
  const changed = await shop.call('PUT', '/api/user/ADA%40example.com', { body, cookie })
  expect(changed.status).toBe(200)
  expect(Object.keys(changed.body)).toEqual(['token'])
  const read = await shop.call('GET', '/api/user/Ada%40Example.com', { token: changed.body.token })
  expect(read.body).toEqual({ name: 'Ada', email, ...PROFILE })
  expect(read.headers.get('cache-control')).toBe('no-store')
  const [user] = await usersIn(shop)
  expect(user?.role).not.toBe('admin')
  expect(Boolean(user?.emailVerified)).toBe(false)
})

test('after a social sign-in another account’s e-mail, or a missing name, is refused and changes nothing', async () => {
  await using shop = await createAccountsTest()
  const { email, cookie, token } = await shop.register({ email: 'ada@example.com' })
  const put = (body: object) => shop.call('PUT', `/api/user/${email}`, { body, cookie })
  expect((await put({ email: 'other@example.com', name: 'Z' })).status).toBe(403)
  expect((await put({ email })).status).toBe(422)
  expect((await shop.call('GET', `/api/user/${email}`, { token })).body).toEqual({
    name: 'Sample Customer',
    email,
  })
})

// spec: put-user
test('after a social sign-in only the name is accepted, and other fields do not change', async () => {
  await using shop = await createAccountsTest()
  const { email, cookie, token } = await shop.register({ email: 'ada@example.com' })
  await shop.call('PUT', `/api/user/${email}`, { body: { ...PROFILE }, cookie })
  const answer = await shop.call('PUT', `/api/user/${email}`, { body: { email, name: 'Ada L' }, cookie })
  expect(answer.status).toBe(200)
  const { body } = await shop.call('GET', `/api/user/${email}`, { token })
  expect(body).toEqual({ name: 'Ada L', email, ...PROFILE })
})

// spec: profile-required
test('an incomplete or overlong profile is refused and nothing is changed', async () => {
  await using shop = await createAccountsTest()
  const { email, cookie } = await shop.register({ email: 'ada@example.com' })
  const before = await usersIn(shop)
  const cases: [object, string[]][] = [
    [{}, ['#/phone', '#/designation', '#/address']],
    [{ name: 'Ada' }, ['#/phone', '#/designation', '#/address']],
    [{ ...PROFILE, phone: undefined }, ['#/phone']],
    [{ ...PROFILE, email, address: undefined }, ['#/address']],
    [{ ...PROFILE, phone: ' 12 ' }, ['#/phone']],
    [{ ...PROFILE, phone: '1'.repeat(33) }, ['#/phone']],
    [{ ...PROFILE, phone: 'call me maybe' }, ['#/phone']],
    [{ ...PROFILE, phone: '555 0100\u0007' }, ['#/phone']],
    [{ ...PROFILE, designation: '  ' }, ['#/designation']],
    [{ ...PROFILE, designation: 'x'.repeat(101) }, ['#/designation']],
    [{ ...PROFILE, address: 'x'.repeat(501) }, ['#/address']],
    [{ ...PROFILE, address: 'abcde\u0000' }, ['#/address']],
    [{ ...PROFILE, name: '' }, ['#/name']],
    [{ ...PROFILE, phone: 12345 }, ['#/phone']],
  ]
  for (const [body, pointers] of cases) {
    const answer = await shop.call('PUT', `/api/user/${email}`, { body, cookie })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual(pointers)
  }
  expect((await shop.call('PUT', `/api/user/${email}`, { body: '{', cookie })).status).toBe(400)
  expect(await usersIn(shop)).toEqual(before)
})

// attack: foreign-profile
test('no caller changes the profile of another user, not even an admin', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const eve = await shop.register({ email: 'eve@example.com' })
  const admin = await shop.registerAdmin('boss@example.com')
  const before = await usersIn(shop)
  const attempts = [
    await shop.call('PUT', `/api/user/${ada.email}`, { body: PROFILE }),
    await shop.call('PUT', `/api/user/${ada.email}`, { body: PROFILE, cookie: eve.cookie }),
    await shop.call('PUT', `/api/user/${ada.email}`, {
      body: PROFILE,
      cookie: admin.cookie,
      token: admin.token,
    }),
    await shop.call('PUT', `/api/user/${ada.email}`, { body: PROFILE, token: ada.token }),
    await shop.call('PUT', `/api/user/${ada.email}`, { body: { role: 'admin' }, cookie: eve.cookie }),
  ]
  for (const { status, body } of attempts) {
    expect(status).toBe(401)
    expect(body.token).toBeUndefined()
  }
  expect(await usersIn(shop)).toEqual(before)
})

test('the profile of another user is refused whether it exists or not; admins read all profiles, and get 404 for an unknown address', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const eve = await shop.register({ email: 'eve@example.com' })
  const admin = await shop.registerAdmin('boss@example.com')
  const known = await shop.call('GET', `/api/user/${ada.email}`, { token: eve.token })
  const unknown = await shop.call('GET', '/api/user/nobody@example.com', { token: eve.token })
  expect([known.status, unknown.status]).toEqual([403, 403])
  expect(unknown.body).toEqual(known.body)
  expect((await shop.call('GET', `/api/user/${ada.email}`)).status).toBe(401)
  const read = await shop.call('GET', `/api/user/${ada.email}`, { token: admin.token })
  expect(read.body).toEqual({ name: 'Sample Customer', email: ada.email })
  expect((await shop.call('GET', '/api/user/nobody@example.com', { token: admin.token })).status).toBe(404)
  expect((await shop.call('GET', '/api/user/nonsense', { token: admin.token })).status).toBe(404)
  expect((await shop.call('GET', '/api/user/a%00b', { token: admin.token })).status).toBe(422)
})

// attack: foreign-profile
// spec: admin-check, admin-status, get-admin
test('the admin check answers only for the account of the caller, with the current role', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const admin = await shop.registerAdmin('boss@example.com')
  const check = (email: string, token: string) => shop.call('GET', `/api/admin/${email}`, { token })
  expect((await check(ada.email, ada.token)).body).toEqual({ admin: false, rights: [] })
  expect((await check('BOSS@example.com', admin.token)).body).toEqual({ admin: true, rights: [...RIGHTS] })
  expect((await check(admin.email, ada.token)).status).toBe(403)
  expect((await check(ada.email, admin.token)).status).toBe(403)
  expect((await shop.call('GET', `/api/admin/${ada.email}`)).status).toBe(401)
  await shop.shop.db.updateTable('user').set({ role: 'user' }).where('email', '=', admin.email).execute()
  expect((await check(admin.email, admin.token)).body).toEqual({ admin: false, rights: [] })
  expect((await shop.call('GET', '/api/user', { token: admin.token })).status).toBe(403)
})
