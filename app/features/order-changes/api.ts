import { ownCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import { orderId } from '#features/orders/api.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { orderDetailsSchema } from '#features/orders/schema.ts'
import type { VatService } from '#features/tax/tax.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { changeOwnOrder } from './contact/change-own-order.ts'
import { changeOrderSchema } from './contact/schema.ts'

/** Changes of orders: each is an event that the order keeps. */
export const ORDER_CHANGE_LIMIT: Limit = {
  name: 'order-change',
  what: 'changes of an order',
  account: 200,
  address: 2000,
  windowMs: 10 * MINUTE_MS,
}

const changeRoute = ownCall('patch', '/myorder/{id}', {
  operationId: 'changeOrder',
  summary: 'Change an order until it is shipped',
  description:
    'The own order, or for staff any. Fields that are absent stay. `null` removes PO number and note. `deliverTo` replaces the address where price, tax and method of delivery stay what they were when the order was placed; otherwise it is refused with what would be payable. In the same place (country, region, territory of the tax) it is always taken; the settings of today are asked only for what a move changes. The days that were promised stay.',
  ...orderId,
  body: changeOrderSchema,
  limit: ORDER_CHANGE_LIMIT,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: [accountRefusals.secondFactorRequired, orderRefusals.priceChanged, 'conflict'],
})

/** The call that changes contact data of an order. That of its lines is in payments, since it needs the payment provider. */
export const orderChangesApi = (shop: Shop, vat: VatService) =>
  createRouter('Orders').openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await changeOwnOrder({ shop, vat }, c.get('user'), id, c.req.valid('json')), 200)
  })

export type OrderChangesApi = ReturnType<typeof orderChangesApi>
