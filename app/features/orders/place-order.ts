import { createHash } from 'node:crypto'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findOrderedProduct, MINIMUM_ORDER_PIECES } from '#features/catalog/catalog.ts'
import { formatCount } from '#kit/count-text.ts'
import { createGroupCommit } from '#kit/db/group-commit.ts'
import { centsToDollars, formatTotal, isSameTotal, MAXIMUM_TOTAL_CENTS } from '#kit/money.ts'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import {
  type Attempt,
  NEW_ORDER,
  type NewOrderRows,
  newOrderRows,
  type OrderedProduct,
  priceOrder,
} from './new-order.ts'
import { selectOrders, toOrder } from './order-rows.ts'
import { orderRefusals } from './refusals.ts'
import type { Order, PlaceOrder } from './schema.ts'
import { orderTexts } from './texts.ts'
import { tooManyUnpaid, unpaidLimitOf } from './unpaid-limit.ts'
import { writeOrders } from './write-orders.ts'

/** See `createPlaceOrder`. */
type OrderPlacer = (customer: SignedInUser, input: PlaceOrder, idempotencyKey?: string) => Promise<Order>

/**
 * Returns the function that places orders: it reserves their pieces for `HOLD_HOURS`.
 * Name and e-mail come from the account, price and total from the catalogue. Refused, with nothing changed:
 * another customer's e-mail (403), an unknown product (404), fewer pieces than the minimum (422 `below_minimum`), more
 * than the stock (409 `out_of_stock`), a total that differs (409 `price_changed`), more unpaid orders than the customer
 * may have (409 `too_many_unpaid`).
 * With an idempotency key the same request returns the same order; another request with that key is 422.
 */
export function createPlaceOrder(shop: Shop): OrderPlacer {
  const write = createGroupCommit(shop.db, (trx, orders: readonly NewOrderRows[]) =>
    writeOrders(trx, shop.kind, orders),
  )
  const placeOrder: OrderPlacer = async (customer, input, idempotencyKey) => {
    const attempt = idempotencyKey === undefined ? undefined : readAttempt(idempotencyKey, input)
    const earlier = attempt && (await findEarlier(shop, customer, attempt))
    if (earlier) return earlier
    if (input.email !== undefined && input.email.trim().toLowerCase() !== customer.email) {
      throw new AppError('forbidden', 'An order is placed for the account that is signed in.')
    }
    const product = await findOrderedProduct(shop.db, input)
    checkOrder(input, product)
    const { holdMs } = shop.config
    const unpaidLimit = unpaidLimitOf(shop, customer)
    const rows = newOrderRows({ now: shop.now(), holdMs, customer, input, product, attempt, unpaidLimit })
    const written = await write(rows)
    if (written === 'refused by stock') throw await stockRefusal(shop, input)
    if (written === 'too many unpaid') throw tooManyUnpaid(shop, unpaidLimit ?? 0)
    // Another request used the key meanwhile: it placed the order, or it was refused and the key is free again.
    if (written === 'key used') return placeOrder(customer, input, idempotencyKey)
    return toOrder({ ...NEW_ORDER, ...rows.order, ...rows.line })
  }
  return placeOrder
}

function checkOrder(input: PlaceOrder, product: OrderedProduct): void {
  if (input.quantity < MINIMUM_ORDER_PIECES) {
    throw new AppError(orderRefusals.belowMinimum, orderTexts.belowMinimum, {
      minimum: MINIMUM_ORDER_PIECES,
      errors: [{ pointer: '#/quantity', detail: orderTexts.belowMinimum }],
    })
  }
  if (input.quantity > product.quantity) throw outOfStock(product.quantity)
  const total = priceOrder(product, input.quantity)
  if (total > MAXIMUM_TOTAL_CENTS) {
    const detail = `One order can come to ${formatTotal(centsToDollars(MAXIMUM_TOTAL_CENTS))} at most. Split it.`
    throw new AppError('invalid', detail, { errors: [{ pointer: '#/quantity', detail }] })
  }
  if (!isSameTotal(input.totalPrice, product.priceE4, input.quantity)) throw priceChanged(total)
}

/** Why the stock could not be reserved, read from the current product. */
async function stockRefusal(shop: Shop, input: PlaceOrder): Promise<AppError> {
  const product = await findOrderedProduct(shop.db, input)
  return input.quantity > product.quantity
    ? outOfStock(product.quantity)
    : priceChanged(priceOrder(product, input.quantity))
}

function outOfStock(available: number): AppError {
  const detail = `Only ${formatCount(available)} pieces are left.`
  return new AppError(orderRefusals.outOfStock, detail, {
    available,
    errors: [{ pointer: '#/quantity', detail }],
  })
}

function priceChanged(cents: number): AppError {
  const totalPrice = centsToDollars(cents)
  return new AppError(
    orderRefusals.priceChanged,
    `The total is ${formatTotal(totalPrice)}. Nothing was ordered; check it and place the order again.`,
    { totalPrice },
  )
}

function readAttempt(key: string, input: PlaceOrder): Attempt {
  if (key.length < 1 || key.length > 255) {
    throw new AppError('invalid', 'An Idempotency-Key has 1 to 255 characters.')
  }
  const canonical = JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { key, hash: createHash('sha256').update(canonical).digest('base64url') }
}

async function findEarlier(shop: Shop, customer: SignedInUser, attempt: Attempt): Promise<Order | undefined> {
  const earlier = await shop.db
    .selectFrom('orders')
    .select(['id', 'idempotency_hash', 'cancelled_at'])
    .where('user_id', '=', customer.id)
    .where('idempotency_key', '=', attempt.key)
    .executeTakeFirst()
  if (!earlier) return undefined
  if (earlier.idempotency_hash !== attempt.hash) {
    throw new AppError(orderRefusals.keyReused, 'This Idempotency-Key was used for another order.')
  }
  if (earlier.cancelled_at !== null)
    throw new AppError('conflict', 'The order of this Idempotency-Key was cancelled.')
  return toOrder(await selectOrders(shop.db).where('orders.id', '=', earlier.id).executeTakeFirstOrThrow())
}
