import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { canShip, isEnded, isMoneyGone } from '#features/orders/left-to-ship.ts'
import type { Order, OrderDetails } from '#features/orders/schema.ts'
import type { OrderAction } from '#features/orders/transitions/transitions.ts'
import { type Answer, GOOD_CARD, intentOf, orderOfLines, type Person } from '#tests/support/customer.ts'
import { expectStates } from '#tests/support/order-states.ts'
import { ownerSdk } from '#tests/support/payment-provider.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readShipped } from '#tests/support/shipped-rows.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const STOCK = 100_000

const QUANTITIES = [100, 200]

/** Those whose refunds fail a few seconds later, and whose payment is disputed then. */
const [REFUND_FAILS, DISPUTED] = ['4000000000005126', '4000000000000259']

const pieces = fc.uniqueArray(
  fc.record({ position: fc.nat(1), quantity: fc.constantFrom(10, 20, 40, 60, 100) }),
  { minLength: 1, maxLength: 2, selector: ({ position }) => position },
)

/** The lines of a call; without them it is about all that is left. */
const lines = fc.option(pieces, { nil: undefined, freq: 2 })

/** One shipment, or all. */
const shipment = fc.option(fc.nat(5), { nil: undefined, freq: 2 })

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ship' as const), lines }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put back' as const), lines }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      share: fc.constantFrom(0.1, 0.4, 1),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund lines' as const),
      lines: pieces,
      restock: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('revert' as const), shipment }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), shipment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hear from the provider' as const) }) },
)

const sequence = fc.record({
  card: fc.constantFrom(GOOD_CARD, GOOD_CARD, GOOD_CARD, REFUND_FAILS, DISPUTED),
  steps: fc.array(step, { minLength: 10, maxLength: 15 }),
})

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const some = [{ position: 0, quantity: 40 as const }]

const refund = (share: 0.4 | 1, restock: boolean) => ({ kind: 'refund', share, restock }) as const

const [ship, putBack, revert, restore, undo] = [
  { kind: 'ship', lines: undefined },
  { kind: 'put back', lines: undefined },
  { kind: 'revert', shipment: undefined },
  { kind: 'restore' },
  { kind: 'undo', shipment: undefined },
] as const satisfies Step[]

/** Those that went wrong once. */
const KNOWN: readonly { card: string; steps: Step[] }[] = [
  {
    card: GOOD_CARD,
    steps: [refund(0.4, false), ship, revert, putBack, restore, revert, restore, undo],
  },
  {
    card: GOOD_CARD,
    steps: [refund(0.4, false), { ...putBack, lines: some }, ship, refund(1, true), undo],
  },
  {
    card: REFUND_FAILS,
    steps: [{ ...ship, lines: some }, refund(1, true), { kind: 'hear from the provider' }, undo, revert],
  },
]

interface Setup {
  readonly app: TestApp
  readonly customer: Person
  readonly admin: Person
  readonly products: readonly Product[]
}

async function placeOrder({ app, customer, products }: Setup): Promise<Order> {
  const ordered = products.map((product, index) => ({ product, quantity: QUANTITIES[index] ?? 0 }))
  return (await app.call('POST', '/api/order', { as: customer, body: orderOfLines(ordered) })).body
}

async function paidOrder(setup: Setup, card: string): Promise<Order> {
  const { app, customer } = setup
  const order = await placeOrder(setup)
  const clientSecret = await app.startPayment(customer, order)
  await app.confirmCard(clientSecret, card)
  return (await app.settle(customer, order, intentOf(clientSecret))).body
}

/** Places another order and cancels it. The paid one cannot be cancelled. */
async function cancel(setup: Setup, order: Order): Promise<Answer> {
  const unpaid = await placeOrder(setup)
  const cancelled = (of: Order) => setup.app.call('DELETE', `/api/myorder/${of._id}`, { as: setup.customer })
  expect((await cancelled(order)).status).toBe(409)
  return cancelled(unpaid)
}

/** Refunds of the order fail and its dispute is lost, if they do with its card; the shop hears of it. */
async function hearFromProvider({ app }: Setup, { transactionId = '' }: Order): Promise<undefined> {
  app.shop.advance(6000)
  await app.runJobs('payment sandbox')
  const { disputes } = ownerSdk(app.shop)
  for (const { id, status } of (await disputes.list({ payment_intent: transactionId })).data)
    if (status === 'needs_response')
      await disputes.update(id, { evidence: { uncategorized_text: 'losing_evidence' } })
  await app.runJobs('payment sandbox', 'complete refunds', 'reconcile refunds and disputes')
}

const readOrder = async ({ app, admin }: Setup, { _id }: Order): Promise<OrderDetails> =>
  (await app.call('GET', `/api/myorder/${_id}`, { as: admin })).body

let keys = 0

/** Takes a step; undefined when there is nothing that it could be about. */
async function take(
  setup: Setup,
  order: Order,
  taken: string[][],
  action: Step,
): Promise<Answer | undefined> {
  const call = (method: string, path: string, body?: object) =>
    setup.app.call(method, `/api/order/${order._id}/${path}`, {
      as: setup.admin,
      body,
      headers: { 'Idempotency-Key': `key-${++keys}` },
    })
  if (action.kind === 'ship') return call('POST', 'shipments', { lines: action.lines })
  if (action.kind === 'cancel') return cancel(setup, order)
  if (action.kind === 'hear from the provider') return hearFromProvider(setup, order)
  const { shipments, refundableAmount = 0, restockable } = await readOrder(setup, order)
  if (action.kind === 'put back') {
    const all = restockable?.map(({ position, quantity }) => ({ position, quantity }))
    return call('POST', 'restock', { lines: action.lines ?? all })
  }
  if (action.kind === 'refund') {
    const amount = Math.round(refundableAmount * action.share * 100) / 100
    return call('POST', 'refunds', { amount, reason: 'A sample', restock: action.restock })
  }
  if (action.kind === 'refund lines') {
    const { lines, restock } = action
    return call('POST', 'refunds', { lines, reason: 'A sample', restock })
  }
  const restoreAgain = (ids: string[]) => call('POST', 'restored-shipments', { shipments: ids })
  if (action.kind === 'restore') {
    const ids = taken.pop()
    return ids && restoreAgain(ids)
  }
  const { shipment } = action
  const chosen = shipment === undefined ? shipments : [shipments[shipment % shipments.length]]
  const ids = chosen.flatMap((one) => one?._id ?? [])
  if (ids.length === 0) return undefined
  if (action.kind === 'revert') {
    taken.push(ids)
    return cancelShipments(setup, order, ids)
  }
  // Undoing it leaves all as it was.
  const before = await readAll(setup)
  await cancelShipments(setup, order, ids)
  const undone = await restoreAgain(ids)
  const { events: _, cancelledShipments: __, ...after } = await readAll(setup)
  expect(before).toMatchObject(after)
  return undone
}

async function cancelShipments(setup: Setup, order: Order, shipments: string[]): Promise<Answer> {
  const before = await readAll(setup)
  const body = { ids: [order._id], status: 'pending', shipments }
  const taken = await setup.app.call('PUT', '/api/orders', { as: setup.admin, body })
  expect(taken.body.shipments.toSorted()).toEqual(shipments.toSorted())
  // Paid pieces do not belong to the stock.
  if (!isMoneyGone(await readOrder(setup, order)))
    expect((await readAll(setup)).products).toEqual(before.products)
  return taken
}

const readAll = ({ app }: Setup) => readShipped(app.shop)

/** Each piece is for sale, shipped or left to ship, and never two of them; the sales are those of the orders. */
async function expectSound(setup: Setup, order: Order): Promise<void> {
  const all = await readAll(setup)
  const cancelled = new Set(all.orders.flatMap(({ id, cancelled_at }) => (cancelled_at === null ? [] : [id])))
  for (const { id, quantity } of all.products) {
    const held = all.lines.filter(({ product_id, order_id }) => product_id === id && !cancelled.has(order_id))
    expect(quantity).toBe(STOCK - held.reduce((sum, line) => sum + line.quantity - line.restocked, 0))
  }
  const left = all.lines
    .filter(({ order_id }) => order_id === order._id)
    .map(({ position, quantity, restocked, refunded }) => {
      const shipped = all.pieces
        .filter((row) => row.order_id === order._id && row.position === position)
        .reduce((sum, row) => sum + row.quantity, 0)
      return {
        notBack: quantity - restocked - shipped,
        toShip: quantity - Math.max(restocked, refunded) - shipped,
      }
    })
  expect(Math.min(...left.map(({ notBack }) => notBack))).toBeGreaterThanOrEqual(0)
  const isLeft = left.some(({ toShip }) => toShip > 0)
  const read = await readOrder(setup, order)
  if (canShip(read)) expect(isLeft).toBe(true)
  if (read.status === 'shipped' || read.restockedAt !== undefined) expect(isLeft).toBe(false)
  if (read.restockedAt !== undefined) expect(left.every(({ notBack }) => notBack === 0)).toBe(true)
  if (read.status === 'pending' && !isLeft) expect(isEnded(read)).toBe(true)
  expectRefunded(read)
  if (read.restockedAt !== undefined && !isMoneyGone(read)) expect(read.shipments).toEqual([])
  const stored = await salesOfOrders(setup.app.shop)
  expect(all.sales).toEqual(stored)
}

/** Each line has the refunded pieces of the refunds that have not failed, and never more than it has pieces. */
function expectRefunded({ lines, refunds = [], refundable }: OrderDetails): void {
  const counting = refunds.filter(({ state }) => state !== 'failed').flatMap((refund) => refund.lines ?? [])
  for (const [position, { quantity, refunded = 0 }] of lines.entries()) {
    const own = counting.filter((line) => line.position === position)
    expect(refunded).toBe(own.reduce((sum, line) => sum + line.quantity, 0))
    const left = refundable?.lines.find((line) => line.position === position)?.quantity ?? 0
    expect(refunded + left).toBe(quantity)
  }
}

/** What each step does by the table of transitions; a refund is asked for and made, and puts pieces back. */
const ACTIONS: Readonly<Record<Step['kind'], readonly OrderAction[]>> = {
  ship: ['ship'],
  'put back': ['restock'],
  refund: ['refund', 'return money', 'restock'],
  'refund lines': ['refund', 'return money', 'restock'],
  revert: ['revert'],
  restore: ['restore'],
  undo: [],
  cancel: [],
  'hear from the provider': ['return money', 'miss money', 'dispute'],
}

/** Takes a step, after which all is sound; one that is refused has changed nothing. Resolves to whether it was taken. */
async function takeSoundly(setup: Setup, order: Order, taken: string[][], action: Step): Promise<boolean> {
  const before = await readAll(setup)
  const answer = await take(setup, order, taken, action)
  expectStates(ACTIONS[action.kind], before, await readAll(setup))
  const status = answer?.status ?? 200
  expect(status, answer?.body?.code).toBeLessThan(500)
  if (status >= 400) expect(await readAll(setup), answer?.body?.code).toEqual(before)
  await expectSound(setup, order)
  return answer !== undefined && status < 400
}

test('whatever is shipped, refunded, put back, cancelled and restored, no piece is lost or twice, and the sales are right', async () => {
  await using app = await createTestApp()
  const products = [await app.addProduct({ quantity: STOCK }), await app.addProduct({ quantity: STOCK })]
  const setup = { app, products, customer: await app.register(), admin: await app.registerAdmin() }
  const done = new Map<string, number>()
  for (const { card, steps } of [...KNOWN, ...fc.sample(sequence, { numRuns: 40, seed: 33 })]) {
    const order = await paidOrder(setup, card)
    const taken: string[][] = []
    for (const [index, action] of steps.entries()) {
      const context = `${card}, ${JSON.stringify(steps.slice(0, index + 1))}`
      const isDone = await takeSoundly(setup, order, taken, action).catch((cause) => {
        throw new Error(context, { cause })
      })
      if (isDone) done.set(action.kind, (done.get(action.kind) ?? 0) + 1)
    }
  }
  // Each kind of step succeeded often enough to say something.
  for (const kind of ['ship', 'put back', 'refund', 'refund lines', 'revert', 'restore', 'undo', 'cancel'])
    expect(done.get(kind), kind).toBeGreaterThan(10)
  const lost = app.shop.db.selectFrom('orders').select('id').where('dispute', '=', 'lost')
  const failed = app.shop.db.selectFrom('order_refunds').select('id').where('state', '=', 'failed')
  expect((await lost.execute()).length).toBeGreaterThan(2)
  expect((await failed.execute()).length).toBeGreaterThan(2)
}, 300_000)
