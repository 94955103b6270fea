import { expect, test } from 'vitest'
import { MINUTE_MS } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import type { Person } from '#tests/support/customer.ts'
import { deleteOldSecurityEvents } from './events.ts'

const kindsOf = async ({ call }: AccountsTest, { token }: Person): Promise<string[]> =>
  (await call('GET', '/api/security-event', { token })).body.map(({ kind }: { kind: string }) => kind)

test('staff with the right for people see the events of others; nobody else does', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const clerk = await shop.register({ email: 'clerk@example.com' })
  const of = (email: string, { token }: Person) =>
    shop.call('GET', `/api/security-event?email=${encodeURIComponent(email)}`, { token })
  const refused = await of(ada.email, clerk)
  expect([refused.status, refused.body.code, refused.body.right]).toEqual([403, 'right_required', 'people'])
  await shop.shop.db.updateTable('user').set({ rights: 'people' }).where('email', '=', clerk.email).execute()
  expect((await of(ada.email, clerk)).body).toMatchObject([{ kind: 'signed_in' }])
  expect((await of('nobody@example.com', clerk)).status).toBe(404)
})

// attack: right-of-another
test('the events of admins are for admins', async () => {
  await using shop = await createAccountsTest()
  const boss = await shop.registerAdmin('boss@example.com')
  const clerk = await shop.register({ email: 'clerk@example.com' })
  await shop.shop.db.updateTable('user').set({ rights: 'people' }).where('email', '=', clerk.email).execute()
  const of = (person: Person, { token }: Person) =>
    shop.call('GET', `/api/security-event?email=${encodeURIComponent(person.email)}`, { token })
  const refused = await of(boss, clerk)
  expect([refused.status, refused.body.code, refused.body.right]).toEqual([403, 'right_required', 'admin'])
  expect((await of(clerk, boss)).status).toBe(200)
})

test('of an account the newest 1,000 events are kept', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const other = await shop.register({ email: 'other@example.com' })
  const { db } = shop.shop
  const { id: user_id } = await db
    .selectFrom('user')
    .select('id')
    .where('email', '=', ada.email)
    .executeTakeFirstOrThrow()
  const row = { user_id, at: 1, kind: 'signed_out', address: null, browser: null } as const
  const rows = Array.from({ length: 1010 }, (_, n) => ({ ...row, id: `0${String(n).padStart(6, '0')}` }))
  for (let from = 0; from < rows.length; from += 101)
    await db
      .insertInto('security_events')
      .values(rows.slice(from, from + 101))
      .execute()
  await shop.signIn(ada)
  const left = await db
    .selectFrom('security_events')
    .select('id')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
  expect(left).toHaveLength(1000)
  // The two sign-ins are the newest of them.
  expect(left[0]?.id).toBe('0000012')
  expect(await kindsOf(shop, other)).toEqual(['signed_in'])
})

// attack: hidden-failures
test('wrong passwords from one address do not hide those from another', async () => {
  await using shop = await createAccountsTest({ TRUST_PROXY: '1' })
  const ada = await shop.register({ email: 'ada@example.com' })
  const fail = (address: string) =>
    shop.call('POST', '/api/auth/sign-in/email', {
      body: { email: ada.email, password: 'wrong one' },
      headers: { 'x-forwarded-for': address },
    })
  for (let count = 0; count < 26; count += 1) {
    if (count % 9 === 0) shop.shop.advance(4 * MINUTE_MS)
    await fail('192.0.2.1')
  }
  shop.shop.advance(4 * MINUTE_MS)
  await fail('192.0.2.2')
  const addresses = await shop.shop.db
    .selectFrom('security_events')
    .select('address')
    .where('kind', '=', 'sign_in_failed')
    .execute()
  expect(addresses.filter(({ address }) => address === '192.0.2.1')).toHaveLength(20)
  expect(addresses.filter(({ address }) => address === '192.0.2.2')).toHaveLength(1)
})

test('events are kept for 400 days, and wrong passwords are recorded twenty times an hour at most', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  for (let count = 0; count < 26; count += 1) {
    if (count % 9 === 0) shop.shop.advance(4 * MINUTE_MS)
    await shop.call('POST', '/api/auth/sign-in/email', { body: { email: ada.email, password: 'wrong one' } })
  }
  const failures = (await kindsOf(shop, ada)).filter((kind) => kind === 'sign_in_failed')
  expect(failures).toHaveLength(20)
  const count = async () => (await shop.shop.db.selectFrom('security_events').select('id').execute()).length
  shop.shop.advance(399 * 24 * 60 * MINUTE_MS)
  await deleteOldSecurityEvents(shop.shop)
  expect(await count()).toBe(21)
  shop.shop.advance(2 * 24 * 60 * MINUTE_MS)
  await deleteOldSecurityEvents(shop.shop)
  expect(await count()).toBe(0)
})
