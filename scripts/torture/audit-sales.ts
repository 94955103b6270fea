import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { Schema } from '#kit/db/schema.ts'
import { totalCents } from '#kit/money.ts'

interface SalesRecords {
  readonly orders: readonly (Selectable<Schema['orders']> & {
    readonly lines: readonly Pick<
      Selectable<Schema['order_lines']>,
      'product_id' | 'quantity' | 'restocked' | 'unit_price_e4' | 'gone_cents'
    >[]
  })[]
  readonly orderMoney: readonly Selectable<Schema['order_money']>[]
  readonly salesDays: readonly Selectable<Schema['sales_days']>[]
  readonly productSales: readonly Selectable<Schema['product_sales']>[]
  readonly soldProducts: readonly Selectable<Schema['sold_products']>[]
}

/** The sales by day and by product are those of the paid orders. */
export function faultsOfSales(records: SalesRecords): string[] {
  const { orders, orderMoney, salesDays, productSales, soldProducts } = records
  const paid = orders.flatMap((order) => (order.paid_day === null ? [] : [{ ...order, day: order.paid_day }]))
  const days = Map.groupBy(orderMoney, ({ day }) => day)
  const pieces = new Map<string, number>()
  for (const { day, lines } of paid)
    for (const { product_id, quantity, restocked } of lines) {
      const key = `${product_id} on day ${day}`
      pieces.set(key, (pieces.get(key) ?? 0) + quantity - restocked)
    }
  const sales = salesByDay(productSales)
  return [
    ...(days.size === salesDays.length ? [] : [`Sales have ${salesDays.length} days, orders ${days.size}`]),
    ...salesDays.flatMap(({ day, orders: counted, revenue_cents }) => {
      const own = days.get(day) ?? []
      const paidOrders = own.filter(({ paid_cents }) => paid_cents !== 0).length
      const cents = own.reduce((sum, { paid_cents, gone_cents }) => sum + paid_cents - gone_cents, 0)
      return counted === paidOrders && revenue_cents === cents
        ? []
        : [`Day ${day} has ${counted} orders and ${revenue_cents} cents: ${paidOrders}, ${cents}`]
    }),
    ...faultsOfMoney(paid, orderMoney),
    ...faultsOfPrices(paid, soldProducts),
    // Of the day on which money went back there may be no pieces.
    ...sales
      .filter(
        ({ product_id, day, quantity }) => (pieces.get(`${product_id} on day ${day}`) ?? 0) !== quantity,
      )
      .map(
        ({ product_id, day, quantity }) => `${quantity} pieces of ${product_id} are counted on day ${day}`,
      ),
    ...faultsOfTotals(productSales, soldProducts),
  ]
}

type PaidOrders = SalesRecords['orders']

/** What was paid of each order and what went back, over all days. */
function faultsOfMoney(paid: PaidOrders, orderMoney: SalesRecords['orderMoney']): string[] {
  const byOrder = Map.groupBy(orderMoney, ({ order_id }) => order_id)
  return paid.flatMap(({ id, total_cents, refunded_cents }) => {
    const own = byOrder.get(id) ?? []
    const received = own.reduce((sum, { paid_cents }) => sum + paid_cents, 0)
    const gone = own.reduce((sum, { gone_cents }) => sum + gone_cents, 0)
    return received === total_cents && gone === refunded_cents
      ? []
      : [`The days of order ${id} have ${received} and ${gone} cents: ${total_cents}, ${refunded_cents}`]
  })
}

/** All that was sold of each product is what its lines cost, without what went back of them. */
function faultsOfPrices(paid: PaidOrders, soldProducts: SalesRecords['soldProducts']): string[] {
  const cents = new Map<string, number>()
  for (const { product_id, unit_price_e4, quantity, gone_cents } of paid.flatMap(({ lines }) => lines))
    cents.set(product_id, (cents.get(product_id) ?? 0) + totalCents(unit_price_e4, quantity) - gone_cents)
  return soldProducts
    .filter(({ product_id, revenue_cents }) => cents.get(product_id) !== revenue_cents)
    .map(({ product_id }) => `The sales of ${product_id} are not those of its lines`)
}

type ProductSales = SalesRecords['productSales']

const ofProducts = (productSales: ProductSales) =>
  [...Map.groupBy(productSales, ({ product_id }) => product_id).values()].map((rows) =>
    rows.toSorted((one, other) => one.day - other.day),
  )

/** What was sold of each product on each of its days, from the totals until the days. */
const salesByDay = (productSales: ProductSales) =>
  ofProducts(productSales).flatMap((rows) =>
    rows.map(({ product_id, day, total_quantity }, index) => ({
      product_id,
      day,
      quantity: total_quantity - (rows[index - 1]?.total_quantity ?? 0),
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
