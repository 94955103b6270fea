import type { Selectable } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findPayingCustomers } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { changePublicVersion } from '#kit/public-cache/public-version.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { readHalfStars } from './rating.ts'
import type { Review } from './schema.ts'
import './tables.ts'

const MAXIMUM_LISTED = 100

/** The reviews that are not hidden, newest first, 100 at most. */
export async function listReviews(db: Db): Promise<Review[]> {
  const rows = await selectReviews(db, false).limit(MAXIMUM_LISTED).execute()
  const payers = await findPayingCustomers(db, writersOf(rows))
  return rows.map((row) => toReview(row, payers))
}

/** The rows of all reviews that are hidden, or of all others, newest first. */
export const selectReviews = (db: Db, hidden: boolean) =>
  db
    .selectFrom('ratings')
    .selectAll()
    .where('hidden_at', hidden ? 'is not' : 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

export type ReviewRow = Selectable<Schema['ratings']>

/** The ids of the accounts that wrote these reviews. */
export const writersOf = (rows: readonly ReviewRow[]): string[] =>
  rows.flatMap(({ user_id }) => user_id ?? [])

/** A review for visitors; `payers` has those of its writers who have paid an order. */
export const toReview = (row: ReviewRow, payers: ReadonlySet<string>): Review => ({
  _id: row.id,
  comment: row.comment,
  rating: row.half_stars / 2,
  name: row.name,
  ...(row.user_id !== null && payers.has(row.user_id) && { verified: true as const }),
})

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
  const row = {
    id: newId(now),
    user_id: author.id,
    name: input.name || author.name,
    comment: input.comment,
    half_stars: halfStars,
    created_at: now,
    hidden_at: null,
  }
  await shop.db.transaction().execute(async (trx) => {
    await trx.insertInto('ratings').values(row).execute()
    await changePublicVersion(trx)
  })
  return toReview(row, await findPayingCustomers(shop.db, [author.id]))
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
