import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import type { Person } from '#tests/support/customer.ts'
import { openTrade, orderTo, TRADE, TRADED, ZURICH } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

/** The days on which these orders were promised to ship, from today in Berlin. */
const DAYS = { late: -2, later: -1, today: 0, tomorrow: 1, refunded: -3, shipped: -1, unpaid: -1, none: null }

type Name = keyof typeof DAYS

const orders = {} as Record<Name, Order>

let shop: TestApp
let admin: Person

const dayIn = (timeZone: string, days: number): string =>
  isoDay(Date.parse(dayAt(shop.shop.now(), timeZone)) + days * DAY_MS)

beforeAll(async () => {
  shop = await createTestApp()
  await openTrade(shop)
  admin = await shop.registerAdmin()
  const buyer = await shop.register({ name: 'Zoé Durand' })
  const product = await shop.addProduct(TRADED)
  for (const [name, days] of Object.entries(DAYS)) {
    const order = await orderTo(shop, buyer, product, { deliverTo: ZURICH })
    orders[name as Name] = order
    if (name !== 'unpaid') await shop.pay(buyer, order)
    await shop.shop.db
      .updateTable('orders')
      .set((eb) => ({
        ships_on: days === null ? null : dayIn('Europe/Berlin', days),
        ...(name === 'refunded' && { refunded_cents: eb.ref('total_cents') }),
      }))
      .where('id', '=', order._id)
      .execute()
  }
  const path = `/api/order/${orders.shipped._id}/shipments`
  expect((await shop.call('POST', path, { as: admin, body: {} })).status).toBe(201)
})
afterAll(() => shop[Symbol.asyncDispose]())

const nameOf = ({ _id }: Order) => Object.entries(orders).find(([, order]) => order._id === _id)?.[0]

async function listed(query: string) {
  const { status, body, headers } = await shop.call('GET', `/api/orders?${query}`, { as: admin })
  expect(status).toBe(200)
  return { names: body.map(nameOf), orders: body as Order[], next: headers.get('link'), headers }
}

test.each([
  ['status=to_ship_today', ['today']],
  ['status=late', ['later', 'late']],
  ['status=late&sort=ships', ['late', 'later']],
  ['status=to_ship&sort=ships', ['late', 'later', 'today', 'tomorrow', 'none']],
  ['sort=ships', ['refunded', 'late', 'later', 'today', 'tomorrow', 'none']],
  ['status=shipped&sort=ships', []],
])('the orders of %s', async (query, names) => {
  const { names: found, headers } = await listed(query)
  expect(found).toEqual(names)
  expect(headers.get('x-total-count')).toBe(String(names.length))
})

test('pages of the earliest day first have each order once', async () => {
  const found: string[] = []
  let path: string | undefined = '/api/orders?sort=ships&limit=2'
  while (path !== undefined) {
    const page = await shop.call('GET', path, { as: admin })
    expect([page.status, page.headers.get('x-total-count')]).toEqual([200, '6'])
    found.push(...page.body.map(nameOf))
    path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(found).toEqual(['refunded', 'late', 'later', 'today', 'tomorrow', 'none'])
})

test('a cursor of another sequence is refused', async () => {
  const newest = (await listed('limit=2')).next ?? ''
  const after = new URL(/<([^>]+)>/.exec(newest)?.[1] ?? '', 'http://x').searchParams.get('after')
  const refused = await shop.call('GET', `/api/orders?sort=ships&after=${after}`, { as: admin })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/after'])
})

test('lists say of what can ship that it is to ship today or late', async () => {
  const dispatch = Object.fromEntries(
    (await listed('')).orders.map((order) => [nameOf(order), order.dispatch]),
  )
  expect(dispatch).toEqual({ late: 'late', later: 'late', today: 'today' })
})

test('today is the day in the time zone of the settings', async () => {
  const zones = ['Pacific/Kiritimati', 'Etc/GMT+12']
  const [east = '', west = ''] = zones.map((timeZone) => dayIn(timeZone, 0))
  expect(east > west).toBe(true)
  await shop.shop.db
    .updateTable('orders')
    .set({ ships_on: west })
    .where('id', '=', orders.tomorrow._id)
    .execute()
  for (const [timeZone, status] of [
    [zones[0], 'late'],
    [zones[1], 'to_ship_today'],
  ] as const) {
    await openTrade(shop, { delivery: { ...TRADE.delivery, timeZone: timeZone ?? '' } })
    expect((await listed(`status=${status}`)).names, status).toContain('tomorrow')
  }
})

test('the export has where orders go, how, when, what they weigh, the tax and what is payable', async () => {
  const { body } = await shop.call('GET', '/api/orders.csv?status=shipped', { as: admin })
  const [head = '', row = ''] = body.split('\r\n')
  expect(head).toMatch(/,country,delivery,ships,weight,taxKind,taxPercent,taxAmount,payable,/)
  expect(row).toMatch(new RegExp(`,CH,Express,${orders.shipped.delivery?.ships},1,export,0,0,219,200,19,0,`))
})
