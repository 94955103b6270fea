import type { Selectable } from 'kysely'
import { readRefundedParts } from '#features/orders/left-to-refund.ts'
import type { Schema } from '#kit/db/schema.ts'
import { totalCents } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'

type Order = Pick<
  Selectable<Schema['orders']>,
  'total_cents' | 'refunded_cents' | 'dispute' | 'disputed_cents'
>
type Line = Pick<Selectable<Schema['order_lines']>, 'position' | 'unit_price_e4' | 'quantity'>
type Refund = Pick<Selectable<Schema['order_refunds']>, 'state' | 'lines' | 'delivery_cents' | 'amount_cents'>

/** What of an order's money went back. */
export function goneCents({ total_cents, refunded_cents, dispute, disputed_cents }: Order): number {
  const lost = dispute === 'lost' ? (disputed_cents ?? total_cents) : 0
  return Math.min(refunded_cents + lost, total_cents)
}

/**
 * What of the price of each line went back, the lines in their sequence: that of the pieces which refunds name, and of the rest of
 * the money its part of what is paid and not named.
 */
export function goneOfLines(order: Order, lines: readonly Line[], refunds: readonly Refund[]): number[] {
  const made = refunds.filter(({ state }) => state === 'pending' || state === 'succeeded')
  const byParts = made.filter((refund) => refund.lines !== null || refund.delivery_cents !== null)
  const partsCents = byParts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const pieces = byParts.flatMap((refund) => readRefundedParts(refund).lines)
  const left = order.total_cents - partsCents
  const other = Math.max(0, goneCents(order) - partsCents)
  const share = (cents: number) => (left <= 0 ? 0 : Math.floor((other * cents) / left + 0.5))
  let until = 0
  return lines.map(({ position, unit_price_e4, quantity }) => {
    const named = pieces
      .filter((piece) => piece.position === position)
      .reduce((sum, piece) => sum + piece.quantity, 0)
    const namedCents = totalCents(unit_price_e4, named)
    const own = totalCents(unit_price_e4, quantity) - namedCents
    until += own
    return namedCents + share(until) - share(until - own)
  })
}

/**
 * What the stored sums have to be: see `readSales`. The days on which money went back are those of `order_money`, which is checked
 * against the orders; what of a product it took on each of them is as stored, if it adds up.
 */
export async function salesOfOrders({ db }: Shop) {
  const orders = await db.selectFrom('orders').selectAll().where('paid_at', 'is not', null).execute()
  const lines = Map.groupBy(
    await db.selectFrom('order_lines').selectAll().orderBy('position').execute(),
    ({ order_id }) => order_id,
  )
  const refunds = Map.groupBy(
    await db.selectFrom('order_refunds').selectAll().execute(),
    ({ order_id }) => order_id,
  )
  const money = await db.selectFrom('order_money').selectAll().orderBy('day').execute()
  const moneyOf = Map.groupBy(money, ({ order_id }) => order_id)
  const sold = new Map<string, { quantity: number; revenue_cents: number; pieces: Map<number, number> }>()
  for (const order of orders) {
    const paidDay = order.paid_day ?? Math.floor(Number(order.paid_at) / DAY_MS)
    checkMoney(order, paidDay, moneyOf.get(order.id) ?? [])
    const own = lines.get(order.id) ?? []
    const gone = goneOfLines(order, own, refunds.get(order.id) ?? [])
    for (const [index, { product_id, unit_price_e4, quantity, restocked }] of own.entries()) {
      const sum = sold.get(product_id) ?? { quantity: 0, revenue_cents: 0, pieces: new Map() }
      sum.quantity += quantity - restocked
      sum.revenue_cents += totalCents(unit_price_e4, quantity) - (gone[index] ?? 0)
      sum.pieces.set(paidDay, (sum.pieces.get(paidDay) ?? 0) + quantity - restocked)
      sold.set(product_id, sum)
    }
  }
  const ofProducts = await db
    .selectFrom('product_sales')
    .selectAll()
    .orderBy('product_id')
    .orderBy('day')
    .execute()
  return {
    days: [...Map.groupBy(money, ({ day }) => day)].map(([day, rows]) => ({
      day,
      orders: rows.filter(({ paid_cents }) => paid_cents !== 0).length,
      revenue_cents: rows.reduce((sum, { paid_cents, gone_cents }) => sum + paid_cents - gone_cents, 0),
      gone_cents: rows.reduce((sum, { gone_cents }) => sum + gone_cents, 0),
    })),
    ofProducts,
    sold: [...sold].sort(byFirst).map(([product_id, { pieces, ...sums }]) => {
      const rows = ofProducts.filter((row) => row.product_id === product_id)
      checkProduct(rows, { ...sums, pieces })
      return { product_id, ...sums, last_day: rows.at(-1)?.day }
    }),
  }
}

const byFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1

/** What was paid of an order is on the day of its payment, and what went back adds up. */
function checkMoney(
  order: Order & { readonly id: string },
  paidDay: number,
  rows: readonly Selectable<Schema['order_money']>[],
): void {
  const paid = rows.filter(({ paid_cents }) => paid_cents !== 0)
  const gone = rows.reduce((sum, { gone_cents }) => sum + gone_cents, 0)
  if (paid.length !== 1 || paid[0]?.day !== paidDay || paid[0].paid_cents !== order.total_cents)
    throw new Error(`The payment of order ${order.id} is not on its day.`)
  if (gone !== goneCents(order)) throw new Error(`${gone} cents of order ${order.id} went back.`)
}

/** The totals until the days end with those of the orders, and the pieces of each day are those that were paid on it. */
function checkProduct(
  rows: readonly Selectable<Schema['product_sales']>[],
  expected: { quantity: number; revenue_cents: number; pieces: Map<number, number> },
): void {
  const last = rows.at(-1)
  if (last?.total_quantity !== expected.quantity || last.total_cents !== expected.revenue_cents)
    throw new Error(`${JSON.stringify(last)} is not ${JSON.stringify(expected)}.`)
  let before = 0
  for (const { day, total_quantity } of rows) {
    if (total_quantity - before !== (expected.pieces.get(day) ?? 0))
      throw new Error(`${total_quantity - before} pieces were sold on day ${day}.`)
    before = total_quantity
  }
}
