import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { readFirstSteps } from './first-steps.ts'
import { firstStepsSchema } from './schema.ts'

const stepsRoute = staffCall('settings', 'get', '/first-steps', {
  operationId: 'getFirstSteps',
  summary: 'What is left to do in a new shop (admin)',
  description: 'In the sequence in which it is best done. What the shop has says what is done.',
  answers: { 200: jsonAnswer('The steps', firstStepsSchema) },
})

/** The call of the first steps. */
export const firstStepsApi = (shop: Shop) =>
  createRouter('Shop').openapi(stepsRoute, async (c) => c.json(await readFirstSteps(shop), 200))

export type FirstStepsApi = ReturnType<typeof firstStepsApi>
