import type { Insertable } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { findOrderedProduct } from '#features/catalog/catalog.ts'
import { type Context, currentContext } from '#kit/db/after-commit.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { CURRENCY, totalCents } from '#kit/money.ts'
import type { OrderEvent } from './order-rows.ts'
import { orderSearchText } from './order-search.ts'
import type { PlaceOrder } from './schema.ts'
import { SHOP_ACTOR } from './states.ts'

export type OrderedProduct = Awaited<ReturnType<typeof findOrderedProduct>>

/** An idempotency key and the hash of its request: the same request with the same key returns the same order. */
export interface Attempt {
  readonly key: string
  readonly hash: string
}

/** The input of `newOrderRows`. */
interface NewOrder {
  readonly now: number
  readonly holdMs: number
  readonly customer: SignedInUser
  readonly input: PlaceOrder
  readonly product: OrderedProduct
  readonly attempt: Attempt | undefined
  readonly unpaidLimit: number | undefined
}

/** The rows of a new order. All of them are written, or none. */
export interface NewOrderRows {
  readonly order: Insertable<Schema['orders']>
  readonly line: Schema['order_lines']
  readonly events: readonly OrderEvent[]
  /** How many unpaid orders its customer may have, this one included; undefined means no limit. */
  readonly unpaidLimit: number | undefined
  /** The context of the request that places it. */
  readonly context: Context
}

/** The database's defaults of a new order. */
export const NEW_ORDER = {
  status: null,
  transaction_id: null,
  paid_at: null,
  shipped_at: null,
  refunded_cents: 0,
  dispute: null,
  unmatched_refund: null,
} as const

/** The total of an order in cents; `quantity` in pieces. */
export const priceOrder = (product: OrderedProduct, quantity: number): number =>
  totalCents(product.priceE4, quantity)

export function newOrderRows(newOrder: NewOrder): NewOrderRows {
  const { now, holdMs, customer, input, product, attempt, unpaidLimit } = newOrder
  const id = newId(now)
  const holdUntil = now + holdMs
  const total = priceOrder(product, input.quantity)
  const context = currentContext()
  return {
    order: {
      id,
      user_id: customer.id,
      name: customer.name,
      email: customer.email,
      phone: input.phone,
      address: input.address,
      search_text: orderSearchText({
        product: product.name,
        sku: product.sku,
        name: customer.name,
        email: customer.email,
        address: input.address,
      }),
      total_cents: total,
      currency: CURRENCY,
      idempotency_key: attempt?.key ?? null,
      idempotency_hash: attempt?.hash ?? null,
      created_at: now,
      hold_until: holdUntil,
    },
    line: {
      order_id: id,
      position: 0,
      product_id: product._id,
      product_name: product.name,
      sku: product.sku,
      unit_price_e4: product.priceE4,
      quantity: input.quantity,
    },
    events: [
      { orderId: id, kind: 'placed', actor: customer.id, at: now, context },
      {
        orderId: id,
        kind: 'held',
        actor: SHOP_ACTOR,
        at: now,
        detail: `until ${new Date(holdUntil).toISOString()}`,
        context,
      },
    ],
    unpaidLimit,
    context,
  }
}
