import { unwrap } from '#kit/browser/client.ts'
import { reviewsClient } from '../client.ts'
import type { ChangeReview, Review } from '../schema.ts'

/** Changes a review. For staff. */
export const changeReview = (id: string, json: ChangeReview): Promise<Review> =>
  unwrap(reviewsClient.rating[':id'].$put({ param: { id: encodeURIComponent(id) }, json }))
