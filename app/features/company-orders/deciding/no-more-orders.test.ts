import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { foundCompany, joinTo } from '#tests/support/company.ts'
import { type Person, userIdOf } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let part: Product

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  // A piece costs a dollar.
  part = await app.addProduct({ name: 'Screw', quantity: 1_000_000, price: 1 })
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (as: Person, method: string, path: string, body?: object) =>
  app.call(method, `/api${path}`, { as, ...(body && { body }) })

const place = (as: Person, quantity = 100) => app.order(as, part, quantity)

const decide = (as: Person, id: string, what: string) =>
  call(as, 'POST', `/myorder/${id}/${what}`, { revision: 1 })

const read = async (as: Person, id: string) => (await call(as, 'GET', `/myorder/${id}`)).body

/** All that a decision may write. */
async function readState() {
  const { db } = app.shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    approvals: await db.selectFrom('order_approvals').selectAll().orderBy('id').execute(),
    mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
  }
}

test('what waits is not changed for who has left the company, by nobody, so that it never goes unasked', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 150 })
  const { _id } = await place(buyer)
  const change = (as: Person, quantity: number) =>
    call(as, 'PUT', `/myorder/${_id}/lines`, {
      lines: [{ productId: part._id, quantity }],
      totalPrice: quantity,
    })
  expect((await change(buyer, 5000)).body.approval).toMatchObject({ state: 'waiting' })
  await call(buyer, 'DELETE', `/company/member/${await userIdOf(app.shop, buyer)}`)
  const before = await readState()
  expect([(await change(admin, 4999)).status, (await change(buyer, 100)).status]).toEqual([409, 404])
  const message = { text: 'Send it to me.' }
  expect((await call(buyer, 'POST', `/myorder/${_id}/messages`, message)).status).toBe(404)
  expect(await readState()).toEqual(before)
  expect((await read(admin, _id)).approval).toMatchObject({ state: 'waiting' })
})

test('a blocked company changes no lines, and nothing of it is approved', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 150 })
  const [free, waiting] = [await place(buyer), await place(buyer, 200)]
  const { _id: id } = (await call(manager, 'GET', '/company')).body
  const { revision } = (await call(admin, 'GET', `/companies/${id}`)).body
  expect((await call(admin, 'PUT', `/companies/${id}`, { blocked: true, revision })).status).toBe(200)
  const before = await readState()
  const lines = { lines: [{ productId: part._id, quantity: 120 }], totalPrice: 120 }
  const changed = await call(buyer, 'PUT', `/myorder/${free._id}/lines`, lines)
  const approved = await decide(manager, waiting._id, 'approve')
  for (const { status, body } of [changed, approved]) expect([status, body.code]).toEqual([403, 'blocked'])
  expect(await readState()).toEqual(before)
  expect((await decide(manager, waiting._id, 'decline')).status).toBe(200)
})

// attack: company-role
test('a process that knows of no approvals neither asks for the payment of an order that waits nor pays it', async () => {
  const { db } = app.shop
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 150 })
  const [free, { _id }] = [await place(buyer), await place(buyer, 200)]
  const before = await readState()
  // As the release before writes it.
  const pay = (id: string) =>
    db
      .updateTable('orders')
      .set({ paid_at: app.shop.now(), status: 'pending' })
      .where('id', '=', id)
      .execute()
  const ask = (id: string, state: 'open' | 'cancelled') =>
    db
      .insertInto('payments')
      .values({ intent_id: `pi ${id}`, order_id: id, amount_cents: 1, currency: 'usd', state, created_at: 0 })
      .execute()
  await expect(pay(_id)).rejects.toThrow('waits for an approval')
  await expect(ask(_id, 'open')).rejects.toThrow('waits for an approval')
  expect(await readState()).toEqual(before)
  await ask(_id, 'cancelled')
  await ask(free._id, 'open')
  await db.deleteFrom('payments').where('intent_id', 'like', 'pi %').execute()
  expect((await app.pay(buyer, free)).paid).toBe(true)
  expect((await decide(manager, _id, 'approve')).status).toBe(200)
  expect((await app.pay(buyer, await read(buyer, _id))).paid).toBe(true)
})
