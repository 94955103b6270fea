import type { Product } from '#features/catalog/schema.ts'
import { type DispatchPromise, promiseDispatch } from '#features/delivery/delivery.ts'
import { isSoldOut } from '#features/pricing/quantity-terms.ts'
import { currentSettings, sellerPlace } from '#features/settings/settings.ts'
import { showsUntil } from '#kit/public-cache/shown.ts'
import type { Shop } from '#kit/shop.ts'

/** When the part ships if it is ordered now; undefined when it is sold out, or nothing is delivered. */
export async function findDispatch(
  shop: Pick<Shop, 'db' | 'config' | 'now'>,
  product: Product,
): Promise<DispatchPromise | undefined> {
  const settings = await currentSettings(shop)
  if (settings.delivery.methods.length === 0 || isSoldOut(product)) return undefined
  const promise = promiseDispatch({
    settings: settings.delivery,
    seller: sellerPlace(settings),
    leadDays: product.leadDays ?? 0,
    now: shop.now(),
  })
  showsUntil(promise.until)
  return promise
}
