import { shopTimeZone } from '#features/settings/settings.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import type { Shop } from '#kit/shop.ts'

/** The day that it is for the seller: in the time zone of the settings. */
export const sellerToday = async (shop: Pick<Shop, 'db' | 'config' | 'now'>): Promise<string> =>
  dayAt(shop.now(), await shopTimeZone(shop))
