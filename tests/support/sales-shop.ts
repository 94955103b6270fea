import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { issueInvoice } from '#features/invoices/invoices.ts'
import { markPaid } from '#features/orders/paying/pay-or-cancel.ts'
import type { DisputeState } from '#features/orders/states.ts'
import { TOP_LISTED } from '#features/overview/limits.ts'
import { applyStripeState, readRecordedState } from '#features/payments/refunds/record-refunds.ts'
import { newId } from '#kit/id.ts'
import { centsToDollars, priceToE4, totalCents } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { userIdOf } from './customer.ts'
import { goneCents } from './sales-of-orders.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** The pieces of each product, by its index. */
type Pieces = readonly (readonly [index: number, quantity: number])[]

/** A shop whose orders are written without the API, so that its clock can go on for months. */
export interface SalesShop extends Omit<TestApp, 'pay'> {
  readonly products: readonly Product[]
  /** Writes an unpaid order of these lines, without touching the stock; resolves to its id. */
  place(pieces: Pieces, holdMs?: number): Promise<string>
  pay(orderId: string): Promise<boolean>
  /** Writes a paid order. */
  sell(pieces: Pieces): Promise<string>
  /** Records that so many cents were refunded in all, and a dispute. */
  refund(
    orderId: string,
    cents: number,
    dispute?: { readonly dispute: DisputeState | null; readonly disputedCents: number | null },
  ): Promise<void>
}

/** Creates the shop with a product of each price, named by its index. */
export async function createSalesShop(prices: readonly number[]): Promise<SalesShop> {
  const app = await createTestApp()
  const { shop } = app
  const customerId = await userIdOf(shop.database, await app.register())
  const products: Product[] = []
  for (const price of prices) products.push(await app.addProduct({ price }))
  const place: SalesShop['place'] = (pieces, holdMs = 3 * DAY_MS) =>
    insertOrder(
      shop,
      pieces.map(([index, quantity]) => ({ product: products[index] as Product, quantity })),
      { user_id: customerId, hold_until: shop.now() + holdMs },
    )
  const pay = (orderId: string) => {
    const at = shop.now()
    return shop.db.transaction().execute(async (trx) => {
      const paid = await markPaid(trx, {
        orderId,
        transactionId: transactionOf(orderId),
        actor: 'provider',
        at,
      })
      if (paid) await issueInvoice(trx, shop, { order: paid, seller: {}, terms: shop.config.sellerTerms, at })
      return paid !== undefined
    })
  }
  return {
    ...app,
    products,
    place,
    pay,
    sell: async (pieces) => {
      const id = await place(pieces)
      expect(await pay(id)).toBe(true)
      return id
    },
    refund: async (orderId, refundedCents, { dispute: state, disputedCents } = NO_DISPUTE) => {
      const transactionId = transactionOf(orderId)
      const before = await readRecordedState(shop.db, transactionId)
      if (!before) throw new Error('The order is not paid.')
      const amountCents = disputedCents ?? before.totalCents
      const disputes = state === null ? [] : [{ id: 'du_1', state, amountCents, holdsMoney: false }]
      const after = { refundedCents, disputes, refunds: [] }
      expect(await applyStripeState(shop, transactionId, { before, after, at: shop.now() })).toBeDefined()
    },
  }
}

const NO_DISPUTE = { dispute: null, disputedCents: null }

const transactionOf = (orderId: string): string => `pi-${orderId}`

export const readOrderRow = ({ db }: Shop, orderId: string) =>
  db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()

async function insertOrder(
  { db, now }: Shop,
  pieces: readonly { product: Product; quantity: number }[],
  order: { user_id: string; hold_until: number },
): Promise<string> {
  const id = newId(now())
  const lines = pieces.map(({ product: { _id, name, sku, price }, quantity }, position) => {
    const unit_price_e4 = priceToE4(price) as number
    return { order_id: id, position, product_id: _id, product_name: name, sku, unit_price_e4, quantity }
  })
  const total_cents = lines.reduce((sum, line) => sum + totalCents(line.unit_price_e4, line.quantity), 0)
  const contact = {
    name: 'Sample',
    email: 'sample@example.com',
    phone: '+1 555 0100',
    address: '1 Sample Street',
  }
  const UNSET = [
    'po_number',
    'note',
    'status',
    'transaction_id',
    'idempotency_key',
    'idempotency_hash',
    'paid_at',
    'shipped_at',
    'reminded_at',
    'dispute',
    'unmatched_refund',
    'cancelled_at',
  ] as const
  const unset = Object.fromEntries(UNSET.map((column) => [column, null])) as Record<
    (typeof UNSET)[number],
    null
  >
  await db
    .insertInto('orders')
    .values({
      id,
      number: id.slice(-9),
      ...contact,
      ...unset,
      ...order,
      search_text: '',
      total_cents,
      currency: 'usd',
      created_at: now(),
    })
    .execute()
  await db.insertInto('order_lines').values(lines).execute()
  return id
}

interface Sum {
  quantity: number
  cents: number
}

/** What the overview has to say, from the orders themselves. */
export async function overviewOfOrders({ db, now }: Shop, days: number) {
  const orders = (await db.selectFrom('orders').selectAll().execute()).filter(({ paid_at }) => paid_at)
  const lines = await db.selectFrom('order_lines').selectAll().orderBy('position').execute()
  const stock = await db.selectFrom('products').selectAll().execute()
  const today = Math.floor(now() / DAY_MS)
  const within = (at: number | null, last: number) => {
    const day = Math.floor((at ?? 0) / DAY_MS)
    return day > last - days && day <= last
  }
  const totals = (last: number) => {
    const paid = orders.filter(({ paid_at }) => within(paid_at, last))
    const byProduct = new Map<string, Sum>()
    for (const order of paid) {
      const own = lines.filter(({ order_id }) => order_id === order.id)
      let until = 0
      for (const { product_id, unit_price_e4, quantity, restocked } of own) {
        const share = (cents: number) => Math.floor((goneCents(order) * cents) / order.total_cents + 0.5)
        const cents = totalCents(unit_price_e4, quantity)
        const sum = byProduct.get(product_id) ?? { quantity: 0, cents: 0 }
        sum.quantity += quantity - restocked
        sum.cents += cents - (share(until + cents) - share(until))
        until += cents
        byProduct.set(product_id, sum)
      }
    }
    const cents = paid.reduce((sum, order) => sum + order.total_cents - goneCents(order), 0)
    return { byProduct, orders: paid.length, revenue: centsToDollars(cents) }
  }
  const [current, before] = [totals(today), totals(today - days)]
  const rows = [...current.byProduct].map(([id, sum]) => {
    const product = stock.find((row) => row.id === id)
    const previous = before.byProduct.get(id) ?? { quantity: 0, cents: 0 }
    return { id, product, ...sum, previous }
  })
  const id = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  const left = ({ product, quantity }: (typeof rows)[number]) => (product?.quantity ?? 0) / quantity
  return {
    orders: current.orders,
    revenue: current.revenue,
    previous: { orders: before.orders, revenue: before.revenue },
    top: rows
      .filter(({ cents }) => cents > 0)
      .sort((one, other) => other.cents - one.cents || id(one, other))
      .slice(0, TOP_LISTED)
      .map(({ product, quantity, cents, previous }) => ({
        sku: product?.sku,
        name: product?.name,
        quantity,
        revenue: centsToDollars(cents),
        previous: { quantity: previous.quantity, revenue: centsToDollars(previous.cents) },
      })),
    low: rows
      .filter(({ product, quantity }) => quantity > 0 && product?.archived_at === null)
      .sort((one, other) => left(one) - left(other) || other.quantity - one.quantity || id(one, other))
      .map((row) => ({
        sku: row.product?.sku,
        name: row.product?.name,
        quantity: row.product?.quantity,
        perDay: row.quantity / days,
        daysLeft: ((row.product?.quantity ?? 0) * days) / row.quantity,
        previousPerDay: row.previous.quantity / days,
      })),
  }
}

/** The stored sums. */
export async function readSales({ db }: Shop) {
  return {
    days: await db.selectFrom('sales_days').selectAll().orderBy('day').execute(),
    ofProducts: await db
      .selectFrom('product_sales')
      .selectAll()
      .orderBy('product_id')
      .orderBy('day')
      .execute(),
    sold: await db.selectFrom('sold_products').selectAll().orderBy('product_id').execute(),
  }
}
