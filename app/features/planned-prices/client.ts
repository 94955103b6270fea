import { createClient } from '#kit/browser/typed-client.ts'
import type { PlannedPricesApi } from './api.ts'

/** The typed client for the calls of planned prices. */
export const plannedPricesClient = createClient<PlannedPricesApi>()
