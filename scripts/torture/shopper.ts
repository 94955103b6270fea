import { randomInt } from 'node:crypto'
import type { Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'
import {
  type Answer,
  GOOD_CARD,
  intentOf,
  orderFor,
  type Person,
  type ShopCalls,
} from '../../tests/support/customer.ts'

/** The answers that a customer got about one order. */
export interface AcknowledgedOrder {
  readonly key: string
  readonly customer: string
  readonly product: Product
  readonly quantity: number
  /** The order was placed. */
  id?: string
  /** It was paid, by this transaction. */
  transactionId?: string
  isCancelled?: boolean
  isShipped?: boolean
}

/** The writes that the shop acknowledged, and must not lose. */
export interface AcknowledgedWrites {
  readonly orders: AcknowledgedOrder[]
  /** The comments of accepted reviews. */
  readonly reviews: string[]
}

export const noAcknowledgedWrites = (): AcknowledgedWrites => ({ orders: [], reviews: [] })

/** Makes a call, repeatedly if the part retries, until the answer has an expected status. */
export type RetryUntil = (expected: readonly number[], send: () => Promise<Answer>) => Promise<Answer>

/** A customer, and the admin who ships the paid orders. */
export interface Shopper {
  readonly shop: ShopCalls
  readonly customer: Person
  readonly admin: Person
  readonly products: readonly Product[]
  readonly retryUntil: RetryUntil
  readonly acknowledged: AcknowledgedWrites
}

type Action = (shopper: Shopper, order: AcknowledgedOrder) => Promise<unknown>

const ACTIONS: readonly Action[] = [
  async () => undefined,
  pay,
  async (shopper, order) => {
    await pay(shopper, order)
    if (order.transactionId) await ship(shopper, order)
  },
  cancel,
  (shopper, order) => Promise.all([pay(shopper, order), cancel(shopper, order)]),
  review,
  look,
]

/** Orders, pays, cancels, reviews and browses at random, without a pause, until `isOver`. */
export async function keepShopping(shopper: Shopper, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const order = await place(shopper)
    if (order.id) await pick(ACTIONS)(shopper, order)
  }
}

/** Orders a random quantity of a random product; the result has no `id` when the stock was too low. */
export async function place({
  shop,
  customer,
  products,
  retryUntil,
  acknowledged,
}: Shopper): Promise<AcknowledgedOrder> {
  const product = pick(products)
  const order: AcknowledgedOrder = {
    key: newId(),
    customer: customer.email,
    product,
    quantity: 100 + randomInt(50),
  }
  acknowledged.orders.push(order)
  const headers = { 'Idempotency-Key': order.key }
  const body = orderFor(product, order.quantity)
  const answer = await retryUntil([201, 409], () =>
    shop.call('POST', '/api/order', { body, as: customer, headers }),
  )
  if (answer.status === 201) order.id = answer.body._id
  return order
}

/** Pays, unless the order was paid or cancelled meanwhile. */
export async function pay({ shop, customer, retryUntil }: Shopper, order: AcknowledgedOrder): Promise<void> {
  const { totalPrice } = orderFor(order.product, order.quantity)
  const start = { body: { totalPrice, orderId: order.id }, as: customer }
  const started = await retryUntil([200, 404, 409], () =>
    shop.call('POST', '/api/create-payment-intent', start),
  )
  if (started.status !== 200) return
  const { clientSecret } = started.body
  // 400: an earlier confirmation succeeded but its answer was lost, or the order was cancelled meanwhile.
  await retryUntil([200, 400], () => shop.confirmCard(clientSecret, GOOD_CARD))
  const transactionId = intentOf(clientSecret)
  const settle = { body: { appointment: order.id, transactionId }, as: customer }
  const settled = await retryUntil([200, 402, 404, 409], () =>
    shop.call('PATCH', `/api/order/${order.id}`, settle),
  )
  if (settled.status === 200) order.transactionId = transactionId
}

export async function cancel(
  { shop, customer, retryUntil }: Shopper,
  order: AcknowledgedOrder,
): Promise<void> {
  // 404: an earlier cancellation succeeded but its answer was lost.
  const { status } = await retryUntil([200, 404, 409], () =>
    shop.call('DELETE', `/api/myorder/${order.id}`, { as: customer }),
  )
  order.isCancelled = status !== 409
}

async function ship({ shop, admin, retryUntil }: Shopper, order: AcknowledgedOrder): Promise<void> {
  const body = { status: 'shipped' }
  await retryUntil([200], () => shop.call('PUT', `/api/order/${order.id}`, { body, as: admin }))
  order.isShipped = true
}

async function review({ shop, customer, retryUntil, acknowledged }: Shopper): Promise<void> {
  const comment = `A sample comment ${newId()}`
  const body = { comment, rating: '4.5', name: 'Sample Customer' }
  await retryUntil([201], () => shop.call('POST', '/api/rating', { body, as: customer }))
  acknowledged.reviews.push(comment)
}

/** Reads public pages, and the customer's orders. */
export async function look({ shop, customer, products, retryUntil }: Shopper): Promise<void> {
  const product = pick(products)
  for (const path of ['/', '/api/product?limit=24', `/order/${product._id}`, `/api/order/${product._id}`]) {
    await retryUntil([200], () => shop.call('GET', path))
  }
  await retryUntil([200], () => shop.call('GET', '/api/myorders', { as: customer }))
}

export function pick<Value>(values: readonly Value[]): Value {
  const value = values[randomInt(values.length)]
  if (value === undefined) throw new Error('there is nothing to pick from')
  return value
}
