import { afterEach, beforeEach, expect, test } from 'vitest'
import { orderFor, type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
})
afterEach(() => shop[Symbol.asyncDispose]())

const links = () => shop.shop.db.selectFrom('payment_links').selectAll().execute()

const audited = async (): Promise<string[]> =>
  (await shop.call('GET', '/api/audit', { as: admin })).body.map(({ kind }: { kind: string }) => kind)

test('admins link an order for its customer, also one that they did not enter', async () => {
  const order = await shop.order(customer, await shop.addProduct())
  const path = `/api/myorder/${order._id}/payment-link`
  expect((await shop.call('POST', path, { as: await shop.register() })).status).toBe(404)
  expect([await links(), await audited()]).toEqual([[], expect.not.arrayContaining(['order.link_created'])])
  expect((await shop.call('POST', path, { as: admin })).status).toBe(201)
  expect((await audited())[0]).toBe('order.link_created')
})

test('admins and the customer link an order that was entered; each link is in timeline and audit log', async () => {
  const product = await shop.addProduct({ quantity: 1000 })
  await verifyEmail(shop.shop, customer)
  const body = { ...orderFor(product), customer: customer.email }
  const { _id } = (await shop.call('POST', '/api/order', { as: admin, body })).body
  const path = `/api/myorder/${_id}/payment-link`
  expect((await shop.call('POST', path, { as: await shop.register() })).status).toBe(404)
  const colleague = await shop.registerAdmin()
  const created = await shop.call('POST', path, { as: colleague })
  expect(created).toMatchObject({ status: 201, body: { url: expect.stringContaining('/pay/') } })
  const { events } = (await shop.call('GET', `/api/myorder/${_id}`, { as: customer })).body
  expect(events.at(-1)).toMatchObject({ kind: 'link_created', by: 'admin' })
  // The customer sees it, and both can end it.
  expect((await shop.call('GET', path, { as: customer })).body).toHaveProperty('expiresAt')
  expect((await shop.call('DELETE', path, { as: admin })).body).toEqual({ deletedCount: 1 })
  expect((await shop.call('DELETE', path, { as: admin })).body).toEqual({ deletedCount: 0 })
  expect((await audited()).slice(0, 3)).toEqual(['order.link_ended', 'order.link_created', 'order.placed'])
  expect((await shop.call('POST', path, { as: customer })).status).toBe(201)
  expect((await audited())[0]).toBe('order.link_ended')
})
