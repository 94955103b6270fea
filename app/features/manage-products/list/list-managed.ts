import { findHeldPieces, NONE_HELD } from '#features/orders/orders.ts'
import { withPace } from '#features/overview/overview.ts'
import { heldSum } from '#features/stock-count/held.ts'
import type { Paged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import type { ListedProduct } from '../schema.ts'
import { listManaged, type ManagedQuery } from './managed-list.ts'

/** The products of a filter, each with what orders hold of it and what lies on the shelf; low ones with how they sell. For staff. */
export async function listWithHeld(shop: Shop, query: ManagedQuery): Promise<Paged<ListedProduct>> {
  const products = await listManaged(shop.db, query)
  const held = await findHeldPieces(
    shop.db,
    products.rows.map(({ _id }) => _id),
  )
  const rows = products.rows.map((product) => {
    const ofOrders = held.get(product._id) ?? NONE_HELD
    return { ...product, onHand: product.quantity + heldSum(ofOrders), held: ofOrders }
  })
  return { ...products, rows: query.state === 'low' ? await withPace(shop, rows) : rows }
}
