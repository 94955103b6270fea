import { createClient } from '#kit/browser/typed-client.ts'
import type { ManageCategoriesApi } from './api.ts'

/** The typed client for the previews of models. */
export const manageCategoriesClient = createClient<ManageCategoriesApi>()
