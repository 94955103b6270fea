import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreePrices, companyIdOf, setDiscount } from './support/agreed-prices.ts'
import { foundCompany, registerVerified } from './support/company.ts'
import { ORIGIN, type Person } from './support/customer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let shop: TestApp
let admin: Person
let member: Person
let other: Person
let paths: readonly string[]

/** In no other figure of the shop: agreed, and what the discount makes of the price of the list. */
const AGREED = 0.7313
const DISCOUNTED = 0.6327

beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await shop.registerAdmin()
  const category = { name: 'Screws', attributes: [{ key: 'size', label: 'Size', kind: 'text' }] }
  await shop.call('PUT', '/api/category/screws', { as: admin, body: category })
  const more = { category: 'screws', quantity: 5000, price: 0.9 }
  const bolt = await shop.addProduct({ ...more, sku: 'BOLT-8', name: 'Sample bolt M8' })
  await shop.addProduct({ ...more, sku: 'BOLT-9', name: 'Sample bolt M9' })
  member = await foundCompany(shop)
  other = await registerVerified(shop)
  const company = await companyIdOf(shop, member)
  // 0.9 × 0.703 = 0.6327
  await setDiscount(shop, admin, company, 29.7)
  await agreePrices(shop, admin, company, [{ sku: 'BOLT-8', prices: [{ from: 100, price: AGREED }] }])
  paths = shop.app.calls
    .filter(
      ({ method, door }) => method === 'GET' && (door?.proof === 'none' || door?.proof === 'sometimesBearer'),
    )
    .flatMap(({ path }) => [path, `${path}?q=bolt`, `${path}?category=screws&sort=price`])
    .map((path) => path.replace('{sku}', 'BOLT-8').replace('{slug}', 'screws').replace('{id}', bolt._id))
    .map((path) => path.replace(/\{\w+\}/g, 'sample'))
})
afterAll(() => shop[Symbol.asyncDispose]())

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await shop.app.fetch(new Request(`${ORIGIN}${path}`, { headers }))
  return { body: await answer.text(), keep: answer.headers.get('cache-control') ?? '' }
}

const bearer = ({ token }: Person) => ({ Authorization: `Bearer ${token}` })

const tells = (body: string): boolean => body.includes(String(AGREED)) || body.includes(String(DISCOUNTED))

test('no public call tells anybody else a price that is agreed, and its bytes are the same for everyone', async () => {
  const showing: string[] = []
  for (const path of paths) {
    const visitor = await read(path)
    if (visitor.body.includes('BOLT-8')) showing.push(path)
    const others = [bearer(other), bearer(admin), { cookie: member.cookie }, { cookie: other.cookie }]
    for (const headers of others) {
      const { body } = await read(path, headers)
      expect(tells(body), path).toBe(false)
      if (!/\?|config|health/.test(path) || body.includes('BOLT-8')) expect(body, path).toBe(visitor.body)
    }
    expect(tells(visitor.body), path).toBe(false)
    const own = await read(path, bearer(member))
    // What a member alone is told is kept by no cache.
    if (own.body !== visitor.body) expect(own.keep, path).toBe('private, no-store')
  }
  // The part, the list, the search, its suggestions and others do show it.
  expect(new Set(showing.map((path) => path.split('?')[0])).size).toBeGreaterThan(4)
})

test('a member is told by the calls that want a token, and a cookie alone changes nothing', async () => {
  const lines = [
    { sku: 'BOLT-8', quantity: 100 },
    { sku: 'BOLT-9', quantity: 100 },
  ]
  const quote = async (options: object) =>
    JSON.stringify((await shop.call('POST', '/api/quote', { body: { lines }, ...options })).body)
  const told = await quote({ as: member })
  expect([told.includes(String(AGREED)), told.includes(String(DISCOUNTED))]).toEqual([true, true])
  for (const options of [{}, { as: other }, { as: admin }, { cookie: member.cookie }])
    expect(tells(await quote(options))).toBe(false)
  expect(tells((await read('/api/price?sku=BOLT-8', bearer(member))).body)).toBe(true)
  expect(tells((await read('/api/price?sku=BOLT-8', bearer(other))).body)).toBe(false)
})

test('nobody but staff with `products` reads the list of a company', async () => {
  const path = `/api/companies/${await companyIdOf(shop, member)}/prices`
  const others: Record<string, string>[] = [{}, bearer(member), bearer(other), { cookie: admin.cookie }]
  for (const headers of others) expect(tells((await read(path, headers)).body)).toBe(false)
  expect(tells((await read(path, bearer(admin))).body)).toBe(true)
})
