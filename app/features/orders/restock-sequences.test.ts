import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { type Answer, orderOfLines, type Person } from '#tests/support/customer.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { canShip } from './left-to-ship.ts'
import type { Order, OrderDetails } from './schema.ts'

const STOCK = 100_000

const QUANTITIES = [100, 200]

const pieces = fc.uniqueArray(
  fc.record({ position: fc.nat(1), quantity: fc.constantFrom(10, 20, 40, 60, 100) }),
  { minLength: 1, maxLength: 2, selector: ({ position }) => position },
)

/** The lines of a call; without them it is about all that is left. */
const lines = fc.option(pieces, { nil: undefined, freq: 5 })

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ship' as const), lines }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put back' as const), lines }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      share: fc.constantFrom(0.1, 0.4, 1, 1),
      restock: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('take back' as const), shipment: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Setup {
  readonly app: TestApp
  readonly customer: Person
  readonly admin: Person
  readonly products: readonly Product[]
}

async function paidOrder({ app, customer, products }: Setup): Promise<Order> {
  const ordered = products.map((product, index) => ({ product, quantity: QUANTITIES[index] ?? 0 }))
  const { body } = await app.call('POST', '/api/order', { as: customer, body: orderOfLines(ordered) })
  return app.pay(customer, body)
}

const readOrder = async ({ app, admin }: Setup, { _id }: Order): Promise<OrderDetails> =>
  (await app.call('GET', `/api/myorder/${_id}`, { as: admin })).body

let keys = 0

/** Takes a step; undefined when there is nothing that it could be about. */
async function take(setup: Setup, order: Order, ids: string[], action: Step): Promise<Answer | undefined> {
  const call = (method: string, path: string, body?: object) =>
    setup.app.call(method, `/api/order/${order._id}/${path}`, {
      as: setup.admin,
      body,
      headers: { 'Idempotency-Key': `key-${++keys}` },
    })
  if (action.kind === 'ship') return call('POST', 'shipments', { lines: action.lines })
  if (action.kind === 'put back') return call('POST', 'restock', { lines: action.lines })
  const { shipments, refundableAmount = 0 } = await readOrder(setup, order)
  if (action.kind === 'refund') {
    const amount = Math.round(refundableAmount * action.share * 100) / 100
    return call('POST', 'refunds', { amount, reason: 'A sample', restock: action.restock })
  }
  if (action.kind === 'restore') {
    const id = ids.pop()
    return id === undefined ? undefined : call('POST', 'restored-shipments', { shipments: [id] })
  }
  const id = shipments[action.shipment % shipments.length]?._id
  if (id === undefined) return undefined
  ids.push(id)
  return call('DELETE', `shipments/${id}`)
}

/** All that these steps change. */
async function readAll({ app: { shop } }: Setup) {
  const { db } = shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('order_lines').selectAll().orderBy('order_id').orderBy('position').execute(),
    products: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    shipments: await db.selectFrom('shipments').selectAll().orderBy('id').execute(),
    pieces: await db
      .selectFrom('shipment_lines')
      .innerJoin('shipments', 'shipments.id', 'shipment_id')
      .select(['order_id', 'position', 'quantity'])
      .execute(),
    takenBack: await db.selectFrom('taken_back_shipments').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('order_events').select('id').orderBy('id').execute(),
    sales: await readSales(shop),
  }
}

/** Each piece is for sale, shipped or left to ship, and never two of them; the sales are those of the orders. */
async function expectSound(setup: Setup, order: Order): Promise<void> {
  const all = await readAll(setup)
  for (const { id, quantity } of all.products) {
    const held = all.lines.filter(({ product_id }) => product_id === id)
    expect(quantity).toBe(STOCK - held.reduce((sum, line) => sum + line.quantity - line.restocked, 0))
  }
  const left = all.lines
    .filter(({ order_id }) => order_id === order._id)
    .map(({ position, quantity, restocked }) =>
      all.pieces
        .filter((row) => row.order_id === order._id && row.position === position)
        .reduce((rest, row) => rest - row.quantity, quantity - restocked),
    )
  expect(Math.min(...left)).toBeGreaterThanOrEqual(0)
  const isLeft = left.some((quantity) => quantity > 0)
  const read = await readOrder(setup, order)
  if (canShip(read)) expect(isLeft).toBe(true)
  if (read.status === 'shipped' || read.restockedAt !== undefined) expect(isLeft).toBe(false)
  const stored = await salesOfOrders(setup.app.shop)
  expect(all.sales).toEqual(stored)
}

test('whatever is shipped, refunded, put back, taken back and restored, no piece is lost or twice, and the sales are right', async () => {
  await using app = await createTestApp()
  const products = [await app.addProduct({ quantity: STOCK }), await app.addProduct({ quantity: STOCK })]
  const setup = { app, products, customer: await app.register(), admin: await app.registerAdmin() }
  const done = new Map<string, number>()
  const sequences = fc.sample(fc.array(step, { minLength: 10, maxLength: 15 }), { numRuns: 45, seed: 33 })
  for (const sequence of sequences) {
    const order = await paidOrder(setup)
    const ids: string[] = []
    for (const [index, action] of sequence.entries()) {
      const before = await readAll(setup)
      const answer = await take(setup, order, ids, action)
      const context = `${JSON.stringify(sequence.slice(0, index + 1))}: ${answer?.status} ${answer?.body?.code}`
      expect(answer?.status ?? 200, context).toBeLessThan(500)
      if ((answer?.status ?? 200) >= 400) expect(await readAll(setup), context).toEqual(before)
      else if (answer) done.set(action.kind, (done.get(action.kind) ?? 0) + 1)
      await expectSound(setup, order).catch((error) => {
        throw new Error(context, { cause: error })
      })
    }
  }
  // Each kind of step succeeded often enough to say something.
  for (const kind of ['ship', 'put back', 'refund', 'take back', 'restore'])
    expect(done.get(kind), kind).toBeGreaterThan(10)
}, 120_000)
