import { createClient } from '#kit/browser/typed-client.ts'
import type { AgreedPricesApi } from './api.ts'

/** The typed client for the calls of agreed prices. */
export const agreedPricesClient = createClient<AgreedPricesApi>()
