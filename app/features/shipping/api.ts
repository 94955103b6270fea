import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { losingApi } from './losing/api.ts'
import { restockingApi } from './restocking/api.ts'
import { shipmentsApi } from './shipments/api.ts'

/** The calls by which staff ship orders, and put pieces back to stock. */
export const shippingApi = (shop: Shop) =>
  createRouter().route('/', shipmentsApi(shop)).route('/', losingApi(shop)).route('/', restockingApi(shop))

export type ShippingApi = ReturnType<typeof shippingApi>
