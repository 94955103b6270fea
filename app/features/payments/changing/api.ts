import type { Guards } from '#features/accounts/accounts.ts'
import { ORDER_CHANGE_LIMIT } from '#features/orders/api.ts'
import {
  changeLinesSchema,
  orderDetailsSchema,
  quoteChange,
  quoteChangeSchema,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { QUOTE_LIMIT } from '#features/quote/api.ts'
import { quoteSchema } from '#features/quote/schema.ts'
import { askedByCustomer } from '#features/tax/tax.ts'
import { FOR_SIGNED_IN, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import { paymentRefusals } from '../refusals.ts'
import { changeOrderLines, type LinesContext } from './change-order-lines.ts'

const security = PROOF.bearer

const tags = ['Orders']

const orderId = { params: z.object({ id: z.string().meta({ description: 'The id of the order.' }) }) }

const changeRoute = createRoute({
  method: 'put',
  path: '/myorder/{id}/lines',
  operationId: 'changeOrderLines',
  tags,
  summary: 'Replace the lines of an own unpaid order',
  description:
    'All lines that the order is to have. One whose product and quantity stay keeps its price, also when the part is no longer sold; another one has the price and the rules of today, with the pieces that the order holds in its stock (`available`). Delivery, tax and days are found again for its address and its method, or for another `delivery`. `totalPrice` is the sum of the lines, `payable` what is paid. The hold ends when it did. A payment that was begun is cancelled at the provider; one of the former sum is refunded. The same lines again change nothing.',
  security,
  request: { ...orderId, ...jsonBody(changeLinesSchema) },
  responses: {
    200: jsonAnswer('The order', orderDetailsSchema),
    ...refusals(
      ...FOR_SIGNED_IN,
      ...WITH_BODY,
      'not_found',
      orderRefusals.belowMinimum,
      orderRefusals.offStep,
      orderRefusals.outOfStock,
      orderRefusals.priceChanged,
      orderRefusals.tooMuchHeld,
      paymentRefusals.alreadyPaid,
      'conflict',
      'too_many_requests',
    ),
  },
})

const quoteRoute = createRoute({
  method: 'post',
  path: '/myorder/{id}/lines/quote',
  operationId: 'quoteOrderLines',
  tags,
  summary: 'What an own unpaid order would come to with other lines, and what is wrong with them',
  description:
    'As `POST /quote`, with the prices of the lines that stay as they are, the pieces that the order holds in the stock of its parts, and delivery and tax for its address. Changes nothing, and reserves nothing.',
  security,
  request: { ...orderId, ...jsonBody(quoteChangeSchema) },
  responses: {
    200: jsonAnswer('The quote', quoteSchema),
    ...refusals(...FOR_SIGNED_IN, ...WITH_BODY, 'not_found', 'conflict', 'too_many_requests'),
  },
})

/** The calls that change the lines of an unpaid order, here because its payment is cancelled first. */
export function linesApi(context: LinesContext, guards: Guards) {
  const { shop, vat } = context
  return createRouter()
    .openapi(
      { ...changeRoute, middleware: [guards.requireUser, guards.limit(ORDER_CHANGE_LIMIT)] as const },
      async (c) =>
        c.json(
          await changeOrderLines(context, c.get('user'), c.req.valid('param').id, c.req.valid('json')),
          200,
        ),
    )
    .openapi(
      { ...quoteRoute, middleware: [guards.requireUser, guards.limit(QUOTE_LIMIT)] as const },
      async (c) => {
        const { id } = c.req.valid('param')
        const user = c.get('user')
        const context = { shop, vat: askedByCustomer(shop, vat, user.id), user }
        return c.json(await quoteChange(context, id, c.req.valid('json')), 200)
      },
    )
}
