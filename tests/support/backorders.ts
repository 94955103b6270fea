import type { SignedInUser } from '#features/accounts/accounts.ts'
import { acceptOffer } from '#features/offers/accepting/accept-offer.ts'
import { askForOffer } from '#features/offers/asking/ask-offer.ts'
import { makeOffer } from '#features/offers/offering/make-offer.ts'
import type { Order } from '#features/orders/schema.ts'
import { priceLine } from '#features/pricing/price-line.ts'
import { noVatService } from '#features/tax/tax.ts'
import { e4ToDollars } from '#kit/money.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { type Person, type Pieces, sessionOf, userIdOf, verifyEmail } from './customer.ts'
import type { TestApp } from './test-app.ts'

const STAFF: SignedInUser = {
  ...{ id: 'staff', name: 'Sample Staff', email: 'staff@example.com', emailVerified: true },
  ...{ role: 'admin', sessionId: 'staff' },
}

/** Places an order of any number of pieces at the prices of the list, by an offer: its lines lack what the stock does not cover. */
export async function placeBackorder(
  { shop }: Pick<TestApp, 'shop'>,
  customer: Person,
  lines: readonly Pieces[],
): Promise<Order> {
  await verifyEmail(shop, customer)
  const id = await userIdOf(shop, customer)
  const { name, email } = customer
  const caller = { id, name, email, emailVerified: true, ...(await sessionOf(shop, { id })) }
  const asked = lines.map(({ product, quantity }) => ({ productId: product._id, quantity }))
  const offerId = await askForOffer(shop, caller, { lines: asked }, undefined)
  await makeOffer(shop, noVatService, STAFF, offerId, {
    lines: lines.map(({ product, quantity }) => ({
      ...{ productId: product._id, quantity },
      price: e4ToDollars(priceLine(product, quantity).priceE4),
    })),
    validUntil: isoDay(shop.now() + DAY_MS),
    revision: 1,
  })
  return acceptOffer(shop, noVatService, caller, offerId, { revision: 2 })
}

/** All that orders, their pieces and stocks are, for a test that compares it. */
export async function readBackorders({ shop: { db } }: Pick<TestApp, 'shop'>) {
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('order_lines').selectAll().orderBy('order_id').orderBy('position').execute(),
    lacking: await db.selectFrom('backorders').selectAll().orderBy('order_id').orderBy('position').execute(),
    products: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    shipped: await db
      .selectFrom('shipment_lines')
      .innerJoin('shipments', 'shipments.id', 'shipment_id')
      .select(['order_id', 'position', 'quantity'])
      .orderBy('shipment_id')
      .orderBy('position')
      .execute(),
    covered: await db.selectFrom('covered_backorders').selectAll().orderBy('id').execute(),
  }
}

type Everything = Awaited<ReturnType<typeof readBackorders>>

/** A line with what became of its pieces. */
export interface LineAccount {
  readonly orderId: string
  readonly position: number
  readonly productId: string
  /** What of it is not in stock yet, refunded pieces first left out, of an order that still ships. */
  readonly awaited: number
  /** What was taken out of stock for it and did not come back. */
  readonly taken: number
  /** What of that lies on the shelf. */
  readonly onShelf: number
}

/** The lines of orders that are not cancelled, counted from their rows, the oldest order first. */
export function accountsOf({ orders, lines, lacking, shipped }: Everything): LineAccount[] {
  const open = new Map(orders.filter(({ cancelled_at }) => cancelled_at === null).map((row) => [row.id, row]))
  return lines.flatMap(({ order_id, position, product_id, quantity, replaced, restocked, refunded }) => {
    const order = open.get(order_id)
    if (!order) return []
    const isOfLine = (row: { order_id: string; position: number }) =>
      row.order_id === order_id && row.position === position
    const lacks = lacking.find(isOfLine)?.quantity ?? 0
    const sent = shipped.filter(isOfLine).reduce((sum, row) => sum + row.quantity, 0)
    const taken = quantity + replaced - restocked - lacks
    const isOver =
      order.restocked_at !== null || order.refunded_cents + order.refunding_cents >= order.total_cents
    return [
      {
        ...{ orderId: order_id, position, productId: product_id, taken, onShelf: taken - sent },
        awaited: isOver ? 0 : Math.max(0, lacks - Math.max(0, refunded - restocked)),
      },
    ]
  })
}
