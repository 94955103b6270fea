import { createClient } from '#kit/browser/typed-client.ts'
import type { ReviewsApi } from './api.ts'

/** The typed calls of reviews. */
export const reviewsClient = createClient<ReviewsApi>()
