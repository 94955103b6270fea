import { sql } from 'kysely'
import { findEmails } from '#features/accounts/accounts.ts'
import { findPayingCustomers } from '#features/orders/orders.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { changePublicVersion } from '#kit/public-cache/public-version.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/to-iso.ts'
import { type ReviewRow, selectReviews, toReview, writersOf } from './reviews.ts'
import type { Review } from './schema.ts'

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

/** Hides a review from every public list, or shows it again; hidden already is no error. Refuses an unknown one (404). */
export async function setReviewHidden(
  shop: Shop,
  admin: Actor,
  id: string,
  hidden: boolean,
): Promise<Review> {
  const row = await shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    const changed = await trx
      .updateTable('ratings')
      .set({ hidden_at: hidden ? at : null })
      .where('id', '=', id)
      .where('hidden_at', hidden ? 'is' : 'is not', null)
      .returningAll()
      .executeTakeFirst()
    if (!changed) return trx.selectFrom('ratings').selectAll().where('id', '=', id).executeTakeFirst()
    const changes = [{ field: 'hidden', from: !hidden, to: hidden }]
    const kind = hidden ? 'review.hidden' : 'review.shown'
    await recordAudit(trx, { by: admin, at, kind, subject: id, changes })
    await changePublicVersion(trx)
    return changed
  })
  const [review] = row ? await toModerated(shop.db, [row]) : []
  if (!review) throw new AppError('not_found', 'There is no such review.')
  return review
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
    }
  })
}
