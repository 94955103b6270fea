import type { Guards } from '#features/accounts/accounts.ts'
import { FOR_ADMINS, jsonAnswer, PROOF, refusals } from '#kit/server/describe.ts'
import { createRoute, createRouter } from '#kit/server/router.ts'
import { READ_ON, SOURCE, STANDARD_RATES } from './deciding/standard-rates.ts'
import { standardRatesSchema } from './schema.ts'

const standardRatesRoute = createRoute({
  method: 'get',
  path: '/tax-rate',
  operationId: 'getStandardRates',
  tags: ['Shop'],
  summary: 'The standard rates of the countries of the EU (admin)',
  description:
    'With their source and the day on which they were read. The settings say which rates are charged.',
  security: PROOF.bearer,
  responses: { 200: jsonAnswer('The rates', standardRatesSchema), ...refusals(...FOR_ADMINS) },
})

/** The calls of the tax. */
export const taxApi = (guards: Guards) =>
  createRouter().openapi({ ...standardRatesRoute, middleware: guards.requireAdmin }, (c) =>
    c.json({ readOn: READ_ON, source: SOURCE, rates: [...STANDARD_RATES] }, 200),
  )

export type TaxApi = ReturnType<typeof taxApi>
