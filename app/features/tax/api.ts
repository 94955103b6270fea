import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import { READ_ON, SOURCE, STANDARD_RATES } from './deciding/standard-rates.ts'
import { standardRatesSchema } from './schema.ts'

const standardRatesRoute = staffCall('settings', 'get', '/tax-rate', {
  operationId: 'getStandardRates',
  summary: 'The standard rates of the countries of the EU (admin)',
  description:
    'With their source and the day on which they were read. The settings say which rates are charged.',
  answers: { 200: jsonAnswer('The rates', standardRatesSchema) },
})

/** The calls of the tax. */
export const taxApi = () =>
  createRouter('Shop').openapi(standardRatesRoute, (c) =>
    c.json({ readOn: READ_ON, source: SOURCE, rates: [...STANDARD_RATES] }, 200),
  )

export type TaxApi = ReturnType<typeof taxApi>
