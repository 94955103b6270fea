import { findQuotedProducts } from '#features/catalog/catalog.ts'
import type { Shop } from '#kit/shop.ts'
import type { OwnPrice } from '../schema.ts'
import { priceBuyer, pricesFor } from './prices-for.ts'

/** What an account pays for these parts today, in their sequence; those that are not for sale are left out. */
export async function findOwnPrices(
  shop: Shop,
  userId: string,
  skus: readonly string[],
): Promise<OwnPrice[]> {
  const { db } = shop
  const found = await findQuotedProducts(db, { skus, ids: [] })
  const products = [...new Set(skus.map((sku) => found.bySku(sku)))].filter((product) => product?.isForSale)
  const priced = await pricesFor(db, await priceBuyer(shop, userId), products)
  return priced.flatMap((product) =>
    product
      ? [{ sku: product.sku, prices: [...product.prices], agreed: product.agreed?.isAgreed === true }]
      : [],
  )
}
