import { expect, test } from 'vitest'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'

const emailsOf = (body: { email: string }[]) => body.map(({ email }) => email)

async function insertUsers(
  { shop }: AccountsTest,
  people: readonly (readonly [name: string, email: string])[],
) {
  const now = new Date().toISOString()
  for (const [index, [name, email]] of people.entries()) {
    await shop.db
      .insertInto('user')
      // Later than all real users, in this order.
      .values({ id: `z${index}`, name, email, emailVerified: 0, createdAt: now, updatedAt: now })
      .execute()
  }
}

// spec: user-fields, get-users
test('all users are listed newest first, with exactly the fields of the contract', async () => {
  await using shop = await createAccountsTest()
  const admin = await shop.registerAdmin('boss@example.com')
  const ada = await shop.register({ email: 'ada@example.com' })
  const profile = { phone: '555 0100', designation: 'Buyer', address: '1 Placeholder Street' }
  await shop.call('PUT', `/api/user/${ada.email}`, { body: profile, cookie: ada.cookie })
  const answer = await shop.call('GET', '/api/user', { token: admin.token })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual([
    { _id: expect.any(String), name: 'Sample Customer', email: ada.email, ...profile },
    { _id: expect.any(String), name: 'Sample Admin', email: admin.email, role: 'admin', emailVerified: true },
  ])
  expect(answer.headers.get('x-total-count')).toBe('2')
  expect(answer.headers.get('link')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await shop.call('GET', '/api/user', { token: ada.token })).status).toBe(403)
  expect((await shop.call('GET', '/api/user')).status).toBe(401)
  expect((await shop.call('GET', '/api/user', { cookie: admin.cookie })).status).toBe(401)
})

test('pages list every user once, also when a user signs up in between', async () => {
  await using shop = await createAccountsTest()
  const admin = await shop.registerAdmin('boss@example.com')
  const people = ['a', 'b', 'c', 'd', 'e'].map((name) => [name, `${name}@example.com`] as const)
  await insertUsers(shop, people)
  const seen: string[] = []
  let path: string | undefined = '/api/user?limit=2'
  while (path) {
    const { body, headers } = await shop.call('GET', path, { token: admin.token })
    seen.push(...emailsOf(body))
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    if (seen.length === 2) {
      expect(headers.get('x-total-count')).toBe('6')
      await shop.register({ email: 'late@example.com' })
    }
  }
  expect(seen.slice(0, 5)).toEqual(['e', 'd', 'c', 'b', 'a'].map((name) => `${name}@example.com`))
  expect(seen.filter((email) => email === admin.email)).toHaveLength(1)
  expect(new Set(seen).size).toBe(seen.length)
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'after=x', `after=${btoa('[1]')}`, 'q=%00']) {
    const answer = await shop.call('GET', `/api/user?${query}`, { token: admin.token })
    expect([query, answer.status]).toEqual([query, 422])
  }
})

test('a search finds every word in name or address, ignores case and treats wildcards as text', async () => {
  await using shop = await createAccountsTest()
  const admin = await shop.registerAdmin('boss@example.com')
  await insertUsers(shop, [
    ['Émile Placeholder', 'one@example.com'],
    ['GÜNTHER PLACEHOLDER', 'two@example.com'],
    ['100% Parts_Inc', 'three@example.com'],
  ])
  const find = async (q: string) => {
    const { body, headers } = await shop.call('GET', `/api/user?q=${encodeURIComponent(q)}`, {
      token: admin.token,
    })
    expect(headers.get('x-total-count')).toBe(String(body.length))
    return emailsOf(body)
  }
  expect(await find('PLACEHOLDER')).toEqual(['two@example.com', 'one@example.com'])
  expect(await find('émile')).toEqual(['one@example.com'])
  expect(await find('ÉMILE one@')).toEqual(['one@example.com'])
  expect(await find('günther')).toEqual(['two@example.com'])
  expect(await find('emile two')).toEqual([])
  expect(await find('0%')).toEqual(['three@example.com'])
  expect(await find('parts_inc')).toEqual(['three@example.com'])
  expect(await find('partsxinc')).toEqual([])
  expect(await find('%')).toEqual(['three@example.com'])
  expect(await find("' or 1=1 --")).toEqual([])
  const phoned = shop.shop.db.updateTable('user').set({ phone: '+49 (7) 555-0199' })
  await phoned.where('email', '=', 'two@example.com').execute()
  expect(await find('075550 199')).toEqual(['two@example.com'])
  expect(await find('0199')).toEqual([])
})

// spec: admin-users, put-user-admin
test('an admin promotes a user with a confirmed address, once', async () => {
  await using shop = await createAccountsTest()
  const admin = await shop.registerAdmin('boss@example.com')
  const ada = await shop.register({ email: 'ada@example.com' })
  const promote = (email: string, by: Person = admin) =>
    shop.call('PUT', `/api/user/admin/${email}`, { token: by.token, body: { role: 'owner' } })
  const roleOf = async (email: string) =>
    (await shop.call('GET', `/api/user/${email}`, { token: admin.token })).body.role

  const unverified = await promote(ada.email)
  expect([unverified.status, unverified.body.code]).toEqual([409, 'conflict'])
  expect((await promote('nobody@example.com')).status).toBe(404)
  await verifyEmail(shop.shop, ada)
  expect((await promote(ada.email, ada)).status).toBe(403)
  expect((await shop.call('PUT', `/api/user/admin/${ada.email}`, { cookie: admin.cookie })).status).toBe(401)
  expect(await roleOf(ada.email)).toBeUndefined()

  expect((await promote('ADA@example.com')).body).toEqual({ modifiedCount: 1 })
  expect(await roleOf(ada.email)).toBe('admin')
  expect((await promote(ada.email)).body).toEqual({ modifiedCount: 0 })
  expect((await shop.call('GET', '/api/user', { token: ada.token })).status).toBe(200)
})
