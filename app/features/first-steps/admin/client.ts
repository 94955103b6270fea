import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { FirstStepsApi } from '../api.ts'
import type { FirstStep } from '../schema.ts'

const client = createClient<FirstStepsApi>()

/** What is left to do in a new shop. For staff who may change the settings. */
export const fetchFirstSteps = (signal: AbortSignal): Promise<FirstStep[]> =>
  unwrap(client['first-steps'].$get({}, { init: { signal } }))
