import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import { changePublicVersion } from '#kit/db/public-version.ts'
import { newId } from '#kit/id.ts'
import { invalidField } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import { readHalfStars } from './rating.ts'
import './tables.ts'

const MAXIMUM_LISTED = 100

/** A review in answers; `rating` in stars, 0 to 5 in halves. */
export interface Review {
  readonly _id: string
  readonly comment: string
  readonly rating: number
  readonly name: string
}

/** The reviews, newest first, 100 at most. */
export async function listReviews(db: Db): Promise<Review[]> {
  const rows = await db
    .selectFrom('ratings')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAXIMUM_LISTED)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    comment: row.comment,
    rating: row.half_stars / 2,
    name: row.name,
  }))
}

/** Posts a review with the given name, or the account's. A rating that cannot be read is refused (422). */
export async function postReview(
  shop: Shop,
  author: SignedInUser,
  input: { comment: string; rating: string; name?: string | undefined },
): Promise<Review> {
  const halfStars = readHalfStars(input.rating)
  if (halfStars === undefined) {
    const detail = 'The rating has to be a number from 0 to 5, such as 4.5.'
    throw invalidField('rating', detail)
  }
  const now = shop.now()
  const review = { id: newId(now), comment: input.comment, name: input.name || author.name }
  await shop.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('ratings')
      .values({ ...review, user_id: author.id, half_stars: halfStars, created_at: now })
      .execute()
    await changePublicVersion(trx)
  })
  return { _id: review.id, comment: review.comment, rating: halfStars / 2, name: review.name }
}

/** Imports reviews into a shop that has none; otherwise does nothing. The first one is listed first. */
export async function importReviews(shop: Shop, reviews: readonly Review[]): Promise<void> {
  const existing = await shop.db.selectFrom('ratings').select('id').limit(1).executeTakeFirst()
  if (existing) return
  const now = shop.now()
  const rows = reviews.map(({ _id, comment, rating, name }, index) => ({
    id: _id,
    user_id: null,
    name,
    comment,
    half_stars: rating * 2,
    created_at: now - index,
  }))
  // Processes that start at the same time all import; the id inserts each review once.
  await shop.db
    .insertInto('ratings')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
