import { createHash } from 'node:crypto'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findOrderedProduct, MINIMUM_ORDER_PIECES, takeStock } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { changePublicVersion } from '#kit/db/public-version.ts'
import { AppError } from '#kit/http/problem.ts'
import { newId } from '#kit/id.ts'
import {
  CURRENCY,
  centsToDollars,
  formatTotal,
  isSameTotal,
  MAXIMUM_TOTAL_CENTS,
  totalCents,
} from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { texts } from '#kit/texts.ts'
import { mailCustomers } from './order-mails.ts'
import { recordEvents, selectOrders, toOrder } from './order-rows.ts'
import type { Order, PlaceOrder } from './schema.ts'
import { SHOP_ACTOR } from './states.ts'

type OrderedProduct = Awaited<ReturnType<typeof findOrderedProduct>>

/** A caller's name for one attempt, and what it asked for: the same again gives the same order. */
interface Attempt {
  readonly key: string
  readonly hash: string
}

/**
 * Places an order: takes its pieces out of stock and holds them until `HOLD_HOURS` are over.
 * Name and e-mail come from the account, price and total from the catalogue. Refused, with nothing changed:
 * another's e-mail (403), an unknown product (404), fewer than the minimum (422 `below_minimum`), more than there
 * are (409 `out_of_stock`), a total that differs (409 `price_changed`).
 * With an idempotency key the same request gives the same order, once; another request under it is 422.
 */
export async function placeOrder(
  shop: Shop,
  customer: SignedInUser,
  input: PlaceOrder,
  idempotencyKey?: string,
): Promise<Order> {
  const attempt = idempotencyKey === undefined ? undefined : readAttempt(idempotencyKey, input)
  const earlier = attempt && (await findEarlier(shop, customer, attempt))
  if (earlier) return earlier
  if (input.email !== undefined && input.email.trim().toLowerCase() !== customer.email) {
    throw new AppError('forbidden', 'An order is placed for the account that is signed in.')
  }
  const product = await findOrderedProduct(shop.db, input)
  checkTerms(input, product)
  const id = await write(shop, customer, input, product, attempt)
  if (id === undefined && attempt) {
    const winner = await findEarlier(shop, customer, attempt)
    if (winner) return winner
  }
  if (id === undefined) throw await refusedByStock(shop, input)
  return toOrder(await selectOrders(shop.db).where('orders.id', '=', id).executeTakeFirstOrThrow())
}

/** The price of an order: its one rule. Quantities are pieces. */
const priceOrder = (product: OrderedProduct, quantity: number): number =>
  totalCents(product.priceE4, quantity)

function checkTerms(input: PlaceOrder, product: OrderedProduct): void {
  if (input.quantity < MINIMUM_ORDER_PIECES) {
    throw new AppError('below_minimum', texts.order.belowMinimum, {
      minimum: MINIMUM_ORDER_PIECES,
      errors: [{ pointer: '#/quantity', detail: texts.order.belowMinimum }],
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

/** Everything that a new order's rows are made of. */
interface Draft {
  readonly id: string
  readonly now: number
  readonly customer: SignedInUser
  readonly input: PlaceOrder
  readonly product: OrderedProduct
  readonly holdUntil: number
  readonly attempt: Attempt | undefined
}

/** Writes the order whole, or nothing: undefined when its key was used meanwhile or the stock refused. */
async function write(
  shop: Shop,
  customer: SignedInUser,
  input: PlaceOrder,
  product: OrderedProduct,
  attempt: Attempt | undefined,
): Promise<string | undefined> {
  const now = shop.now()
  const draft = {
    id: newId(now),
    now,
    customer,
    input,
    product,
    holdUntil: now + shop.config.holdMs,
    attempt,
  }
  try {
    await shop.db.transaction().execute(async (trx) => {
      await insertOrder(trx, draft)
      await insertLineAndEvents(trx, draft)
      await mailCustomers(trx, now, 'placed', { id: draft.id, email: customer.email })
      // The stock comes last: its row is the one that others wait for.
      const line = { productId: product._id, quantity: input.quantity, priceE4: product.priceE4 }
      if (!(await takeStock(trx, line))) throw new Undo()
      await changePublicVersion(trx)
    })
    return draft.id
  } catch (error) {
    if (error instanceof Undo) return undefined
    throw error
  }
}

async function insertOrder(
  trx: Db,
  { id, now, customer, input, product, holdUntil, attempt }: Draft,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('orders')
    .values({
      id,
      user_id: customer.id,
      name: customer.name,
      email: customer.email,
      phone: input.phone,
      address: input.address,
      search_text: `${product.name}\n${customer.name}\n${customer.email}`.toLowerCase(),
      total_cents: priceOrder(product, input.quantity),
      currency: CURRENCY,
      status: null,
      transaction_id: null,
      idempotency_key: attempt?.key ?? null,
      idempotency_hash: attempt?.hash ?? null,
      created_at: now,
      hold_until: holdUntil,
      paid_at: null,
      shipped_at: null,
      reminded_at: null,
      cancelled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Undo()
}

async function insertLineAndEvents(
  trx: Db,
  { id, now, customer, input, product, holdUntil }: Draft,
): Promise<void> {
  await trx
    .insertInto('order_lines')
    .values({
      order_id: id,
      position: 0,
      product_id: product._id,
      product_name: product.name,
      sku: product.sku,
      unit_price_e4: product.priceE4,
      quantity: input.quantity,
      line_total_cents: priceOrder(product, input.quantity),
    })
    .execute()
  await recordEvents(
    trx,
    { orderId: id, kind: 'placed', actor: customer.id, at: now },
    {
      orderId: id,
      kind: 'held',
      actor: SHOP_ACTOR,
      at: now,
      detail: `until ${new Date(holdUntil).toISOString()}`,
    },
  )
}

/** Rolls the transaction back without being an error to anyone. */
class Undo extends Error {}

/** Why the stock refused: the product as it is now says so. */
async function refusedByStock(shop: Shop, input: PlaceOrder): Promise<AppError> {
  const product = await findOrderedProduct(shop.db, input)
  return input.quantity > product.quantity
    ? outOfStock(product.quantity)
    : priceChanged(priceOrder(product, input.quantity))
}

function outOfStock(available: number): AppError {
  return new AppError('out_of_stock', `Only ${available} pieces are left.`, {
    available,
    errors: [{ pointer: '#/quantity', detail: `Only ${available} pieces are left.` }],
  })
}

function priceChanged(cents: number): AppError {
  const totalPrice = centsToDollars(cents)
  return new AppError(
    'price_changed',
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
    throw new AppError('key_reused', 'This Idempotency-Key was used for another order.')
  }
  if (earlier.cancelled_at !== null)
    throw new AppError('conflict', 'The order of this Idempotency-Key was cancelled.')
  return toOrder(await selectOrders(shop.db).where('orders.id', '=', earlier.id).executeTakeFirstOrThrow())
}
