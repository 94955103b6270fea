import { createClient } from '#kit/http/client.ts'
import type { ReviewsApi } from './api.ts'

/** The typed calls of reviews. */
export const reviewsClient = createClient<ReviewsApi>()
