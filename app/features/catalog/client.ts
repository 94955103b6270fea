import { createClient } from '#kit/browser/typed-client.ts'
import type { CatalogApi } from './api.ts'

/** The typed calls of the catalogue. */
export const catalogClient = createClient<CatalogApi>()
