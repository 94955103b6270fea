import type { Guards } from '#features/accounts/accounts.ts'
import { orderId } from '#features/orders/api.ts'
import { orderDetailsSchema } from '#features/orders/schema.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { holdOrder } from './hold-order.ts'
import { holdSchema } from './schema.ts'

const security = PROOF.bearer

const tags = ['Orders']

const holdRoute = createRoute({
  method: 'post',
  path: '/order/{id}/hold',
  operationId: 'holdOrder',
  tags,
  summary: 'Hold the pieces of an unpaid order until a moment (admin)',
  description: 'At most 30 days from now. The customer gets a mail; the payment link ends with the hold.',
  security,
  request: { ...orderId, ...jsonBody(holdSchema) },
  responses: {
    200: jsonAnswer('The order', orderDetailsSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, 'not_found', 'conflict'),
  },
})

/** The call that changes until when pieces are held, for admins. */
export function holdingApi(shop: Shop, guards: Guards) {
  return createRouter().openapi({ ...holdRoute, middleware: guards.requireAdmin }, async (c) =>
    c.json(await holdOrder(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json').until), 200),
  )
}
