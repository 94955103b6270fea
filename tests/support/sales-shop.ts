import type { Selectable } from 'kysely'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { issueInvoice } from '#features/invoices/invoices.ts'
import { markPaid } from '#features/orders/paying/pay-or-cancel.ts'
import type { DisputeState } from '#features/orders/states.ts'
import { LATELY_DAYS, TOP_LISTED } from '#features/overview/limits.ts'
import { applyStripeState, readRecordedState } from '#features/payments/refunds/record-refunds.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { centsToDollars, priceToE4, totalCents } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { userIdOf } from './customer.ts'
import { goneCents, goneOfLines } from './sales-of-orders.ts'
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
  /** What went back so far, in the sequence in which it did. */
  readonly wentBack: readonly WentBack[]
  /** Records that so many cents were refunded in all, and a dispute. */
  refund(
    orderId: string,
    cents: number,
    dispute?: { readonly dispute: DisputeState | null; readonly disputedCents: number | null },
  ): Promise<void>
}

/** What went back of an order on a day, in all and by product. */
interface WentBack {
  readonly day: number
  readonly cents: number
  readonly ofProducts: ReadonlyMap<string, number>
}

/** Creates the shop with a product of each price, named by its index. */
export async function createSalesShop(prices: readonly number[]): Promise<SalesShop> {
  const app = await createTestApp()
  const { shop } = app
  const customerId = await userIdOf(shop.database, await app.register())
  const products: Product[] = []
  const wentBack: WentBack[] = []
  for (const price of prices) products.push(await app.addProduct({ price }))
  const place: SalesShop['place'] = (pieces, holdMs = 3 * DAY_MS) =>
    insertOrder(
      shop,
      pieces.map(([index, quantity]) => ({ product: products[index] as Product, quantity })),
      { user_id: customerId, hold_until: shop.now() + holdMs },
    )
  const pay = async (orderId: string) => {
    const at = shop.now()
    const timeZone = await shopTimeZone(shop)
    return shop.db.transaction().execute(async (trx) => {
      const paid = await markPaid(trx, {
        orderId,
        transactionId: transactionOf(orderId),
        actor: 'provider',
        at,
        timeZone,
      })
      if (paid)
        await issueInvoice(trx, shop, {
          order: paid,
          currency: 'usd',
          seller: {},
          terms: shop.config.sellerTerms,
          at,
          timeZone,
        })
      return paid !== undefined
    })
  }
  return {
    ...app,
    products,
    wentBack,
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
      const told = { reason: null, dueAt: null, isAnswered: false }
      const dispute = state && { id: `du-${orderId}`, state, amountCents, holdsMoney: false, ...told }
      const disputes = dispute === null ? [] : [dispute]
      const after = { refundedCents, disputes, refunds: [] }
      const gone = await goneOf(shop, orderId)
      expect(await applyStripeState(shop, transactionId, { before, after, at: shop.now() })).toBeDefined()
      const now = await goneOf(shop, orderId)
      wentBack.push({
        day: Math.floor(shop.now() / DAY_MS),
        cents: now.cents - gone.cents,
        ofProducts: new Map(
          [...now.ofProducts].map(([id, cents]) => [id, cents - (gone.ofProducts.get(id) ?? 0)]),
        ),
      })
    },
  }
}

/** What went back of an order until now, in all and by product. */
async function goneOf(shop: Shop, orderId: string): Promise<Omit<WentBack, 'day'>> {
  const order = await readOrderRow(shop, orderId)
  const lines = await shop.db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const gone = goneOfLines(order, lines, [])
  const ofProducts = new Map<string, number>()
  for (const [index, { product_id }] of lines.entries())
    ofProducts.set(product_id, (ofProducts.get(product_id) ?? 0) + (gone[index] ?? 0))
  return { cents: goneCents(order), ofProducts }
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
export async function overviewOfOrders({ shop, wentBack }: SalesShop, days: number) {
  const { db, now } = shop
  const orders = (await db.selectFrom('orders').selectAll().execute()).filter(({ paid_at }) => paid_at)
  const lines = await db.selectFrom('order_lines').selectAll().orderBy('position').execute()
  const stock = await db.selectFrom('products').selectAll().execute()
  const today = Math.floor(now() / DAY_MS)
  const totals = (last: number, count = days) => totalsOf({ orders, lines, wentBack }, { last, count })
  const [current, before] = [totals(today), totals(today - days)]
  const rowsOf = (sums: typeof current, previous: typeof current) =>
    [...sums.byProduct].map(([id, sum]) => ({
      id,
      product: stock.find((row) => row.id === id),
      ...sum,
      previous: previous.byProduct.get(id) ?? { quantity: 0, cents: 0 },
    }))
  const id = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  const left = ({ product, quantity }: ReturnType<typeof rowsOf>[number]) =>
    (product?.quantity ?? 0) / quantity
  const { byProduct, ...sums } = current
  const { byProduct: _, ...previous } = before
  return {
    ...sums,
    goods: centsToDollars([...byProduct.values()].reduce((sum, { cents }) => sum + cents, 0)),
    previous,
    top: rowsOf(current, before)
      .filter(({ cents }) => cents > 0)
      .sort((one, other) => other.cents - one.cents || id(one, other))
      .slice(0, TOP_LISTED)
      .map((row) => ({
        sku: row.product?.sku,
        name: row.product?.name,
        quantity: row.quantity,
        revenue: centsToDollars(row.cents),
        previous: { quantity: row.previous.quantity, revenue: centsToDollars(row.previous.cents) },
      })),
    low: rowsOf(totals(today, LATELY_DAYS), totals(today - LATELY_DAYS, LATELY_DAYS))
      .filter(({ product, quantity }) => quantity > 0 && product?.archived_at === null)
      .sort((one, other) => left(one) - left(other) || other.quantity - one.quantity || id(one, other))
      .map((row) => ({
        sku: row.product?.sku,
        name: row.product?.name,
        quantity: row.product?.quantity,
        perDay: row.quantity / LATELY_DAYS,
        daysLeft: ((row.product?.quantity ?? 0) * LATELY_DAYS) / row.quantity,
        previousPerDay: row.previous.quantity / LATELY_DAYS,
      })),
  }
}

interface Sold {
  readonly orders: readonly Selectable<Schema['orders']>[]
  readonly lines: readonly Selectable<Schema['order_lines']>[]
  readonly wentBack: readonly WentBack[]
}

/** What was sold and what went back in the `count` days that end with the last. */
function totalsOf({ orders, lines, wentBack }: Sold, { last, count }: { last: number; count: number }) {
  const isWithin = (day: number) => day > last - count && day <= last
  const paid = orders.filter(({ paid_at }) => isWithin(Math.floor((paid_at ?? 0) / DAY_MS)))
  const back = wentBack.filter(({ day }) => isWithin(day))
  const byProduct = new Map<string, Sum>()
  const add = (id: string, { quantity, cents }: Sum) => {
    const sum = byProduct.get(id) ?? { quantity: 0, cents: 0 }
    byProduct.set(id, { quantity: sum.quantity + quantity, cents: sum.cents + cents })
  }
  for (const order of paid)
    for (const { product_id, unit_price_e4, quantity, restocked } of lines.filter(
      ({ order_id }) => order_id === order.id,
    ))
      add(product_id, { quantity: quantity - restocked, cents: totalCents(unit_price_e4, quantity) })
  for (const { ofProducts } of back)
    for (const [id, cents] of ofProducts) add(id, { quantity: 0, cents: -cents })
  const paidCents = paid.reduce((sum, order) => sum + order.total_cents, 0)
  const backCents = back.reduce((sum, { cents }) => sum + cents, 0)
  const sums = { paid: centsToDollars(paidCents), paidBack: centsToDollars(backCents) }
  return {
    byProduct,
    orders: paid.length,
    revenue: centsToDollars(paidCents - backCents),
    ...sums,
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
