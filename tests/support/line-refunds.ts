import type { Product } from '#features/catalog/schema.ts'
import type { Order, OrderDetails } from '#features/orders/orders.ts'
import { type Answer, GOOD_CARD, intentOf } from './customer.ts'
import { LYON, openTrade, TRADED } from './delivery-shop.ts'
import { createRefundSetup, type RefundSetup } from './refund-setup.ts'

/** So many pieces of the line at that position. */
export type Piece = readonly [position: number, quantity: number]

export const linesOf = (pieces: readonly Piece[]) =>
  pieces.map(([position, quantity]) => ({ position, quantity }))

const STOCK = 100_000

/** A shop with two products whose orders are refunded by line. */
export interface LineRefunds extends AsyncDisposable {
  readonly setup: RefundSetup
  readonly products: readonly [Product, Product]
  /** 100 pieces for $12.34 and 200 for $2.22, delivered for $5.00; with 20 % VAT, $23.47 in all. */
  paidOrder(card?: string): Promise<OrderDetails & { readonly transactionId: string }>
  refund(order: Pick<Order, '_id'>, pieces: readonly Piece[], more?: object, key?: string): Promise<Answer>
  /** Ships these pieces, or all that are left. */
  ship(order: Order, ...pieces: Piece[]): Promise<Answer>
  /** Puts these pieces back to stock, or those that the shop knows of. */
  restock(order: Order, ...pieces: Piece[]): Promise<Answer>
  /** How many pieces of both products are not for sale. */
  taken(): Promise<number[]>
}

export async function createLineRefunds(): Promise<LineRefunds> {
  const setup = await createRefundSetup()
  const { shop, admin } = setup
  await openTrade(shop)
  const products = [
    await shop.addProduct({ ...TRADED, quantity: STOCK, price: 0.1234 }),
    await shop.addProduct({ ...TRADED, quantity: STOCK, price: 0.0111 }),
  ] as const
  const post = ({ _id }: Order, path: string, pieces: readonly Piece[]) => {
    const body = pieces.length > 0 ? { lines: linesOf(pieces) } : {}
    return shop.call('POST', `/api/order/${_id}/${path}`, { as: admin, body })
  }
  return {
    setup,
    products,
    paidOrder: (card = GOOD_CARD) => payOrder(setup, products, card),
    refund: (order, pieces, more = {}, key) =>
      setup.requestParts(order, { ...(pieces.length > 0 && { lines: linesOf(pieces) }), ...more }, key),
    ship: (order, ...pieces) => post(order, 'shipments', pieces),
    restock: (order, ...pieces) => post(order, 'restock', pieces),
    taken: async () => {
      const rows = await shop.shop.db.selectFrom('products').select(['id', 'quantity']).execute()
      return products.map(({ _id }) => STOCK - (rows.find(({ id }) => id === _id)?.quantity ?? 0))
    },
    [Symbol.asyncDispose]: () => setup[Symbol.asyncDispose](),
  }
}

async function payOrder({ shop, customer, read }: RefundSetup, products: readonly Product[], card: string) {
  const body = {
    lines: products.map(({ _id: productId }, index) => ({ productId, quantity: [100, 200][index] })),
    totalPrice: 14.56,
    deliverTo: LYON,
    delivery: 'standard',
  }
  const { body: order } = await shop.call('POST', '/api/order', { as: customer, body })
  const clientSecret = await shop.startPayment(customer, order)
  await shop.confirmCard(clientSecret, card)
  await shop.settle(customer, order, intentOf(clientSecret))
  return (await read(order)) as OrderDetails & { readonly transactionId: string }
}
