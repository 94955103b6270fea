import { afterAll, beforeAll, expect, test } from 'vitest'
import { RIGHTS } from '#features/accounts/rights.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import { apiCalls } from './support/api-calls.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

// attack: right-of-another
test.each(RIGHTS)(
  'of staff with only the right %s every call of another right is refused, and none of its own',
  async (right) => {
    const calls = apiCalls(shop.app)
    const staff = await shop.register()
    await shop.shop.db.updateTable('user').set({ rights: right }).where('email', '=', staff.email).execute()
    const closed = calls.closedTo([right])
    expect(closed.length).toBeGreaterThan(30)
    for (const [method, path] of closed) {
      const { status, body } = await shop.call(method, path, { as: staff })
      expect([status, body.code], `${method} ${path}`).toEqual([403, 'right_required'])
      expect(body.right, path).not.toBe(right)
    }
    const isClosed = ([method, path]: readonly string[]) =>
      closed.some(([otherMethod, otherPath]) => otherMethod === method && otherPath === path)
    const reads = calls.forAdmins.filter((call) => call[0] === 'GET' && !isClosed(call))
    expect(reads.length).toBeGreaterThan(1)
    for (const [method, path] of reads) {
      const { status } = await shop.call(method, path, { as: staff })
      expect([status === 403, status < 500], `${path} ${status}`).toEqual([false, true])
    }
  },
)

async function withRights(rights: string) {
  const staff = await shop.register()
  await shop.shop.db.updateTable('user').set({ rights }).where('email', '=', staff.email).execute()
  return async (path: string) => (await shop.call('GET', `/api/${path}`, { as: staff })).body
}

// attack: right-of-another
test('notes and what waits for an answer are for staff with the right for orders', async () => {
  const admin = await shop.registerAdmin()
  const customer = await shop.register()
  const order = await shop.pay(customer, await shop.order(customer, await shop.addProduct()))
  await shop.call('POST', `/api/order/${order._id}/notes`, { as: admin, body: { text: 'Be careful.' } })
  await shop.call('POST', `/api/myorder/${order._id}/messages`, { as: customer, body: { text: 'When?' } })
  const listed = async (rights: string) =>
    (await (await withRights(rights))('orders')).find(({ _id }: { _id: string }) => _id === order._id)
  expect(await listed('orders')).toMatchObject({ notes: [{ text: 'Be careful.' }], toAnswer: true })
  const { notes, toAnswer, ...rest } = await listed('orders')
  expect(await listed('money')).toEqual(rest)
})

// attack: right-of-another
test('changes of orders are found by staff for people only if they may look at orders', async () => {
  const by = await shop.registerAdmin()
  const of = (kind: 'order.changed' | 'product.changed') =>
    ({ by: { id: 'boss', email: by.email }, at: shop.shop.now(), kind, subject: 'sample' }) as const
  await shop.shop.db
    .transaction()
    .execute((trx) => recordAudit(trx, of('order.changed'), of('product.changed')))
  const kinds = async (rights: string, query = '') => {
    const entries = await (await withRights(rights))(`audit?by=${encodeURIComponent(by.email)}${query}`)
    return entries.map(({ kind }: { kind: string }) => kind)
  }
  expect(await kinds('people')).toEqual(['product.changed'])
  expect(await kinds('people', '&kind=order.changed')).toEqual([])
  for (const rights of ['people orders', 'people money'])
    expect(await kinds(rights)).toEqual(['product.changed', 'order.changed'])
})

// attack: right-of-another
test.each([
  ['POST', '/api/order/sample/refunds', 'money'],
  ['GET', '/api/invoice', 'money'],
  ['GET', '/api/tax-rate', 'settings'],
  ['PUT', '/api/settings', 'settings'],
  ['GET', '/api/audit', 'people'],
  ['DELETE', '/api/user/nobody@example.com/session', 'people'],
  ['GET', '/api/order/sample/packing-slip.pdf', 'orders'],
  ['GET', '/api/low-stock', 'orders'],
  ['POST', '/api/import', 'products'],
  ['PUT', '/api/user/staff/nobody@example.com', 'admin'],
])('%s %s wants the right %s', async (method, path, wanted) => {
  const customer = await shop.register()
  const { status, body } = await shop.call(method, path, { as: customer })
  expect([status, body.code, body.right]).toEqual([403, 'right_required', wanted])
})

/** The statuses of a call for somebody with these rights, one after the other. */
async function statusesWith(rights: readonly string[], method: string, path: string, body?: object) {
  const staff = await shop.register()
  const statuses: number[] = []
  for (const given of rights) {
    await shop.shop.db.updateTable('user').set({ rights: given }).where('email', '=', staff.email).execute()
    statuses.push((await shop.call(method, path, { as: staff, body })).status)
  }
  return statuses
}

test('parts that run low are for who orders them and for who keeps the catalogue', async () => {
  expect(await statusesWith(['orders', 'products', 'money'], 'GET', '/api/low-stock')).toEqual([
    200, 200, 403,
  ])
})

// attack: right-of-another
test('pictures are uploaded by who keeps the catalogue, and by who changes the settings, which have a logo', async () => {
  // Without a picture it is refused for that, after the right.
  const rights = ['products', 'settings', 'orders money people']
  expect(await statusesWith(rights, 'POST', '/api/image', {})).toEqual([415, 415, 403])
})
