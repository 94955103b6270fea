import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterEach(() => shop[Symbol.asyncDispose]())

const TO_SHIP = { name: 'To ship', filter: { q: 'bolt', status: 'pending', days: 7 } }

const add = (body: unknown = TO_SHIP, as = admin) => shop.call('POST', '/api/order-views', { body, as })

const list = async (as = admin) => (await shop.call('GET', '/api/order-views', { as })).body

const replace = (id: string, body: unknown, as = admin) =>
  shop.call('PUT', `/api/order-views/${id}`, { body, as })

const remove = (id: string, as = admin) => shop.call('DELETE', `/api/order-views/${id}`, { as })

// attack: foreign-saved-view
test('views are listed by name, and each admin has only the own ones', async () => {
  const { status, body } = await add()
  expect({ status, body }).toEqual({ status: 201, body: { _id: expect.any(String), ...TO_SHIP } })
  await add({ name: 'january', filter: { from: '2026-01-01', to: '2026-01-31' } })
  const before = await list()
  expect(before.map(({ name }: { name: string }) => name)).toEqual(['january', 'To ship'])

  const other = await shop.registerAdmin()
  expect(await list(other)).toEqual([])
  expect((await replace(body._id, { name: 'Mine', filter: {} }, other)).status).toBe(404)
  expect((await remove(body._id, other)).body).toEqual({ deletedCount: 0 })
  expect(await list()).toEqual(before)
  expect((await add(TO_SHIP, other)).status).toBe(201)
})

test('a view is renamed, changed and deleted, and the audit log says so', async () => {
  const { body } = await add()
  const changed = { name: 'Bolts to ship', filter: { q: 'bolt' } }
  expect((await replace(body._id, changed)).body).toEqual({ _id: body._id, ...changed })
  expect((await remove(body._id)).body).toEqual({ deletedCount: 1 })
  expect((await remove(body._id)).body).toEqual({ deletedCount: 0 })
  expect((await replace(body._id, changed)).status).toBe(404)
  expect(await list()).toEqual([])
  const audit = (await shop.call('GET', '/api/audit', { as: admin })).body
  expect(audit.map(({ kind, subject }: { kind: string; subject: string }) => [kind, subject])).toEqual([
    ['order-view.deleted', 'Bolts to ship'],
    ['order-view.changed', 'Bolts to ship'],
    ['order-view.saved', 'To ship'],
  ])
})

test('a name that the admin has already is refused, in any case and with any accents', async () => {
  await add()
  const { body } = await add({ name: 'Another', filter: {} })
  const before = await list()
  expect((await add({ name: 'TÖ SHIP', filter: {} })).status).toBe(409)
  expect((await replace(body._id, { name: 'to ship', filter: {} })).status).toBe(409)
  expect(await list()).toEqual(before)
  expect((await replace(body._id, { name: 'ANOTHER', filter: {} })).status).toBe(200)
})

// attack: foreign-saved-view
test('of 25 views at once twenty are saved', async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => add({ ...TO_SHIP, name: `View ${index}` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  expect(await list()).toHaveLength(20)
})

test.each([
  [{ name: '', filter: {} }, '#/name'],
  [{ name: 'x'.repeat(61), filter: {} }, '#/name'],
  [{ name: 'two\nlines', filter: {} }, '#/name'],
  [{ name: 'A', filter: { status: 'paid' } }, '#/filter/status'],
  [{ name: 'A', filter: { from: '2026-02-30' } }, '#/filter/from'],
  [{ name: 'A', filter: { days: 367 } }, '#/filter/days'],
  [{ name: 'A', filter: { q: 'x'.repeat(300) } }, '#/filter/q'],
])('a view that cannot be is refused and named: %j', async (body, pointer) => {
  const answer = await add(body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toMatchObject([{ pointer }])
  expect(await list()).toEqual([])
})
