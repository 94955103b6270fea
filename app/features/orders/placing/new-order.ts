import type { Insertable } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { OrderedProduct } from '#features/catalog/catalog.ts'
import { priceLine } from '#features/pricing/price-line.ts'
import { type Context, currentContext } from '#kit/db/after-commit.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { CURRENCY } from '#kit/money.ts'
import type { RequestKey } from '#kit/request-key.ts'
import { toIso } from '#kit/time.ts'
import { newOrderNumber } from '../records/order-number.ts'
import type { LineRow, OrderEvent, OrderRow } from '../records/order-rows.ts'
import { orderSearchText } from '../records/order-search.ts'
import type { PlaceOrder } from '../schema.ts'
import { SHOP_ACTOR } from '../states.ts'
import type { UnpaidLimits } from './unpaid-limit.ts'

/** A line of a new order: the product as it was read, and how many pieces of it. */
export interface OrderedLine {
  readonly product: OrderedProduct
  readonly quantity: number
}

/** The input of `newOrderRows`. */
interface NewOrder {
  readonly now: number
  readonly holdMs: number
  readonly customer: SignedInUser
  readonly input: PlaceOrder
  readonly lines: readonly OrderedLine[]
  readonly key: RequestKey | undefined
  readonly limits: UnpaidLimits | undefined
}

/** The rows of a new order. All of them are written, or none. */
export interface NewOrderRows {
  readonly order: Insertable<Schema['orders']> & Pick<OrderRow, 'number' | 'po_number' | 'note'>
  readonly lines: readonly LineRow[]
  /** The same lines with the products as they were read. */
  readonly ordered: readonly OrderedLine[]
  readonly events: readonly OrderEvent[]
  /** What the unpaid orders of its customer may be, this one included; undefined means no limit. */
  readonly limits: UnpaidLimits | undefined
  /** The context of the request that places it. */
  readonly context: Context
}

/** The database's defaults of a new order. */
export const NEW_ORDER = {
  status: null,
  progress: null,
  transaction_id: null,
  paid_at: null,
  shipped_at: null,
  cancelled_at: null,
  refunded_cents: 0,
  refunding_cents: 0,
  restocked_at: null,
  dispute: null,
  unmatched_refund: null,
  address_changed_at: null,
} as const

/** The total of an order in cents. */
export const priceOrder = (lines: readonly OrderedLine[]): number =>
  lines.reduce((sum, { product, quantity }) => sum + priceLine(product, quantity).totalCents, 0)

export function newOrderRows(newOrder: NewOrder): NewOrderRows {
  const { now, holdMs, customer, input, lines: ordered, key, limits } = newOrder
  const id = newId(now)
  const number = newOrderNumber()
  const poNumber = input.poNumber ?? null
  const holdUntil = now + holdMs
  const context = currentContext()
  const lines = ordered.map((line, position) => lineRow(id, position, line))
  const { name, email } = customer
  const { address } = input
  return {
    order: {
      id,
      number,
      user_id: customer.id,
      name,
      email,
      phone: input.phone,
      address,
      po_number: poNumber,
      note: input.note ?? null,
      search_text: orderSearchText({ number, poNumber, lines, name, email, address }),
      total_cents: priceOrder(ordered),
      currency: CURRENCY,
      idempotency_key: key?.idempotency_key ?? null,
      idempotency_hash: key?.idempotency_hash ?? null,
      created_at: now,
      hold_until: holdUntil,
    },
    lines,
    ordered,
    events: [
      { orderId: id, kind: 'placed', actor: customer.id, at: now, context },
      {
        orderId: id,
        kind: 'held',
        actor: SHOP_ACTOR,
        at: now,
        detail: `until ${toIso(holdUntil)}`,
        context,
      },
    ],
    limits,
    context,
  }
}

const lineRow = (orderId: string, position: number, { product, quantity }: OrderedLine) => ({
  order_id: orderId,
  position,
  product_id: product._id,
  product_name: product.name,
  sku: product.sku,
  unit_price_e4: priceLine(product, quantity).priceE4,
  quantity,
  restocked: 0,
})
