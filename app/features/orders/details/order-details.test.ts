import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { isForAdmin } from '#features/order-page/order-page.ts'
import { type Person, userIdOf } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order, OrderDetails, TimelineEvent } from '../schema.ts'

let shop: TestApp
let customer: Person
let admin: Person
let product: Product
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  product = await shop.addProduct({ quantity: 1000 })
  order = await shop.order(customer, product)
})
afterEach(() => shop[Symbol.asyncDispose]())

const read = (as: Person) => shop.call('GET', `/api/myorder/${order._id}`, { as })

const details = async (as: Person): Promise<OrderDetails> => (await read(as)).body

const words = (events: readonly TimelineEvent[]) => events.map(({ kind, by }) => `${kind} by ${by}`)

const setStatus = (status: string, as: Person = admin) =>
  shop.call('PUT', `/api/order/${order._id}`, { as, body: { status } })

// spec: get-myorder
test('a placed order begins with the events placed and held, and has no shipment', async () => {
  expect(await details(customer)).toEqual({
    ...order,
    events: [
      { kind: 'placed', by: 'customer', at: order.createdAt },
      { kind: 'held', by: 'shop', at: order.createdAt, detail: `until ${order.holdUntil}` },
    ],
    shipments: [],
  })
})

// attack: internal-ids
test('the events say in sequence what happened and who did it, and only to admins their e-mails', async () => {
  const { transactionId } = await shop.pay(customer, order)
  for (const status of ['shipped', 'pending', 'shipped']) {
    shop.shop.advance(1000)
    await setStatus(status)
  }
  const { events, shipments, shippedAt } = await details(customer)
  expect(words(events)).toEqual([
    'placed by customer',
    'held by shop',
    'paid by customer',
    'shipped by admin',
    'reverted by admin',
    'shipped by admin',
  ])
  expect(events[2]?.detail).toBe(transactionId)
  expect(shipments).toEqual([
    { _id: expect.any(String), at: shippedAt, lines: [{ position: 0, quantity: 100 }] },
  ])
  const seen = await details(admin)
  expect(words(seen.events)).toEqual(words(events))
  expect(seen.events.map(({ email }) => email)).toEqual([
    customer.email,
    undefined,
    customer.email,
    ...Array(3).fill(admin.email),
  ])
  const { customerId, ...others } = (await read(admin)).body
  expect(customerId).toBe(await userIdOf(shop.shop, customer))
  for (const body of [(await read(customer)).body, others])
    for (const person of [customer, admin])
      expect(JSON.stringify(body)).not.toContain(await userIdOf(shop.shop, person))
})

test('it is seen whether an order is for an admin, also when no account is left of those who acted on it', async () => {
  const events = shop.shop.db.updateTable('order_events').where('order_id', '=', order._id)
  await events.set({ actor: 'deleted' }).execute()
  expect((await details(admin)).events.some(({ email }) => email !== undefined)).toBe(false)
  expect(isForAdmin(await details(admin))).toBe(true)
  expect(isForAdmin(await details(customer))).toBe(false)
})

test('what an admin does to an own order is done by an admin', async () => {
  order = await shop.order(admin, product)
  await shop.pay(admin, order)
  await setStatus('shipped')
  expect(words((await details(admin)).events)).toEqual([
    'placed by customer',
    'held by shop',
    'paid by customer',
    'shipped by admin',
  ])
})

test('a cancelled or lapsed order stays readable to its owner and to admins, with its last event', async () => {
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  const cancelled = await details(admin)
  expect((await details(customer)).cancelledAt).toBe(cancelled.cancelledAt)
  expect(words((await details(customer)).events).at(-1)).toBe('cancelled by customer')
  expect(words(cancelled.events).at(-1)).toBe('cancelled by customer')
  expect(cancelled.cancelledAt).toBe(cancelled.events.at(-1)?.at)
  expect(cancelled).not.toHaveProperty('holdUntil')

  order = await shop.order(customer, product)
  shop.shop.advance(shop.shop.config.holdMs + 1000)
  await shop.runJobs()
  customer = await shop.signIn(customer)
  admin = await shop.signIn(admin)
  expect(words((await details(customer)).events).at(-1)).toBe('lapsed by shop')
  expect(words((await details(admin)).events).at(-1)).toBe('lapsed by shop')
})

test('a cancelled order can be neither paid nor changed nor shared, and has no paper for its owner', async () => {
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  const before = await shop.shop.db.selectFrom('orders').selectAll().execute()
  const { _id, totalPrice } = order
  const calls = [
    ['POST', '/create-payment-intent', { totalPrice, orderId: _id }],
    ['PATCH', `/myorder/${_id}`, { note: 'A note.' }],
    ['POST', `/myorder/${_id}/payment-link`, undefined],
    ['DELETE', `/myorder/${_id}`, undefined],
    ['GET', `/myorder/${_id}/confirmation.pdf`, undefined],
  ] as const
  for (const [method, path, body] of calls)
    expect(
      (await shop.call(method, `/api${path}`, { as: customer, ...(body && { body }) })).status,
      path,
    ).toBe(404)
  expect(await shop.shop.db.selectFrom('orders').selectAll().execute()).toEqual(before)
})

test('cancelled orders are on a list of their own, newest first and in pages; another’s are not', async () => {
  const orders = [order]
  for (let count = 0; count < 2; count += 1) {
    shop.shop.advance(1000)
    orders.unshift(await shop.order(customer, product))
  }
  const [open, ...others] = orders
  for (const { _id } of others) await shop.call('DELETE', `/api/myorder/${_id}`, { as: customer })
  const list = (query: string, as = customer) => shop.call('GET', `/api/myorders${query}`, { as })
  const ids = (body: { _id: string }[]) => body.map(({ _id }) => _id)
  expect(ids((await list('')).body)).toEqual([open?._id])
  const cancelled = await list('?state=cancelled')
  expect(ids(cancelled.body)).toEqual(ids(others))
  expect(cancelled.headers.get('x-total-count')).toBe('2')
  const first = await list('?state=cancelled&limit=1')
  const next = /<\/api\/myorders(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(ids((await list(next)).body)).toEqual([others[1]?._id])
  expect((await list('?state=cancelled', await shop.register())).body).toEqual([])
  expect((await list('?state=paid')).status).toBe(422)
})

test('staff find cancelled orders by their state and by a search, and in no other list', async () => {
  const kept = await shop.order(customer, product)
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  const list = async (query: string) => {
    const { body, headers } = await shop.call('GET', `/api/orders${query}`, { as: admin })
    return [body.map(({ _id }: Order) => _id), headers.get('x-total-count')]
  }
  expect(await list('')).toEqual([[kept._id], '1'])
  expect(await list('?status=unpaid')).toEqual([[kept._id], '1'])
  expect(await list(`?email=${customer.email}`)).toEqual([[kept._id], '1'])
  expect(await list('?status=cancelled')).toEqual([[order._id], '1'])
  expect(await list(`?q=${order.number}`)).toEqual([[order._id], '1'])
  expect(await list(`?status=unpaid&q=${order.number}`)).toEqual([[], '0'])
  const { body } = await shop.call('GET', `/api/orders?q=${encodeURIComponent(customer.email)}`, {
    as: admin,
  })
  expect(new Set(body.map(({ _id }: Order) => _id))).toEqual(new Set([kept._id, order._id]))
  const csv = await shop.call('GET', '/api/orders.csv?status=cancelled', { as: admin })
  expect(csv.body).toContain(order.number)
  expect(csv.body).toContain(',cancelled,')
})

test('others than the owner and admins do not find an order', async () => {
  expect((await read(await shop.register())).status).toBe(404)
  expect((await shop.call('GET', `/api/myorder/${order._id}`)).status).toBe(401)
})

// attack: endless-changes
test('of very many events the first two and the newest are listed, oldest first', async () => {
  const { db } = shop.shop
  const at = shop.shop.now()
  const actor = await userIdOf(shop.shop, customer)
  const rows = Array.from({ length: 600 }, (_, index) => ({
    id: `sample-${index}`,
    order_id: order._id,
    kind: 'changed' as const,
    actor,
    detail: 'note',
    at: at + index,
  }))
  await db.insertInto('order_events').values(rows).execute()
  const { events } = await details(customer)
  expect(events).toHaveLength(500)
  expect(words(events.slice(0, 3))).toEqual(['placed by customer', 'held by shop', 'changed by customer'])
  expect(events.at(-1)?.at).toBe(new Date(at + 599).toISOString())
  expect(events.map((event) => event.at).sort()).toEqual(events.map((event) => event.at))
})
