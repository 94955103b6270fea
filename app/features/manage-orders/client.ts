import { createClient } from '#kit/browser/typed-client.ts'
import type { ManageOrdersApi } from './api.ts'

/** The typed client for the calls of the list of all orders. */
export const manageOrdersClient = createClient<ManageOrdersApi>()
