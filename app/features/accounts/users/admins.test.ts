import { expect, test } from 'vitest'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import type { Person } from '#tests/support/customer.ts'

const unmake = ({ call }: AccountsTest, email: string, by: Person) =>
  call('DELETE', `/api/user/admin/${email}`, { token: by.token })

const admins = async ({ shop }: AccountsTest) =>
  (
    await shop.db.selectFrom('user').select('email').where('role', '=', 'admin').orderBy('email').execute()
  ).map(({ email }) => email)

const audited = async ({ shop }: AccountsTest) =>
  shop.db.selectFrom('audit_entries').select(['actor_email', 'kind', 'subject']).orderBy('id').execute()

test('an admin loses the role at once, in the sessions that are open; once', async () => {
  await using shop = await createAccountsTest()
  const [boss, ada] = [
    await shop.registerAdmin('boss@example.com'),
    await shop.registerAdmin('ada@example.com'),
  ]
  const listedBy = async (person: Person) =>
    (await shop.call('GET', '/api/user', { token: person.token })).status
  expect(await listedBy(ada)).toBe(200)
  expect((await unmake(shop, 'ADA@example.com', boss)).body).toEqual({ modifiedCount: 1 })
  expect(await listedBy(ada)).toBe(403)
  const check = await shop.call('GET', `/api/admin/${ada.email}`, { token: ada.token })
  expect(check.body).toEqual({ admin: false, rights: [] })
  expect((await unmake(shop, ada.email, boss)).body).toEqual({ modifiedCount: 0 })
  expect(await admins(shop)).toEqual([boss.email])
  expect(await audited(shop)).toEqual([
    { actor_email: boss.email, kind: 'user.unmade_admin', subject: ada.email },
  ])
})

// attack: no-admin-left
test('the last admin, who has to be able to sign in, is not unmade; others and unknown users change nothing', async () => {
  await using shop = await createAccountsTest()
  const boss = await shop.registerAdmin('boss@example.com')
  const banned = await shop.registerAdmin('banned@example.com')
  const customer = await shop.register({ email: 'customer@example.com' })
  await shop.shop.db.updateTable('user').set({ banned: 1 }).where('email', '=', banned.email).execute()
  const last = await unmake(shop, boss.email, boss)
  expect([last.status, last.body.code]).toEqual([409, 'conflict'])
  expect((await unmake(shop, 'nobody@example.com', boss)).status).toBe(404)
  expect((await unmake(shop, boss.email, customer)).status).toBe(403)
  expect((await shop.call('DELETE', `/api/user/admin/${boss.email}`, { cookie: boss.cookie })).status).toBe(
    401,
  )
  expect(await admins(shop)).toEqual([banned.email, boss.email])
  expect(await audited(shop)).toEqual([])
  expect((await unmake(shop, banned.email, boss)).body).toEqual({ modifiedCount: 1 })
})

// attack: no-admin-left
test('of two admins who unmake each other at once, one stays', async () => {
  await using shop = await createAccountsTest()
  for (const round of [1, 2, 3, 4, 5]) {
    const one = await shop.registerAdmin(`one-${round}@example.com`)
    const other = await shop.registerAdmin(`other-${round}@example.com`)
    const answers = await Promise.all([unmake(shop, other.email, one), unmake(shop, one.email, other)])
    // The later one is refused by the guard or in its transaction, depending on how far it was.
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status }) => [403, 409].includes(status))).toEqual([true])
    const left = await admins(shop)
    expect(left).toHaveLength(1)
    await shop.shop.db.updateTable('user').set({ role: null }).where('role', '=', 'admin').execute()
  }
})

// attack: no-admin-left
test('an admin who was unmade meanwhile does not unmake others', async () => {
  await using shop = await createAccountsTest()
  const people = await Promise.all(['a', 'b', 'c'].map((name) => shop.registerAdmin(`${name}@example.com`)))
  const [a, b, c] = people as [Person, Person, Person]
  const answers = await Promise.all([
    unmake(shop, b.email, a),
    unmake(shop, c.email, b),
    unmake(shop, a.email, c),
  ])
  const done = answers.filter(({ status }) => status === 200)
  expect(answers.every(({ status }) => [200, 403, 409].includes(status))).toBe(true)
  // Nobody was unmade before the first, which succeeds. Whoever was unmade before has unmade nobody: one admin stays.
  expect(await admins(shop)).toHaveLength(3 - done.length)
  expect([1, 2]).toContain(done.length)
})
