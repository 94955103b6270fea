import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { type Person, verifyEmail } from './support/customer.ts'
import { addFactor } from './support/factor.ts'
import { mailsIn } from './support/mailer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let admin: Person
let customer: Person
let product: Product
let paid: Order
let unpaid: Order

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  customer = await app.register()
  product = await app.addProduct({ quantity: 100_000 })
  paid = await app.pay(customer, await app.order(customer, product))
  unpaid = await app.order(customer, product)
})
afterEach(() => app[Symbol.asyncDispose]())

/** From now on `REQUIRE_SECOND_FACTOR=staff`, as after a restart with it. */
const require = () => Object.assign(app.shop, { config: { ...app.shop.config, secondFactorFor: 'staff' } })

async function staffWith(rights: string): Promise<Person> {
  const staff = await app.register()
  await verifyEmail(app.shop, staff)
  await app.shop.db.updateTable('user').set({ rights }).where('email', '=', staff.email).execute()
  return staff
}

/** The calls about an order that its customer makes, and staff for any. */
function callsOf({ _id }: Pick<Order, '_id'>) {
  const line = { productId: product._id, quantity: 200 }
  return [
    ['GET', `myorder/${_id}`],
    ['GET', `myorder/${_id}/again`],
    ['GET', `myorder/${_id}/confirmation.pdf`],
    ['GET', `myorder/${_id}/invoice.pdf`],
    ['GET', `myorder/${_id}/pro-forma.pdf`],
    ['PATCH', `myorder/${_id}`, { phone: '+1 555 0199' }],
    ['POST', `myorder/${_id}/lines/quote`, { lines: [line] }],
    ['PUT', `myorder/${_id}/lines`, { lines: [line], totalPrice: 1 }],
    ['POST', `myorder/${_id}/payment-link`],
    ['GET', `myorder/${_id}/payment-link`],
    ['DELETE', `myorder/${_id}/payment-link`],
    ['DELETE', `myorder/${_id}`],
  ] as const
}

async function refusals(as: Person, order: Pick<Order, '_id'>): Promise<string[]> {
  const found: string[] = []
  for (const [method, path, body] of callsOf(order)) {
    const answer = await app.call(method, `/api/${path}`, { as, ...(body && { body }) })
    found.push(`${method} ${path.replace(order._id, '')}: ${answer.status} ${answer.body.code}`)
  }
  return found
}

const rows = async () => ({
  orders: await app.shop.db.selectFrom('orders').selectAll().orderBy('id').execute(),
  events: await app.shop.db.selectFrom('order_events').selectAll().orderBy('id').execute(),
  links: await app.shop.db.selectFrom('payment_links').selectAll().execute(),
})

// attack: staff-without-factor
test('staff without a second factor are told so at calls about orders of others, of whatever id, and nothing changes', async () => {
  const clerk = await staffWith('orders')
  const keeper = await staffWith('products')
  require()
  const before = await rows()
  const unknown = { _id: '000000000000000000000000' }
  for (const order of [paid, unpaid, unknown]) {
    for (const [staff, refused] of [
      [clerk, '403 second_factor_required'],
      [admin, '403 second_factor_required'],
      [keeper, '404 not_found'],
    ] as const)
      expect((await refusals(staff, order)).filter((each) => !each.endsWith(refused))).toEqual([])
  }
  const profile = await app.call('GET', `/api/user/${customer.email}`, { as: clerk })
  expect([profile.status, profile.body.code, profile.body.right]).toEqual([
    403,
    'second_factor_required',
    'people',
  ])
  expect(await rows()).toEqual(before)
  const own = await app.order(clerk, product)
  expect((await app.call('GET', `/api/myorder/${own._id}`, { as: clerk })).status).toBe(200)
  expect((await app.call('DELETE', `/api/myorder/${own._id}`, { as: clerk })).status).toBe(200)
  await addFactor(app.call, clerk)
  expect((await app.call('GET', `/api/myorder/${paid._id}`, { as: clerk })).status).toBe(200)
  expect((await app.call('GET', `/api/myorder/${unknown._id}`, { as: clerk })).status).toBe(404)
})

// attack: staff-without-factor
test('mails to the staff leave out those without a second factor, also where the settings name them', async () => {
  const [clerk, safe] = [await staffWith('orders products'), await staffWith('orders products')]
  const { body } = await app.call('GET', '/api/settings', { as: admin })
  const newOrders = [clerk.email.toUpperCase(), safe.email, 'desk@shop.example']
  const settings = { ...body, mails: { newOrders, lowStock: [] } }
  expect((await app.call('PUT', '/api/settings', { as: admin, body: settings })).status).toBe(200)
  await addFactor(app.call, safe)
  await app.runJobs('mail the staff')
  require()
  const told = (await mailsIn(app.shop)).length
  const review = { name: 'Sample', rating: 5, comment: 'A sample.' }
  expect((await app.call('POST', '/api/rating', { as: customer, body: review })).status).toBe(201)
  const asked = { as: customer, body: { text: 'When does it ship?' } }
  expect((await app.call('POST', `/api/myorder/${paid._id}/messages`, asked)).status).toBe(201)
  app.shop.advance(11 * 60_000)
  await app.pay(customer, unpaid)
  await app.runJobs('mail the staff')
  const later = (await mailsIn(app.shop)).slice(told).filter(({ to }) => to !== customer.email)
  expect(later.map(({ to }) => to).sort()).toEqual(
    [safe.email, safe.email, safe.email, 'desk@shop.example', 'desk@shop.example'].sort(),
  )
})
