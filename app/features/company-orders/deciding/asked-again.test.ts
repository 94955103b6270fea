import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { HOUR_MS } from '#kit/time.ts'
import { foundCompany, joinTo } from '#tests/support/company.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let part: Product
let other: Product

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  // A piece costs a dollar.
  part = await app.addProduct({ name: 'Screw', quantity: 1_000_000, price: 1 })
  other = await app.addProduct({ name: 'Nut', quantity: 1_000_000, price: 1 })
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (as: Person, method: string, path: string, body?: object) =>
  app.call(method, `/api${path}`, { as, ...(body && { body }) })

const place = (as: Person, quantity = 100) => app.order(as, part, quantity)

const decide = (as: Person, id: string, what: string, revision = 1) =>
  call(as, 'POST', `/myorder/${id}/${what}`, { revision })

const read = async (as: Person, id: string) => (await call(as, 'GET', `/myorder/${id}`)).body

const mailsTo = async ({ email }: Person) => {
  await app.runJobs()
  const mails = await sandboxMailsIn(app.shop)
  return mails.filter(({ recipient }) => recipient === email).map(({ subject }) => subject)
}

test('other lines ask again, also of an approved order, and fewer of them do not', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 250 })
  const order = await place(buyer, 300)
  await decide(manager, order._id, 'approve')
  const change = (quantity: number) => {
    const { lines, totalPrice } = orderOfLines([
      { product: part, quantity },
      { product: other, quantity: 100 },
    ])
    return call(buyer, 'PUT', `/myorder/${order._id}/lines`, { lines, totalPrice })
  }
  const changed = await change(200)
  expect(changed.body).toMatchObject({ revision: 2, approval: { state: 'waiting', orderLimit: 250 } })
  expect((await decide(manager, order._id, 'approve', 1)).body.code).toBe('revision_changed')
  const fewer = await change(100)
  expect([fewer.body.revision, fewer.body.approval]).toEqual([3, undefined])
  expect((await app.pay(buyer, fewer.body)).paid).toBe(true)
})

// attack: mail-bomb
test('other lines of an order that waits mail nobody again, nor do lines that wait and do not in turns', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 250 })
  const order = await place(buyer, 300)
  const asked = async () =>
    (await mailsTo(manager)).filter((subject) => subject.endsWith(`approval: ${order.number}`)).length
  expect(await asked()).toBe(1)
  const change = async (quantity: number) => {
    app.shop.advance(1000)
    const lines = [{ productId: part._id, quantity }]
    const { status, body } = await call(buyer, 'PUT', `/myorder/${order._id}/lines`, {
      lines,
      totalPrice: quantity,
    })
    expect(status).toBe(200)
    return body
  }
  for (const quantity of [310, 320, 330]) expect((await change(quantity)).approval.state).toBe('waiting')
  expect(await asked()).toBe(1)
  for (const quantity of [100, 300, 100, 310]) await change(quantity)
  expect(await asked()).toBe(1)
  app.shop.advance(HOUR_MS)
  expect(await asked()).toBe(2)
  const { events } = await read(manager, order._id)
  expect(events.filter(({ kind }: { kind: string }) => kind === 'approval_asked')).toHaveLength(6)
})

test('the timeline of an order has its newest approvals', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 50 })
  const { _id } = await place(buyer)
  const row = { kind: 'approval_asked' as const, actor: 'a sample', actor_name: 'A sample', note: null }
  const earlier = Array.from({ length: 500 }, (_, index) => ({
    ...row,
    id: `sample ${_id} ${index}`,
    order_id: _id,
    at: index,
  }))
  await app.shop.db.insertInto('order_approvals').values(earlier).execute()
  expect((await decide(manager, _id, 'approve')).body.events.at(-1).kind).toBe('approved')
})
