import { ownCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import { ORDER_CHANGE_LIMIT } from '#features/order-changes/api.ts'
import { changeLinesSchema, quoteChange, quoteChangeSchema } from '#features/order-changes/order-changes.ts'
import { orderId } from '#features/orders/api.ts'
import { orderDetailsSchema } from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { QUOTE_LIMIT } from '#features/quote/api.ts'
import { quoteSchema } from '#features/quote/schema.ts'
import { askedByCustomer } from '#features/tax/tax.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import { paymentRefusals } from '../refusals.ts'
import { changeOrderLines, type LinesContext } from './change-order-lines.ts'

const changeRoute = ownCall('put', '/myorder/{id}/lines', {
  operationId: 'changeOrderLines',
  summary: 'Replace the lines of an unpaid order: an own one, or for staff any',
  description:
    'All lines that the order is to have. One whose product and quantity stay keeps its price, also when the part is no longer sold; another one has the price and the rules of today, with the pieces that the order holds in its stock (`available`). Delivery, tax and days are found again for its address and its method, or for another `delivery`. `totalPrice` is the sum of the lines, `payable` what is paid. The hold ends when it did. A payment that was begun is cancelled at the provider; one of the former sum is refunded. The same lines again change nothing.',
  ...orderId,
  body: changeLinesSchema,
  limit: ORDER_CHANGE_LIMIT,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: [
    accountRefusals.secondFactorRequired,
    orderRefusals.belowMinimum,
    orderRefusals.offStep,
    orderRefusals.outOfStock,
    orderRefusals.overCredit,
    orderRefusals.priceChanged,
    orderRefusals.tooMuchHeld,
    orderRefusals.blocked,
    paymentRefusals.alreadyPaid,
    'conflict',
  ],
})

const quoteRoute = ownCall('post', '/myorder/{id}/lines/quote', {
  operationId: 'quoteOrderLines',
  summary: 'What such an order would come to with other lines, and what is wrong with them',
  description:
    'As `POST /quote`, with the prices of the lines that stay as they are, the pieces that the order holds in the stock of its parts, and delivery and tax for its address. Changes nothing, and reserves nothing.',
  ...orderId,
  body: quoteChangeSchema,
  limit: QUOTE_LIMIT,
  answers: { 200: jsonAnswer('The quote', quoteSchema) },
  refusals: [accountRefusals.secondFactorRequired, 'conflict'],
})

/** The calls that change the lines of an unpaid order, here because its payment is cancelled first. */
export function linesApi(context: LinesContext) {
  const { shop, vat } = context
  return createRouter('Orders')
    .openapi(changeRoute, async (c) =>
      c.json(
        await changeOrderLines(context, c.get('user'), c.req.valid('param').id, c.req.valid('json')),
        200,
      ),
    )
    .openapi(quoteRoute, async (c) => {
      const { id } = c.req.valid('param')
      const user = c.get('user')
      const context = { shop, vat: askedByCustomer(shop, vat, user.id), user }
      return c.json(await quoteChange(context, id, c.req.valid('json')), 200)
    })
}
