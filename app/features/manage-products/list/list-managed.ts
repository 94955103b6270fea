import { findHeldPieces, NONE_HELD } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import type { Paged } from '#kit/server/paging.ts'
import type { ListedProduct } from '../schema.ts'
import { listManaged, type ManagedQuery } from './managed-list.ts'

/** The products of a filter, each with what orders hold of it and what lies on the shelf. For staff. */
export async function listWithHeld(db: Db, query: ManagedQuery): Promise<Paged<ListedProduct>> {
  const products = await listManaged(db, query)
  const held = await findHeldPieces(
    db,
    products.rows.map(({ _id }) => _id),
  )
  return {
    ...products,
    rows: products.rows.map((product) => {
      const { unpaid, paid } = held.get(product._id) ?? NONE_HELD
      return { ...product, onHand: product.quantity + unpaid + paid, held: { unpaid, paid } }
    }),
  }
}
