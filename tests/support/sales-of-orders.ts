import type { Selectable } from 'kysely'
import type { Schema } from '#kit/db/schema.ts'
import { totalCents } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'

type Order = Pick<
  Selectable<Schema['orders']>,
  'total_cents' | 'refunded_cents' | 'dispute' | 'disputed_cents'
>

/** What of an order's money went back. */
export function goneCents({ total_cents, refunded_cents, dispute, disputed_cents }: Order): number {
  const lost = dispute === 'lost' ? (disputed_cents ?? total_cents) : 0
  return Math.min(refunded_cents + lost, total_cents)
}

/** What the stored sums have to be, from the orders themselves: see `readSales`. */
export async function salesOfOrders({ db }: Shop) {
  const orders = await db.selectFrom('orders').selectAll().where('paid_at', 'is not', null).execute()
  const lines = Map.groupBy(
    await db.selectFrom('order_lines').selectAll().orderBy('position').execute(),
    ({ order_id }) => order_id,
  )
  const days = new Map<number, { orders: number; revenue_cents: number }>()
  const products = new Map<string, Map<number, { quantity: number; cents: number }>>()
  for (const order of orders) {
    const day = Math.floor(Number(order.paid_at) / DAY_MS)
    const ofDay = days.get(day) ?? { orders: 0, revenue_cents: 0 }
    ofDay.orders += 1
    ofDay.revenue_cents += order.total_cents - goneCents(order)
    days.set(day, ofDay)
    let until = 0
    const share = (cents: number) => Math.floor((goneCents(order) * cents) / order.total_cents + 0.5)
    for (const { product_id, unit_price_e4, quantity, restocked } of lines.get(order.id) ?? []) {
      const cents = totalCents(unit_price_e4, quantity)
      const ofProduct = products.get(product_id) ?? new Map()
      const sum = ofProduct.get(day) ?? { quantity: 0, cents: 0 }
      sum.quantity += quantity - restocked
      sum.cents += cents - (share(until + cents) - share(until))
      until += cents
      products.set(product_id, ofProduct.set(day, sum))
    }
  }
  const ofProducts = [...products].sort(byFirst).flatMap(([product_id, sums]) => {
    const total = { total_quantity: 0, total_cents: 0 }
    return [...sums].sort(byFirst).map(([day, { quantity, cents }]) => {
      total.total_quantity += quantity
      total.total_cents += cents
      return { product_id, day, ...total }
    })
  })
  return {
    days: [...days].sort(byFirst).map(([day, sums]) => ({ day, ...sums })),
    ofProducts,
    sold: [...Map.groupBy(ofProducts, ({ product_id }) => product_id).values()].map((rows) => {
      const last = rows.at(-1) as (typeof rows)[number]
      const { product_id, total_quantity: quantity, total_cents: revenue_cents, day: last_day } = last
      return { product_id, quantity, revenue_cents, last_day }
    }),
  }
}

const byFirst = ([one]: readonly [number | string, unknown], [other]: readonly [number | string, unknown]) =>
  one < other ? -1 : 1
