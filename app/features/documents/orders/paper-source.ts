import type { Order } from '#features/orders/orders.ts'
import { currentSettings, sellerTermsOf } from '#features/settings/settings.ts'
import { paperFormatOf } from '#kit/pdf/paper-format.ts'
import type { Shop } from '#kit/shop.ts'
import type { PaperSource } from './order-paper.ts'

/** What the papers of an order are made from, with the settings as they are now. */
export async function sourceOf<Source extends Order>(
  shop: Shop,
  order: Source,
): Promise<PaperSource & { readonly order: Source }> {
  const { config } = shop
  const settings = await currentSettings(shop)
  const terms = sellerTermsOf(settings, config)
  const format = paperFormatOf(settings.seller.address?.country)
  const { timeZone } = settings.delivery
  return { order, terms, isSandbox: config.stripe === undefined, format, timeZone }
}
