import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PricedFor } from '#features/agreed-prices/agreed-prices.ts'
import type { Product } from '#features/catalog/schema.ts'
import { noVatService } from '#features/tax/tax.ts'
import { kindOf } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { requestKey } from '#kit/request-key.ts'
import { mailSignal } from '#kit/signals.ts'
import { orderFor, sessionOf, userIdOf, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { orderSignal } from '../signals.ts'
import type { Buyer } from './buyer.ts'
import { type NewOrder, newOrder, orderedLine, totalOf } from './new-order.ts'
import { createPlaceOrder } from './place-order.ts'
import type { UnpaidLimits } from './unpaid-limit.ts'
import { type WriteResult, writeOrders } from './write-orders.ts'

let shop: TestApp
let customer: { id: string; name: string; email: string }
let product: Product

beforeEach(async () => {
  shop = await createTestApp()
  const { name, email } = await shop.register()
  customer = { id: await userIdOf(shop.shop, { email }), name, email }
  product = await shop.addProduct({ price: 0.0425, quantity: 1000 })
})
afterEach(() => shop[Symbol.asyncDispose]())

/** The rows of an order of `quantity` pieces each; `seen` are the products at the time of the read. */
function orderFrom(
  quantity: number,
  options: {
    key?: string
    seen?: Product | Product[]
    limits?: Partial<UnpaidLimits>
    buyer?: Partial<Buyer>
  } = {},
): NewOrder {
  const { key, limits, buyer } = options
  const seen = [options.seen ?? product].flat()
  const lines = seen.map((each) => {
    const read = { ...each, storedPrices: JSON.stringify(each.prices) }
    return orderedLine(read as PricedFor<typeof read>, quantity, {})
  })
  return newOrder({
    now: shop.shop.now(),
    holdMs: shop.shop.config.holdMs,
    customer: { ...customer, emailVerified: false, bookOf: customer.id, ...buyer },
    input: orderFor(seen[0] ?? product, quantity),
    lines,
    delivery: {
      phone: '+1 555 0100',
      address: '1 Sample Street',
      chargesCents: 0,
      payableCents: totalOf(lines),
      shipsOn: undefined,
      terms: { tax: { kind: 'none', percent: 0, amount: 0 } },
      ...{ currency: 'usd', settingsRevision: 0 },
    },
    key: requestKey(key, newId()),
    limits: limits && { ...NO_LIMITS, ...limits },
  })
}

const NO_LIMITS: UnpaidLimits = {
  isVerified: false,
  orders: Number.POSITIVE_INFINITY,
  heldCents: Number.POSITIVE_INFINITY,
  cancelled: 20,
  cancelledAfter: 0,
  heldAfter: 0,
}

const writeAll = (orders: readonly NewOrder[]): Promise<WriteResult[]> =>
  shop.shop.db.transaction().execute((trx) => writeOrders(trx, orders))

/** `placed`, or why an order was not placed. */
const write = async (...orders: NewOrder[]) =>
  (await writeAll(orders)).map((written) => {
    if (written.result === 'outdated') return written.because
    return written.result === 'exceeded' ? written.limit : written.result
  })

/** Every table has the rows of these orders and no others. */
async function expectRowsOf(...placed: NewOrder[]): Promise<void> {
  const { db } = shop.shop
  const ids = placed.map(({ order }) => order.id).sort()
  const found = async (query: Promise<{ id: string | null }[]>) => (await query).map(({ id }) => id).sort()
  expect(await found(db.selectFrom('orders').select('id').execute())).toEqual(ids)
  expect(await found(db.selectFrom('order_lines').select('order_id as id').execute())).toEqual(ids)
  const twice = [...ids, ...ids].sort()
  expect(await found(db.selectFrom('order_events').select('order_id as id').execute())).toEqual(twice)
  const mails = db.selectFrom('outbox').select('about as id').where('payload', 'like', '%"order placed"%')
  expect(await found(mails.execute())).toEqual(ids)
}

const stockOf = async ({ _id }: Product): Promise<number> =>
  (await shop.call('GET', `/api/order/${_id}`)).body.quantity

/** What the recorded changes touched. */
const touched = async (): Promise<unknown[]> => {
  const changes = shop.shop.db.selectFrom('public_changes').select('tags').where('is_frequent', '=', 1)
  return (await changes.orderBy('id').execute()).map(({ tags }) => JSON.parse(tags))
}

test('of orders written together, one that is out of stock writes nothing and the others are placed', async () => {
  const [first, tooMany, last] = [orderFrom(400), orderFrom(700), orderFrom(600)]
  expect(await write(first, tooMany, last)).toEqual(['placed', 'product changed or short', 'placed'])
  await expectRowsOf(first, last)
  expect(await stockOf(product)).toBe(0)
})

test('of orders written together, one priced before its product changed writes nothing and the others are placed', async () => {
  const other = await shop.addProduct()
  const [changed, unchanged] = [orderFrom(100), orderFrom(200, { seen: other })]
  const { name, description, image, revision } = product
  const body = { name, description, image, revision, price: 0.04 }
  const as = await shop.registerAdmin()
  expect((await shop.call('PUT', `/api/product/${product._id}`, { as, body })).status).toBe(200)
  expect(await write(changed, unchanged)).toEqual(['product changed or short', 'placed'])
  await expectRowsOf(unchanged)
  expect(await stockOf(product)).toBe(1000)
  expect(await stockOf(other)).toBe(800)
})

test('of orders written together with one idempotency key one is placed, and those with other keys too', async () => {
  const [first, again, other] = [
    orderFrom(100, { key: 'a' }),
    orderFrom(200, { key: 'a' }),
    orderFrom(300, { key: 'b' }),
  ]
  expect(await write(first, again, other)).toEqual(['placed', 'key or number used', 'placed'])
  await expectRowsOf(first, other)
  expect(await stockOf(product)).toBe(600)
  expect(await write(orderFrom(100, { key: 'b' }))).toEqual(['key or number used'])
  await expectRowsOf(first, other)
  expect(await stockOf(product)).toBe(600)
})

test('an order that is entered for an account which is deleted or banned meanwhile writes nothing, the others do', async () => {
  const enteredBy = { id: 'admin', email: 'admin@example.com' }
  const banned = await shop.register()
  const buyer = { id: await userIdOf(shop.shop, banned), enteredBy }
  await shop.shop.db.updateTable('user').set({ banned: 1 }).where('id', '=', buyer.id).execute()
  const entered = orderFrom(200, { buyer: { enteredBy } })
  const answers = await write(
    orderFrom(100, { buyer: { id: 'gone', enteredBy } }),
    orderFrom(100, { buyer }),
    entered,
  )
  expect(answers).toEqual(['customer changed', 'customer changed', 'placed'])
  await expectRowsOf(entered)
  expect(await stockOf(product)).toBe(800)
})

test('orders written together are placed up to the limit of unpaid orders; a refused one does not count', async () => {
  const limits = { orders: 2 }
  const [first, outOfStock, second, third] = [
    orderFrom(100, { limits }),
    orderFrom(5000, { limits }),
    orderFrom(200, { limits, key: 'a' }),
    orderFrom(300, { limits }),
  ]
  const again = orderFrom(200, { limits, key: 'a' })
  expect(await write(first, outOfStock, second, third, again)).toEqual([
    'placed',
    'product changed or short',
    'placed',
    'too many unpaid',
    'too many unpaid',
  ])
  await expectRowsOf(first, second)
  expect(await stockOf(product)).toBe(700)
})

test('an order that was refused beside one that is not placed after all is tried again, and then placed', async () => {
  const limits = { orders: 2 }
  const [first, again, other] = [
    orderFrom(100, { limits, key: 'a' }),
    orderFrom(100, { limits, key: 'a' }),
    orderFrom(200, { limits }),
  ]
  expect(await write(first, again, other)).toEqual(['placed', 'key or number used', 'key or number used'])
  await expectRowsOf(first)
  expect(await stockOf(product)).toBe(900)
  expect(await write(other)).toEqual(['placed'])
  await expectRowsOf(first, other)
  expect(await stockOf(product)).toBe(700)
})

test('orders written together are placed up to what their customer may hold; a refused one does not count', async () => {
  const limits = { heldCents: 1700 }
  const [first, tooMuch, second] = [
    orderFrom(200, { limits }),
    orderFrom(300, { limits }),
    orderFrom(200, { limits }),
  ]
  expect(await write(first, tooMuch, second)).toEqual(['placed', { heldCents: 850 }, 'placed'])
  await expectRowsOf(first, second)
  expect(await write(orderFrom(100, { limits }))).toEqual([{ heldCents: 1700 }])
  await expectRowsOf(first, second)
  expect(await stockOf(product)).toBe(600)
})

test('an order whose customer has verified the e-mail since is not placed with the limits from before', async () => {
  const [before, unlimited, verified] = [
    orderFrom(100, { limits: {} }),
    orderFrom(100),
    orderFrom(100, { limits: { isVerified: true } }),
  ]
  await verifyEmail(shop.shop, customer)
  expect(await write(before, unlimited, verified)).toEqual(['customer changed', 'placed', 'placed'])
  await expectRowsOf(unlimited, verified)
  expect(await stockOf(product)).toBe(800)
})

test('groups that are written at once with products in different orders do not deadlock', async () => {
  const products: Product[] = []
  for (let count = 0; count < 8; count += 1) products.push(await shop.addProduct({ quantity: 4000 }))
  for (let round = 0; round < 5; round += 1) {
    const groups = [products, products.toReversed(), [...products.slice(4), ...products.slice(0, 4)]]
    const written = groups.map((seen) => write(...seen.map((each) => orderFrom(100, { seen: each }))))
    expect(await Promise.all(written)).toEqual(groups.map(() => Array(8).fill('placed')))
  }
  expect(await Promise.all(products.map(stockOf))).toEqual(Array(8).fill(4000 - 5 * 3 * 100))
})

test('a change of who is admin does not wait for the order of an admin: with several orders that could deadlock', async () => {
  const admin = await shop.registerAdmin()
  const unmake = () => shop.call('DELETE', `/api/user/admin/${customer.email}`, { as: admin })
  const rows = orderFrom(100)
  rows.order.user_id = await userIdOf(shop.shop, admin)
  await shop.shop.db.transaction().execute(async (trx) => {
    expect(await writeOrders(trx, [rows])).toMatchObject([{ row: { id: rows.order.id } }])
    // SQLite has one connection, so the call waits in any case.
    if (kindOf(shop.shop.db) === 'postgres') expect((await unmake()).body).toEqual({ modifiedCount: 0 })
  })
  expect((await unmake()).body).toEqual({ modifiedCount: 0 })
  await expectRowsOf(rows)
})

test('orders of several lines that are written at once with products in different orders do not deadlock', async () => {
  const products: Product[] = []
  for (let count = 0; count < 6; count += 1) products.push(await shop.addProduct({ quantity: 2000 }))
  const ordersOf = (seen: Product[]) => [orderFrom(100, { seen }), orderFrom(100, { seen })]
  for (let round = 0; round < 5; round += 1) {
    const groups = [products, products.toReversed()].map(ordersOf)
    expect((await Promise.all(groups.map((group) => write(...group)))).flat()).toEqual(
      Array(4).fill('placed'),
    )
  }
  expect(await Promise.all(products.map(stockOf))).toEqual(Array(6).fill(0))
  const [last] = products
  await shop.shop.db
    .updateTable('products')
    .set({ quantity: 100 })
    .where('id', '=', last?._id ?? '')
    .execute()
  expect(await write(...ordersOf(products))).toEqual(['product changed or short', 'product changed or short'])
  expect(await Promise.all(products.map(stockOf))).toEqual([100, 0, 0, 0, 0, 0])
})

test('orders written together record one change of the stock of their products; refused ones do not', async () => {
  const other = await shop.addProduct()
  const refused = orderFrom(5000, { seen: await shop.addProduct() })
  await write(orderFrom(100), orderFrom(100), orderFrom(100, { seen: other }), refused)
  const change = [`product-${product._id}`, `product-${other._id}`, 'stock']
  expect(await touched()).toEqual([change])
  await write(orderFrom(5000))
  expect(await touched()).toEqual([change])
})

test('signals are sent after the commit, for each order in the context of its own request', async () => {
  const request = new AsyncLocalStorage<number>()
  const sent: unknown[] = []
  const endings = [
    orderSignal.listen(({ orderId, kind }) => sent.push([request.getStore(), kind, orderId])),
    mailSignal.listen(({ outcome, about }) => sent.push([request.getStore(), outcome, about])),
  ]
  try {
    const place = createPlaceOrder(shop.shop, noVatService)
    const signedIn = { ...customer, emailVerified: true, ...(await sessionOf(shop.shop, customer)) }
    const order = (quantity: number) =>
      request.run(quantity, () => place(signedIn, orderFor(product, quantity)))
    // All are in stock when they are read. Whichever is written first, at least one is short after it.
    const outcomes = await Promise.allSettled([200, 900, 300].map(order))
    const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    expect(new Set(reasons)).toEqual(new Set(['out_of_stock']))
    const placed = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const expected = placed.flatMap(({ quantity, _id }) =>
      ['placed', 'held', 'queued'].map((what) => [quantity, what, _id]),
    )
    expect(sent).toHaveLength(expected.length)
    expect(sent).toEqual(expect.arrayContaining(expected))
  } finally {
    for (const end of endings) end()
  }
})
