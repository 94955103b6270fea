import './tables.ts'
import { type Selectable, sql } from 'kysely'
import { findEmails, lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import { findPayingCustomers } from '#features/orders/orders.ts'
import type { Actor } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { isAmong } from '#kit/input/search.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { invalidField } from '#kit/server/app-error.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { changeReviewRow } from './answering/change-review.ts'
import { mailNewReview } from './answering/review-mails.ts'
import type { ChangeReview, Review } from './schema.ts'

export { countNewReviews } from './answering/change-review.ts'

const MAXIMUM_LISTED = 100

/** The public list, for the cache. The first payment of a customer touches it too: see `markPaid` of orders. */
const REVIEWS = 'reviews'

/** The reviews that are not hidden, newest first, 100 at most. */
export async function listReviews(db: Db): Promise<Review[]> {
  shows(REVIEWS)
  const rows = await selectReviews(db, false).limit(MAXIMUM_LISTED).execute()
  const payers = await findPayingCustomers(db, writersOf(rows))
  return rows.map((row) => toReview(row, payers))
}

/** The rows of all reviews that are hidden, or of all others, newest first. */
const selectReviews = (db: Db, hidden: boolean) =>
  db
    .selectFrom('ratings')
    .selectAll()
    .where('hidden_at', hidden ? 'is not' : 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

type ReviewRow = Selectable<Schema['ratings']>

/** The ids of the accounts that wrote these reviews. */
const writersOf = (rows: readonly Pick<ReviewRow, 'user_id'>[]): string[] =>
  rows.flatMap(({ user_id }) => user_id ?? [])

/** The ids of those of these accounts that wrote a review. */
export async function findReviewers(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set()
  return new Set(
    writersOf(await db.selectFrom('ratings').select('user_id').where('user_id', 'in', accountIds).execute()),
  )
}

/** So many reviews of an account are in memory at once. */
const READ_AT_ONCE = 200

/** What an account has written, hidden ones too, oldest first and some at a time. */
export async function* readReviewsBy(db: Db, accountId: string) {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('ratings')
      .selectAll()
      .where('user_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute()
    yield rows.map((row) => ({ ...toReview(row, new Set()), createdAt: toIso(row.created_at) }))
    if (rows.length < READ_AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}

/** Takes the name from what an account has written, which stays. */
export async function takeNamesOf(trx: Db, accountId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('ratings')
    .set({ name: 'A customer' })
    .where('user_id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) recordPublicChange(trx, { tags: [REVIEWS] })
}

/** Deletes the reviews of these accounts, which are deleted. For samples only. */
export async function forgetReviewsBy(trx: Db, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  await trx.deleteFrom('ratings').where('user_id', 'in', accountIds).execute()
  recordPublicChange(trx, { tags: [REVIEWS] })
}

/** A review for visitors; `payers` has those of its writers who have paid an order. */
const toReview = (row: ReviewRow, payers: ReadonlySet<string>): Review => ({
  _id: row.id,
  comment: row.comment,
  rating: row.half_stars / 2,
  name: row.name,
  ...(row.user_id !== null && payers.has(row.user_id) && { verified: true as const }),
  ...(row.answer !== null && { answer: row.answer }),
})

/**
 * Posts a review with the given name, or the account's. Refused: a rating that cannot be read (422), a session that has ended
 * meanwhile (401).
 */
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
    answer: null,
    answered_at: null,
    seen_at: null,
  }
  await shop.db.transaction().execute(async (trx) => {
    // Else it could bear the name of an account that its owner deletes meanwhile.
    await lockCustomer(trx, author)
    await mailNewReview(trx, shop, row)
    await trx.insertInto('ratings').values(row).execute()
    recordPublicChange(trx, { tags: [REVIEWS] })
  })
  return toReview(row, await findPayingCustomers(shop.db, [author.id]))
}

/** Imports reviews into a shop that has none; otherwise does nothing. The first one is listed first. */
export async function addFirstReviews(shop: Shop, reviews: readonly Review[]): Promise<void> {
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
    seen_at: now,
  }))
  // Processes that start at the same time all import; the id inserts each review once.
  await shop.db
    .insertInto('ratings')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const MAXIMUM_STARS = 5

const FREE_TEXT = /^(\d{1,3}(?:[.,]\d{1,6})?)\s*(?:\/\s*5|out of 5|stars?|★)?$/i

/**
 * Reads a typed rating ("4", "4.5", "4,5", "4/5", "4 stars") as half stars, 0 to 10, rounded to the nearest half;
 * undefined when it cannot be read or is out of range.
 */
export function readHalfStars(text: string): number | undefined {
  const match = FREE_TEXT.exec(text.trim())
  if (!match?.[1]) return undefined
  const stars = Number(match[1].replace(',', '.'))
  return stars <= MAXIMUM_STARS ? Math.round(stars * 2) : undefined
}

/** The reviews that are hidden, or all others, newest first. For admins. The cursor of `page` has a time and an id. */
export async function listModeratedReviews(db: Db, hidden: boolean, page: Page): Promise<Paged<Review>> {
  const rows = await selectReviews(db, hidden)
    .$if(page.after !== undefined, (query) => {
      const [createdAt, id] = page.after as [number, string]
      return query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(createdAt, id)),
      )
    })
    .limit(page.limit + 1)
    .execute()
  const isListed = hidden ? sql`hidden_at is not null` : sql`hidden_at is null`
  const count = await countUpToLimit(db, sql`select 1 from ratings where ${isListed}`)
  const paged = toPaged(rows, page, count, (row) => [row.created_at, row.id])
  return { ...paged, rows: await toModerated(db, paged.rows) }
}

/** Changes what staff may change of a review: see `changeReviewRow`. */
export async function changeReview(shop: Shop, by: Actor, id: string, change: ChangeReview): Promise<Review> {
  const row = await shop.db.transaction().execute(async (trx) => {
    const changed = await changeReviewRow(trx, { at: shop.now(), by, id, change })
    if (changed.isPublic) recordPublicChange(trx, { tags: [REVIEWS] })
    return changed.row
  })
  const [review] = await toModerated(shop.db, [row])
  return review as Review
}

/** Who wrote these reviews, by their ids. */
export async function findReviewNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('ratings')
    .select(['id', 'name'])
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function toModerated(db: Db, rows: readonly ReviewRow[]): Promise<Review[]> {
  const writers = writersOf(rows)
  const [payers, emails] = await Promise.all([findPayingCustomers(db, writers), findEmails(db, writers)])
  return rows.map((row) => {
    const email = emails.get(row.user_id ?? '')
    return {
      ...toReview(row, payers),
      createdAt: toIso(row.created_at),
      ...(email !== undefined && { email }),
      ...(row.hidden_at !== null && { hidden: true as const }),
      ...(row.seen_at === null && { unread: true as const }),
    }
  })
}
