import { createClient } from '#kit/browser/typed-client.ts'
import type { ReviewsApi } from './api.ts'

/** The typed client for the calls of reviews. */
export const reviewsClient = createClient<ReviewsApi>()
