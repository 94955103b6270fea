import { expect, test } from 'vitest'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import type { Person } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { makeAdmin, unmakeAdmin } from './admins.ts'
import { setRights } from './staff.ts'

const give = ({ call }: AccountsTest, email: string, rights: readonly string[], by: Person) =>
  call('PUT', `/api/user/staff/${email}`, { token: by.token, body: { rights } })

const audited = async ({ shop }: AccountsTest) =>
  shop.db.selectFrom('audit_entries').select(['kind', 'subject', 'changes']).orderBy('id').execute()

const verify = ({ shop }: AccountsTest, email: string) =>
  shop.db.updateTable('user').set({ emailVerified: 1 }).where('email', '=', email).execute()

async function withStaff() {
  const shop = await createAccountsTest()
  const boss = await shop.registerAdmin('boss@example.com')
  const ada = await shop.register({ email: 'ada@example.com' })
  await verify(shop, ada.email)
  const standing = async () => (await shop.call('GET', `/api/admin/${ada.email}`, { token: ada.token })).body
  return { shop, boss, ada, standing, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

test('an admin gives a user rights, which hold at once in the sessions that are open, and takes them', async () => {
  await using setup = await withStaff()
  const { shop, boss, ada, standing } = setup
  const list = async () => (await shop.call('GET', '/api/user', { token: ada.token })).status
  expect([await standing(), await list()]).toEqual([{ admin: false, rights: [] }, 403])
  expect((await give(shop, 'ADA@example.com', ['people', 'orders', 'people'], boss)).body).toEqual({
    modifiedCount: 1,
  })
  expect([await standing(), await list()]).toEqual([{ admin: false, rights: ['orders', 'people'] }, 200])
  const users = (await shop.call('GET', '/api/user', { token: boss.token })).body
  expect(users.find(({ email }: Person) => email === ada.email)).toMatchObject({
    rights: ['orders', 'people'],
  })
  expect((await give(shop, ada.email, ['orders', 'people'], boss)).body).toEqual({ modifiedCount: 0 })
  const lastMail = async () => (await mailsIn(shop.shop)).at(-1)
  expect((await lastMail())?.text).toContain('Your rights in the shop are now: Orders and People.')
  expect((await give(shop, ada.email, [], boss)).body).toEqual({ modifiedCount: 1 })
  expect((await lastMail())?.text).toContain('You are no longer one of the staff.')
  const refusal = (await shop.call('GET', '/api/user', { token: ada.token })).body
  expect([refusal.right, refusal.detail]).toEqual(['people', expect.stringContaining('the right “People”')])
  expect([await standing(), await list()]).toEqual([{ admin: false, rights: [] }, 403])
  expect((await audited(shop)).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['user.rights', ada.email],
    ['user.rights', ada.email],
  ])
})

// attack: right-of-another
test('rights are not given by staff, to admins, to unverified or unknown users, nor ones that do not exist', async () => {
  await using setup = await withStaff()
  const { shop, boss, ada, standing } = setup
  const unverified = await shop.register({ email: 'new@example.com' })
  await give(shop, ada.email, ['people', 'orders', 'products', 'money', 'settings'], boss)
  const before = await audited(shop)
  const refusal = async (email: string, rights: readonly string[], by: Person) => {
    const { status, body } = await give(shop, email, rights, by)
    return [status, body.code, body.right]
  }
  expect(await refusal(ada.email, ['orders'], ada)).toEqual([403, 'right_required', 'admin'])
  expect(await refusal(unverified.email, ['orders'], ada)).toEqual([403, 'right_required', 'admin'])
  expect((await shop.call('PUT', `/api/user/admin/${ada.email}`, { token: ada.token })).body.right).toBe(
    'admin',
  )
  expect(await refusal(boss.email, ['orders'], boss)).toEqual([409, 'conflict', undefined])
  expect(await refusal(unverified.email, ['orders'], boss)).toEqual([409, 'conflict', undefined])
  expect(await refusal('nobody@example.com', ['orders'], boss)).toEqual([404, 'not_found', undefined])
  expect(await refusal(ada.email, ['everything'], boss)).toEqual([422, 'invalid', undefined])
  expect((await standing()).rights).toHaveLength(5)
  expect(await audited(shop)).toEqual(before)
})

test('an admin who was staff before and is unmade has no rights', async () => {
  await using setup = await withStaff()
  const { shop, boss, ada, standing } = setup
  await give(shop, ada.email, ['orders'], boss)
  await shop.call('PUT', `/api/user/admin/${ada.email}`, { token: boss.token })
  expect(await standing()).toMatchObject({ admin: true, rights: { length: 5 } })
  await shop.call('DELETE', `/api/user/admin/${ada.email}`, { token: boss.token })
  expect(await standing()).toEqual({ admin: false, rights: [] })
})

// attack: no-admin-left
test.each([
  ['who was unmade', 'right_required'],
  ['whose session has ended', 'not_signed_in'],
] as const)('an admin %s after the guard of the call makes and unmakes nobody', async (what, code) => {
  await using setup = await withStaff()
  const { shop, boss, ada, standing } = setup
  await shop.registerAdmin('other@example.com')
  const caller = await shop.guards.tokens.check(boss.token)
  if (!caller) throw new Error('The admin is signed in.')
  const { db } = shop.shop
  if (what === 'who was unmade')
    await db.updateTable('user').set({ role: null }).where('id', '=', caller.id).execute()
  else await db.deleteFrom('session').where('id', '=', caller.sessionId).execute()
  const before = await audited(shop)
  await expect(makeAdmin(shop.shop, caller, ada.email)).rejects.toMatchObject({ code })
  await expect(setRights(shop.shop, caller, ada.email, ['money'])).rejects.toMatchObject({ code })
  await expect(unmakeAdmin(shop.shop, caller, 'other@example.com')).rejects.toMatchObject({ code })
  expect(await standing()).toEqual({ admin: false, rights: [] })
  expect(await audited(shop)).toEqual(before)
})
