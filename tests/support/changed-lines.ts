import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { orderOfLines, type Person, type Pieces } from './customer.ts'
import type { TestApp } from './test-app.ts'

/** Places an order of these lines. */
export async function orderLines(
  shop: TestApp,
  customer: Person,
  lines: readonly Pieces[],
  terms: object = {},
): Promise<Order> {
  const body = { ...orderOfLines(lines), ...terms }
  const { status, body: order } = await shop.call('POST', '/api/order', { as: customer, body })
  if (status !== 201) throw new Error(JSON.stringify(order))
  return order
}

/** The request that gives an order these lines, at the prices of today unless `totalPrice` says otherwise. */
export const linesBody = (lines: readonly Pieces[], sums: { totalPrice?: number; payable?: number } = {}) => {
  const { lines: asked, totalPrice } = orderOfLines(lines)
  return { lines: asked, totalPrice, ...sums }
}

export const putLines = (shop: TestApp, customer: Person, { _id }: Pick<Order, '_id'>, body: object) =>
  shop.call('PUT', `/api/myorder/${_id}/lines`, { as: customer, body })

/** All rows that a change of lines can write. */
export async function readRows({ shop: { db } }: TestApp) {
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('order_lines').selectAll().orderBy('order_id').orderBy('position').execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    payments: await db.selectFrom('payments').select(['intent_id', 'state']).orderBy('intent_id').execute(),
  }
}

export const stockOf = async (shop: TestApp, { _id }: Product): Promise<number> => {
  const { db } = shop.shop
  const row = db.selectFrom('products').select('quantity').where('id', '=', _id)
  return (await row.executeTakeFirstOrThrow()).quantity
}
