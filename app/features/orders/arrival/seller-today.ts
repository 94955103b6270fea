import { dayAt } from '#features/delivery/delivery.ts'
import { currentSettings } from '#features/settings/settings.ts'
import type { Shop } from '#kit/shop.ts'

/** The day that it is for the seller: in the time zone of the settings. */
export const sellerToday = async (shop: Pick<Shop, 'db' | 'config' | 'now'>): Promise<string> =>
  dayAt(shop.now(), (await currentSettings(shop)).delivery.timeZone)
