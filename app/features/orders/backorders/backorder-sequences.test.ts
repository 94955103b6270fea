import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { coveredOfOrder } from '#features/orders/left-to-ship.ts'
import type { Order, OrderDetails } from '#features/orders/schema.ts'
import { accountsOf, placeBackorder, readBackorders } from '#tests/support/backorders.ts'
import { type Answer, orderOfLines, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const line = fc.record({ of: fc.nat(1), quantity: fc.constantFrom(100, 130, 170, 250) })
const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 2, selector: ({ of }) => of })
const order = fc.nat(20)
const pieces = fc.constantFrom(5, 20, 60, 200)
const of = fc.nat(1)

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('place' as const), lines }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('arrive' as const), of, pieces }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('count' as const), of, pieces }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change lines' as const), order, pieces }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), order }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ship' as const), order, all: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), order, pieces, restock: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('put back' as const), order }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('return' as const), order, pieces }) },
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Setup {
  readonly app: TestApp
  readonly admin: Person
  readonly customer: Person
  readonly products: readonly [Product, Product]
  readonly orders: Order[]
  /** How many pieces of each product came, from a supplier or found when counting, less those that were missing. */
  readonly received: Map<string, number>
}

let keys = 0

const call = ({ app, admin }: Setup, method: string, path: string, body?: object, as = admin) =>
  app.call(method, path, { as, body, headers: { 'Idempotency-Key': `key-${++keys}` } })

const productOf = ({ products }: Setup, which: number): Product => products[which % 2 === 0 ? 0 : 1]

const addReceived = ({ received }: Setup, { _id }: Product, quantity: number) =>
  received.set(_id, (received.get(_id) ?? 0) + quantity)

const readOrder = async (setup: Setup, { _id }: Order): Promise<OrderDetails> =>
  (await call(setup, 'GET', `/api/myorder/${_id}`)).body

/** Steps about stocks. */
async function takeStockStep(setup: Setup, action: Step): Promise<Answer | undefined> {
  if (action.kind === 'arrive') {
    const product = productOf(setup, action.of)
    const body = { change: action.pieces, reason: 'Delivered' }
    const answer = await call(setup, 'POST', `/api/product/${product._id}/stock`, body)
    if (answer.status === 200) addReceived(setup, product, action.pieces)
    return answer
  }
  if (action.kind !== 'count') return undefined
  const product = productOf(setup, action.of)
  const [now] = (await call(setup, 'GET', `/api/stock-count?ids=${product._id}`)).body
  const held = now.held.unpaid + now.held.paid
  const counted = held + action.pieces
  const parts = [{ productId: product._id, counted, seen: { forSale: now.forSale, held } }]
  const answer = await call(setup, 'POST', '/api/stock-count', { reason: 'Counted', parts })
  if (answer.status === 200) addReceived(setup, product, counted - now.onHand)
  return answer
}

/** Takes a step; undefined when there is nothing that it could be about. */
async function take(setup: Setup, action: Step): Promise<Answer | undefined> {
  const { app, customer, orders } = setup
  if (action.kind === 'place') {
    const wanted = action.lines.map(({ of: which, quantity }) => ({
      product: productOf(setup, which),
      quantity,
    }))
    orders.push(await placeBackorder(app, customer, wanted))
    return undefined
  }
  if (!('order' in action)) return takeStockStep(setup, action)
  const chosen = orders[action.order % Math.max(orders.length, 1)]
  if (!chosen) return undefined
  const path = `/api/order/${chosen._id}`
  if (action.kind === 'cancel')
    return call(setup, 'DELETE', `/api/myorder/${chosen._id}`, undefined, customer)
  const now = await readOrder(setup, chosen)
  if (now.cancelledAt !== undefined) return undefined
  if (action.kind === 'pay') {
    if (!now.paid) await app.pay(customer, now)
    return undefined
  }
  if (action.kind === 'change lines') return changeLines(setup, now, action.pieces)
  if (action.kind === 'ship') {
    const covered = [...coveredOfOrder(now)].map(([position, quantity]) => ({ position, quantity }))
    return call(setup, 'POST', `${path}/shipments`, action.all ? {} : { lines: covered })
  }
  if (action.kind === 'refund') {
    const body = {
      lines: [{ position: 0, quantity: action.pieces }],
      reason: 'A sample',
      restock: action.restock,
    }
    return call(setup, 'POST', `${path}/refunds`, body)
  }
  if (action.kind === 'put back') {
    const all = now.restockable?.map(({ position, quantity }) => ({ position, quantity }))
    return all && call(setup, 'POST', `${path}/restock`, { lines: all })
  }
  return comeBack(setup, now, action.pieces)
}

async function changeLines(setup: Setup, now: OrderDetails, quantity: number): Promise<Answer> {
  const wanted = now.lines.map(({ productId, quantity: before }, index) => ({
    product: setup.products.find(({ _id }) => _id === productId) ?? setup.products[0],
    quantity: index === 0 ? quantity * 10 : before,
  }))
  const { lines: asked, totalPrice } = orderOfLines(wanted)
  return call(setup, 'PUT', `/api/myorder/${now._id}/lines`, { lines: asked, totalPrice }, setup.customer)
}

/** Pieces of the first line come back, half of them into stock. */
async function comeBack(setup: Setup, now: OrderDetails, quantity: number): Promise<Answer> {
  const { app, customer, received } = setup
  const body = { lines: [{ position: 0, quantity }], reason: 'damaged' }
  const asked = await call(setup, 'POST', `/api/myorder/${now._id}/returns`, body, customer)
  if (asked.status >= 400) return asked
  const { _id } = asked.body
  const next = async (name: string, more: object) => {
    const rows = app.shop.db.selectFrom('returns').select('revision').where('id', '=', _id)
    const { revision } = await rows.executeTakeFirstOrThrow()
    return call(setup, 'POST', `/api/return/${_id}/${name}`, { revision, ...more })
  }
  await next('accept', { instructions: 'Send it.' })
  const restocked = Math.floor(quantity / 2)
  const came = await next('receive', { lines: [{ position: 0, restocked, scrapped: quantity - restocked }] })
  const productId = now.lines[0]?.productId ?? ''
  // Its order keeps them among those that it took.
  if (came.status === 200) received.set(productId, (received.get(productId) ?? 0) + restocked)
  return came
}

type Everything = Awaited<ReturnType<typeof readBackorders>>

/**
 * Counted from nothing: no stock is below zero, all that was received is for sale or taken by orders, no order shipped what it has not,
 * nothing is for sale while an order waits for it, and what came went to the oldest order first.
 */
function expectSound({ received }: Setup, before: Everything, after: Everything): void {
  const accounts = accountsOf(after)
  for (const { id, quantity } of after.products) {
    const own = accounts.filter(({ productId }) => productId === id)
    expect(quantity).toBeGreaterThanOrEqual(0)
    expect(quantity + own.reduce((sum, { taken }) => sum + taken, 0)).toBe(received.get(id) ?? 0)
    expect(Math.min(0, ...own.map(({ onShelf }) => onShelf))).toBe(0)
    if (quantity > 0) expect(own.filter(({ awaited }) => awaited > 0)).toEqual([])
  }
  const open = new Set(accounts.map(({ orderId }) => orderId))
  expect(after.lacking.filter(({ order_id }) => !open.has(order_id))).toEqual([])
  const known = new Set(before.covered.map(({ id }) => id))
  for (const { order_id, lines: covered } of after.covered.filter(({ id }) => !known.has(id)))
    for (const { position } of JSON.parse(covered) as { position: number }[]) {
      const at = accounts.findIndex((one) => one.orderId === order_id && one.position === position)
      const older = accounts
        .slice(0, Math.max(at, 0))
        .filter((one) => one.productId === accounts[at]?.productId)
      expect(older.filter(({ awaited }) => awaited > 0)).toEqual([])
    }
}

test('whatever is placed, delivered, counted, cancelled, changed, shipped, refunded and returned, each piece is somewhere once', async () => {
  await using app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  const [admin, customer] = [await app.registerAdmin(), await app.register()]
  const done = new Map<string, number>()
  for (const steps of fc.sample(fc.array(step, { minLength: 16, maxLength: 22 }), {
    numRuns: 14,
    seed: 54,
  })) {
    const products = [
      await app.addProduct({ quantity: 50, price: 1 }),
      await app.addProduct({ quantity: 0, price: 2 }),
    ] as const
    const setup: Setup = { app, admin, customer, products, orders: [], received: new Map() }
    const read = async (): Promise<Everything> => {
      const all = await readBackorders(app)
      const isOwn = ({ id }: { id: string }) => id === products[0]._id || id === products[1]._id
      return { ...all, products: all.products.filter(isOwn) }
    }
    addReceived(setup, products[0], 50)
    for (const [index, action] of steps.entries()) {
      const before = await read()
      const answer = await take(setup, action).catch((cause) => {
        throw new Error(JSON.stringify(steps.slice(0, index + 1)), { cause })
      })
      const after = await read()
      const context = JSON.stringify(steps.slice(0, index + 1))
      expect(answer?.status ?? 200, context).toBeLessThan(500)
      if ((answer?.status ?? 200) < 400) done.set(action.kind, (done.get(action.kind) ?? 0) + 1)
      try {
        expectSound(setup, before, after)
      } catch (cause) {
        throw new Error(context, { cause })
      }
    }
  }
  for (const kind of ['place', 'arrive', 'count', 'cancel', 'change lines', 'pay', 'ship', 'refund'])
    expect(done.get(kind) ?? 0, kind).toBeGreaterThan(3)
}, 600_000)
