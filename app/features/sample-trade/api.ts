import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import { startSampleTrade } from './placing/place.ts'
import { readSampleTrade } from './placing/trade.ts'
import { removeSampleTrade, type SampleContext } from './sample-trade.ts'
import { sampleTradeSchema } from './schema.ts'

const answer = jsonAnswer('The sample orders', sampleTradeSchema)

const getRoute = staffCall('settings', 'get', '/sample-orders', {
  operationId: 'getSampleOrders',
  summary: 'Whether there are sample orders (admin)',
  answers: { 200: answer },
})

const placeRoute = staffCall('settings', 'post', '/sample-orders', {
  operationId: 'placeSampleOrders',
  summary: 'Place sample orders (admin)',
  description:
    'Some 300 orders of the last 90 days by plainly invented customers, by the rules of the shop, for a dashboard to look at. Answers at once; `GET` says how far they are. Samples that there are stay as they are. Not in production, and not with real payments (404).',
  answers: { 202: answer },
  refusals: ['not_found', 'conflict'],
})

const removeRoute = staffCall('settings', 'delete', '/sample-orders', {
  operationId: 'removeSampleOrders',
  summary: 'Remove all sample orders (admin)',
  description:
    'With their customers, invoices and all else that belongs to them, as if they had never been. Other orders stay as they are.',
  answers: { 200: answer },
  refusals: ['not_found', 'conflict'],
})

/** The calls of the sample orders. */
export const sampleTradeApi = (context: SampleContext) =>
  createRouter('Shop')
    .openapi(getRoute, async (c) => c.json(await readSampleTrade(context.shop), 200))
    .openapi(placeRoute, async (c) => {
      await startSampleTrade(context.shop, c.get('user'))
      return c.json(await readSampleTrade(context.shop), 202)
    })
    .openapi(removeRoute, async (c) => {
      await removeSampleTrade(context, c.get('user'))
      return c.json(await readSampleTrade(context.shop), 200)
    })

export type SampleTradeApi = ReturnType<typeof sampleTradeApi>
