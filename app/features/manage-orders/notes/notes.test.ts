import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let admin: Person
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  order = await shop.order(customer, await shop.addProduct({ quantity: 1000 }))
})
afterEach(() => shop[Symbol.asyncDispose]())

const address = () => `/api/order/${order._id}/notes`

const add = (text: string) => shop.call('POST', address(), { body: { text }, as: admin })

const texts = async (): Promise<string[]> =>
  (await shop.call('GET', address(), { as: admin })).body.map(({ text }: { text: string }) => text)

const remove = (id: string) => shop.call('DELETE', `${address()}/${id}`, { as: admin })

const restore = (id: string) => shop.call('POST', `${address()}/${id}/restore`, { as: admin })

// attack: notes-shown
test('notes are listed oldest first with who wrote them, and no answer to the customer has them', async () => {
  const { status, body } = await add(' Called,\nwants it Monday. ')
  const note = {
    _id: expect.any(String),
    at: expect.any(String),
    by: admin.email,
    text: 'Called,\nwants it Monday.',
  }
  expect({ status, body }).toEqual({ status: 201, body: note })
  shop.shop.advance(1000)
  await add('Second')
  expect(await texts()).toEqual(['Called,\nwants it Monday.', 'Second'])
  for (const path of ['/api/myorders', `/api/myorder/${order._id}`]) {
    const answer = await shop.call('GET', path, { as: customer })
    expect(JSON.stringify(answer.body)).not.toMatch(/Monday|Second/)
  }
})

test('a removed note is restored as it was, and the next note deletes it a day later', async () => {
  const { body } = await add('First')
  expect((await remove(body._id)).body).toEqual({ deletedCount: 1 })
  expect((await remove(body._id)).body).toEqual({ deletedCount: 0 })
  expect(await texts()).toEqual([])
  expect((await restore(body._id)).body).toEqual(body)
  expect((await restore(body._id)).status).toBe(404)
  expect(await texts()).toEqual(['First'])

  await remove(body._id)
  shop.shop.advance(25 * 3_600_000)
  // The access token has expired.
  admin = await shop.registerAdmin()
  await add('Second')
  expect((await restore(body._id)).status).toBe(404)
  const audit = (await shop.call('GET', '/api/audit', { as: admin })).body
  const kinds = audit.map(
    ({ kind, subject }: { kind: string; subject: string }) => subject === order._id && kind,
  )
  expect(kinds.slice(0, 5)).toEqual([
    'order.noted',
    'order.note_removed',
    'order.note_restored',
    'order.note_removed',
    'order.noted',
  ])
})

// attack: foreign-saved-view
test('of the notes at once that would be too many only a hundred are written', async () => {
  const at = shop.shop.now()
  const rows = Array.from({ length: 98 }, (_, index) => ({
    ...{ id: `0-${index}`, order_id: order._id, author_email: admin.email, text: 'A', at, removed_at: null },
  }))
  await shop.shop.db.insertInto('order_notes').values(rows).execute()
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(add))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  expect(await texts()).toHaveLength(100)
})

test('an empty or overlong note and an unknown order are refused, and nothing is written', async () => {
  for (const text of ['', ' \n', 'x'.repeat(2001)]) expect((await add(text)).status).toBe(422)
  for (const [method, path] of [
    ['GET', '/api/order/unknown/notes'],
    ['POST', '/api/order/unknown/notes'],
    ['POST', '/api/order/unknown/notes/unknown/restore'],
  ] as const) {
    const body = method === 'POST' ? { text: 'A note' } : undefined
    expect((await shop.call(method, path, { body, as: admin })).status).toBe(404)
  }
  expect(await shop.shop.db.selectFrom('order_notes').selectAll().execute()).toEqual([])
})

test('the list of admins has the newest notes of each order, which are not removed; no customer sees them', async () => {
  const texts = ['First', 'Second', 'Third', 'Fourth', 'Fifth']
  const path = `/api/order/${order._id}/notes`
  for (const text of texts) await shop.call('POST', path, { as: admin, body: { text } })
  const { body: all } = await shop.call('GET', path, { as: admin })
  await shop.call('DELETE', `${path}/${all.at(-1)._id}`, { as: admin })
  const listed = async (address: string, as: Person) => {
    const { body } = await shop.call('GET', address, { as })
    return body.find(({ _id }: { _id: string }) => _id === order._id).notes
  }
  expect(await listed('/api/orders', admin)).toEqual(all.slice(-4, -1))
  expect(await listed(`/api/myorders?email=${customer.email}`, customer)).toBeUndefined()
})
