import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { Schema } from '#kit/db/schema.ts'
import { DAY_MS } from '#kit/time.ts'

interface SalesRecords {
  readonly orders: readonly (Selectable<Schema['orders']> & {
    readonly lines: readonly Pick<Selectable<Schema['order_lines']>, 'product_id' | 'quantity'>[]
  })[]
  readonly salesDays: readonly Selectable<Schema['sales_days']>[]
  readonly productSales: readonly Selectable<Schema['product_sales']>[]
  readonly soldProducts: readonly Selectable<Schema['sold_products']>[]
}

/** The sales by day and by product are those of the paid orders. The run puts no pieces of refunded orders back to stock. */
export function faultsOfSales({ orders, salesDays, productSales, soldProducts }: SalesRecords): string[] {
  const paid = orders.flatMap((order) =>
    order.paid_at === null ? [] : [{ ...order, day: Math.floor(order.paid_at / DAY_MS) }],
  )
  const days = Map.groupBy(paid, ({ day }) => day)
  const pieces = new Map<string, number>()
  for (const { day, lines } of paid)
    for (const { product_id, quantity } of lines) {
      const key = `${product_id} on day ${day}`
      pieces.set(key, (pieces.get(key) ?? 0) + quantity)
    }
  const sales = salesByDay(productSales)
  return [
    ...(days.size === salesDays.length ? [] : [`Sales have ${salesDays.length} days, orders ${days.size}`]),
    ...salesDays.flatMap(({ day, orders: counted, revenue_cents }) => {
      const own = days.get(day) ?? []
      const cents = own.reduce((sum, order) => sum + order.total_cents - order.refunded_cents, 0)
      const ofProducts = sales.filter((row) => row.day === day).reduce((sum, row) => sum + row.cents, 0)
      return counted === own.length && revenue_cents === cents && ofProducts === cents
        ? []
        : [
            `Day ${day} has ${counted} orders, ${revenue_cents} and ${ofProducts} cents: ${own.length}, ${cents}`,
          ]
    }),
    ...(pieces.size === sales.length
      ? []
      : [`Sales have ${sales.length} rows of products, orders ${pieces.size}`]),
    ...sales
      .filter(({ product_id, day, quantity }) => pieces.get(`${product_id} on day ${day}`) !== quantity)
      .map(
        ({ product_id, day, quantity }) => `${quantity} pieces of ${product_id} are counted on day ${day}`,
      ),
    ...faultsOfTotals(productSales, soldProducts),
  ]
}

type ProductSales = SalesRecords['productSales']

const ofProducts = (productSales: ProductSales) =>
  [...Map.groupBy(productSales, ({ product_id }) => product_id).values()].map((rows) =>
    rows.toSorted((one, other) => one.day - other.day),
  )

/** What was sold of each product on each of its days, from the totals until the days. */
const salesByDay = (productSales: ProductSales) =>
  ofProducts(productSales).flatMap((rows) =>
    rows.map(({ product_id, day, total_quantity, total_cents }, index) => ({
      product_id,
      day,
      quantity: total_quantity - (rows[index - 1]?.total_quantity ?? 0),
      cents: total_cents - (rows[index - 1]?.total_cents ?? 0),
    })),
  )

/** All that was sold of a product until now is what was sold until its last day. */
function faultsOfTotals(productSales: ProductSales, soldProducts: SalesRecords['soldProducts']): string[] {
  const latest = new Map(
    ofProducts(productSales).flatMap((rows) =>
      rows
        .slice(-1)
        .map(({ product_id, day, total_quantity, total_cents }) => [
          product_id,
          { product_id, quantity: total_quantity, revenue_cents: total_cents, last_day: day },
        ]),
    ),
  )
  return [
    ...(latest.size === soldProducts.length
      ? []
      : [`${soldProducts.length} products are sold: ${latest.size}`]),
    ...soldProducts
      .filter((row) => !isDeepStrictEqual(row, latest.get(row.product_id)))
      .map(({ product_id }) => `All sales of ${product_id} are not those until its last day`),
  ]
}
