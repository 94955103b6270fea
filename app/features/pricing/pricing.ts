import type { Db } from '#kit/db/db.ts'
import type { PricedProduct } from './price-line.ts'

/** The id of the account that would pay the prices. */
export type PriceBuyer = string | undefined

/** Who is nobody in particular: everybody may be told these prices. */
export const VISITOR: PriceBuyer = undefined

/** A product with the prices of the list. */
interface ListedProduct extends PricedProduct {
  readonly _id: string
  /** Another one than before if the prices of the list may be others: under its lock an order is compared with it. */
  readonly revision: number
}

declare const PRICED: unique symbol

/** A product with the prices of a buyer: what may be charged and quoted. Only {@link pricesFor} makes one. */
export type PricedFor<Product> = Product extends ListedProduct
  ? Product & { readonly [PRICED]: true }
  : Product

/**
 * The products with the prices of the buyer, in their sequence; what is undefined stays so. Whoever charges or quotes a price on
 * the server asks here, once for all products of a list: see docs/decisions/0069-prices-for-a-buyer.md. All pay the list's today.
 */
export async function pricesFor<const Products extends readonly (ListedProduct | undefined)[]>(
  _db: Db,
  _buyer: PriceBuyer,
  products: Products,
): Promise<{ [Index in keyof Products]: PricedFor<Products[Index]> }> {
  return products as { [Index in keyof Products]: PricedFor<Products[Index]> }
}
