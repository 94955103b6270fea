import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { COMPANY, foundCompany, joinTo, registerVerified } from '#tests/support/company.ts'
import { orderFor, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let part: Product

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  part = await app.addProduct({ quantity: 100_000, price: 1 })
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (as: Person | undefined, method: string, path: string, body?: object) =>
  app.call(method, `/api${path}`, { as, ...(body && { body }) })

const idOf = async (member: Person): Promise<string> => (await call(member, 'GET', '/company')).body._id

test('the staff lists companies, newest first, finds them by words, and reads one with its members', async () => {
  const manager = await foundCompany(app, { ...COMPANY, name: 'Zürcher Works' })
  app.shop.advance(1000)
  const other = await foundCompany(app, { ...COMPANY, name: 'Second Works' })
  const buyer = await joinTo(app, manager, 'buyer', { order: 10 })
  const listed = async (query = '') =>
    (await call(admin, 'GET', `/companies${query}`)).body.map(({ _id }: { _id: string }) => _id)
  const [one, two] = [await idOf(manager), await idOf(other)]
  expect(await listed()).toEqual([two, one])
  expect(await listed('?q=zurcher%20lyon')).toEqual([one])
  expect(await listed('?q=zurcher%20paris')).toEqual([])
  const page = await call(admin, 'GET', '/companies?limit=1')
  expect([page.body[0].memberCount, page.headers.get('x-total-count')]).toEqual([1, '2'])
  const next = /<\/api([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  expect((await call(admin, 'GET', next)).body).toMatchObject([{ _id: one, memberCount: 2 }])
  const read = await call(admin, 'GET', `/companies/${one}`)
  expect(read.body).toMatchObject({
    ...{ _id: one, name: 'Zürcher Works', revision: 1 },
    members: [{ email: manager.email }, { email: buyer.email, role: 'buyer', limits: { order: 10 } }],
  })
  expect((await call(admin, 'GET', '/companies/unknown')).status).toBe(404)
  for (const [method, path] of [
    ['GET', '/companies'],
    ['GET', `/companies/${one}`],
    ['PUT', `/companies/${one}`],
  ] as const)
    expect((await call(manager, method, path, method === 'PUT' ? {} : undefined)).status).toBe(403)
})

test('a blocked company orders nothing, and reads and pays what it has', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer')
  const order = await app.order(buyer, part)
  const id = await idOf(manager)
  const { revision } = (await call(admin, 'GET', `/companies/${id}`)).body
  const blocked = { blocked: true, note: 'Does not pay.', revision }
  const answer = await call(admin, 'PUT', `/companies/${id}`, blocked)
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({ blocked: true, note: 'Does not pay.', revision: revision + 1 }),
  ])
  const orders = async () => (await app.shop.db.selectFrom('orders').select('id').execute()).length
  const before = await orders()
  for (const member of [buyer, manager]) {
    const refused = await call(member, 'POST', '/order', orderFor(part))
    expect([refused.status, refused.body.code]).toEqual([403, 'blocked'])
    expect((await call(member, 'GET', '/company')).body).toMatchObject({ blocked: true })
    expect((await call(member, 'GET', '/company')).body).not.toHaveProperty('note')
  }
  expect(await orders()).toBe(before)
  expect((await call(manager, 'GET', '/company/orders')).body).toMatchObject([{ _id: order._id }])
  expect((await app.pay(buyer, order)).paid).toBe(true)
  const late = await call(admin, 'PUT', `/companies/${id}`, blocked)
  expect([late.status, late.body.code]).toEqual([409, 'revision_changed'])
  const [entry] = (await call(admin, 'GET', '/audit?kind=company.changed')).body
  expect(entry).toMatchObject({ subject: id, name: 'Sample Works', by: admin.email })
  await call(admin, 'PUT', `/companies/${id}`, { blocked: false, revision: revision + 1 })
  expect((await call(buyer, 'POST', '/order', orderFor(part))).status).toBe(201)
})

// attack: company-role
test('what is public is the same bytes for everybody, whether or not there are companies', async () => {
  await using other = await createTestApp({ RATE_LIMITS: 'sign-in' })
  const product = await other.addProduct({ quantity: 1000, price: 1 })
  const publicCalls = other.app.calls
    .filter(({ method, door }) => method === 'GET' && door?.proof === 'none')
    .map(({ path }) => path.replace('{id}', product._id).replace('{sku}', product.sku))
    .filter((path) => !path.includes('{'))
  expect(publicCalls.length).toBeGreaterThan(5)
  const read = (as?: Person) =>
    Promise.all(publicCalls.map(async (path) => [path, (await other.call('GET', path, { as })).body]))
  const before = await read()
  const manager = await foundCompany(other, { ...COMPANY, name: 'Secret Works' })
  const buyer = await joinTo(other, manager, 'buyer', { order: 0 })
  expect(await read()).toEqual(before)
  expect(await read(buyer)).toEqual(before)
  const stranger = await registerVerified(other)
  const order = await other.order(stranger, product, 100)
  expect(JSON.stringify(order)).not.toMatch(/company|approval|placedBy|revision/)
  const asked = { lines: [{ sku: product.sku, quantity: 100 }] }
  const quote = (as?: Person) => other.call('POST', '/api/quote', { body: asked, as })
  expect((await quote(buyer)).body).toEqual((await quote()).body)
})
