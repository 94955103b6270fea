import { randomInt } from 'node:crypto'
import type { Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'
import {
  type Answer,
  GOOD_CARD,
  intentOf,
  orderFor,
  orderOfLines,
  type Person,
  type Pieces,
  type ShopCalls,
} from '../../tests/support/customer.ts'

/** The longest list that a customer orders. */
const MAXIMUM_LINES = 30

/** What a customer ordered, and the answers about it. */
export interface AcknowledgedOrder {
  readonly key: string
  readonly customer: string
  readonly lines: readonly { readonly productId: string; readonly quantity: number }[]
  readonly totalPrice: number
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

/** An order before it is answered. */
export function newOrderOf(customer: Person, wanted: readonly Pieces[]): AcknowledgedOrder {
  const { lines, totalPrice } = orderOfLines(wanted)
  return { key: newId(), customer: customer.email, lines, totalPrice }
}

/** Orders a random product or a random list; the result has no `id` when the stock was too low. */
export function place(shopper: Shopper): Promise<AcknowledgedOrder> {
  if (randomInt(2) === 0) return placeList(shopper)
  const wanted = randomPieces(pick(shopper.products))
  return placeWanted(shopper, [wanted], orderFor(wanted.product, wanted.quantity))
}

/** Orders up to 30 random products in a random sequence; the result has no `id` when the stock was too low. */
export function placeList(shopper: Shopper): Promise<AcknowledgedOrder> {
  const length = 1 + randomInt(Math.min(MAXIMUM_LINES, shopper.products.length))
  const wanted = pickSome(shopper.products, length).map(randomPieces)
  return placeWanted(shopper, wanted, orderOfLines(wanted))
}

const randomPieces = (product: Product): Pieces => ({ product, quantity: 100 + randomInt(50) })

async function placeWanted(
  { shop, customer, retryUntil, acknowledged }: Shopper,
  wanted: readonly Pieces[],
  body: object,
): Promise<AcknowledgedOrder> {
  const order = newOrderOf(customer, wanted)
  acknowledged.orders.push(order)
  const options = { body, as: customer, headers: { 'Idempotency-Key': order.key } }
  const answer = await retryUntil([201, 409], () => shop.call('POST', '/api/order', options))
  if (answer.status === 201) order.id = answer.body._id
  else expectOutOfStock(answer, order, 'lines' in body)
  return order
}

/** A list is refused with each line that has too few pieces. */
function expectOutOfStock({ body }: Answer, { lines }: AcknowledgedOrder, isList: boolean): void {
  const short: { index: number; code: string; available: number }[] = body.lines ?? []
  const isShort = short.every(
    ({ index, code, available }) => code === 'out_of_stock' && available < (lines[index]?.quantity ?? 0),
  )
  if (body.code !== 'out_of_stock' || !isShort || isList !== short.length > 0)
    throw new Error(`Refused by ${JSON.stringify(body)}`)
}

/** Pays, unless the order was paid or cancelled meanwhile. */
export async function pay({ shop, customer, retryUntil }: Shopper, order: AcknowledgedOrder): Promise<void> {
  const start = { body: { totalPrice: order.totalPrice, orderId: order.id }, as: customer }
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

function pickSome<Value>(values: readonly Value[], count: number): Value[] {
  const rest = [...values]
  return Array.from({ length: count }, () => rest.splice(randomInt(rest.length), 1)).flat()
}
