import type { Guards } from '#features/accounts/accounts.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { losingApi } from './losing/api.ts'
import { restockingApi } from './restocking/api.ts'
import { shipmentsApi } from './shipments/api.ts'

/** The calls by which staff ship orders, and put pieces back to stock. */
export const shippingApi = (shop: Shop, guards: Guards) =>
  createRouter()
    .route('/', shipmentsApi(shop, guards))
    .route('/', losingApi(shop, guards))
    .route('/', restockingApi(shop, guards))

export type ShippingApi = ReturnType<typeof shippingApi>
