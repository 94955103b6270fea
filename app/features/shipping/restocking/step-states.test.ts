import { expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { stateOf } from '#features/orders/transitions/order-state.ts'
import { type OrderAction, TRANSITIONS } from '#features/orders/transitions/transitions.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person
let order: Order
let shipments: string[]

/** A paid order of two lines with 100 pieces each. */
async function placeOrder(customer: Person, products: readonly Product[]): Promise<void> {
  const body = orderOfLines(products.map((product) => ({ product, quantity: 100 })))
  order = await shop.pay(customer, (await shop.call('POST', '/api/order', { as: customer, body })).body)
  shipments = []
}

async function call(method: string, path: string, body?: object) {
  const headers = { 'Idempotency-Key': path }
  const answer = await shop.call(method, `/api/${path}`, { as: admin, body, headers })
  expect([method, path, answer.status]).toEqual([method, path, expect.toBeOneOf([200, 201])])
  return answer.body
}

const own = (path: string, body?: object, method = 'POST') => call(method, `order/${order._id}/${path}`, body)

/** What is done, by the words of the scenarios: each has an action of the table. */
const DEEDS = {
  'ship one': ['ship', () => ship([{ position: shipments.length, quantity: 100 }])],
  'ship the rest': ['ship', () => ship()],
  'cancel it': ['cancel shipment', () => own(`shipments/${shipments.at(-1)}`, undefined, 'DELETE')],
  'revert all': ['revert', () => call('PUT', 'orders', { ids: [order._id], status: 'pending' })],
  'revert one': ['revert', () => revert(shipments.slice(-1))],
  'restore one': ['restore', () => own('restored-shipments', { shipments: shipments.slice(-1) })],
  'restore all': ['restore', () => own('restored-shipments', { shipments })],
  'lose it': ['lose', () => own(`shipments/${shipments.at(-1)}/lost`, { reason: 'The carrier says so' })],
  'refund the rest': ['refund', () => refund({ lines: [{ position: 1, quantity: 100 }] })],
  'refund a little': ['refund', () => refund({ amount: 1 })],
  'put the rest back': ['restock', () => own('restock', { lines: [{ position: 1, quantity: 100 }] })],
} as const satisfies Readonly<Record<string, readonly [action: OrderAction, act: () => Promise<unknown>]>>

async function ship(lines?: object[]): Promise<void> {
  shipments.push(
    (await shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body: { lines } })).body
      .shipmentId,
  )
  shop.shop.advance(1000)
}

const revert = (some: string[]) =>
  call('PUT', 'orders', { ids: [order._id], status: 'pending', shipments: some })

const refund = (what: object) => own('refunds', { ...what, reason: 'A sample' })

const state = async () =>
  stateOf(
    await shop.shop.db.selectFrom('orders').selectAll().where('id', '=', order._id).executeTakeFirstOrThrow(),
    shop.shop.now(),
  )

const SCENARIOS: readonly (readonly (keyof typeof DEEDS)[])[] = [
  ['ship one', 'ship the rest', 'cancel it', 'restore one', 'lose it', 'ship the rest'],
  ['ship one', 'cancel it', 'restore one', 'lose it'],
  ['ship the rest', 'cancel it', 'restore one', 'lose it'],
  ['ship one', 'ship the rest', 'revert one', 'restore one', 'revert all', 'restore all'],
  ['ship one', 'revert all'],
  ['ship one', 'refund the rest'],
  ['ship one', 'refund a little', 'put the rest back'],
]

test('what is done with shipments and refunded pieces leads to each state that the table says, and to no other', async () => {
  await using app = await createTestApp()
  shop = app
  admin = await shop.registerAdmin()
  const customer = await shop.register()
  const products = [await shop.addProduct({ quantity: 10_000 }), await shop.addProduct({ quantity: 10_000 })]
  const led = new Set<string>()
  for (const scenario of SCENARIOS) {
    await placeOrder(customer, products)
    for (const deed of scenario) {
      const [action, act] = DEEDS[deed]
      const before = await state()
      await act()
      const after = await state()
      if (before !== after) led.add(`${action}: ${before} to ${after}`)
    }
  }
  expect([...led].sort()).toEqual(arrows())
})

/** What the table says of these actions. */
function arrows(): string[] {
  const actions = new Set<OrderAction>(Object.values(DEEDS).map(([action]) => action))
  return TRANSITIONS.flatMap((row) =>
    'then' in row && actions.has(row.action)
      ? row.from
          .filter((from) => !from.startsWith('owed'))
          .flatMap((from) =>
            row.to.filter((to) => to !== from).map((to) => `${row.action}: ${from} to ${to}`),
          )
      : [],
  ).sort()
}
