import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import type { Schema } from '#kit/db/schema.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { ChangeReview } from '../schema.ts'
import '../tables.ts'

type ReviewRow = Selectable<Schema['ratings']>

/**
 * Hides a review from visitors or shows it, answers it, or notes that staff have read it, which all of these do. What it is already
 * changes nothing. Resolves to the row, and to whether visitors read something else. Refuses an unknown one (404).
 */
export async function changeReviewRow(
  trx: Db,
  { at, by, id, change }: { at: number; by: Actor; id: string; change: ChangeReview },
): Promise<{ row: ReviewRow; isPublic: boolean }> {
  const before = await trx
    .selectFrom('ratings')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new AppError('not_found', 'There is no such review.')
  const { hidden = before.hidden_at !== null, answer = before.answer } = change
  const isMoved = hidden !== (before.hidden_at !== null)
  const isAnswered = answer !== before.answer
  if (!isMoved && !isAnswered && before.seen_at !== null) return { row: before, isPublic: false }
  const columns = {
    ...(isMoved && { hidden_at: hidden ? at : null }),
    ...(isAnswered && { answer, answered_at: answer === null ? null : at }),
    seen_at: before.seen_at ?? at,
  }
  await trx.updateTable('ratings').set(columns).where('id', '=', id).execute()
  if (isMoved)
    await recordAudit(trx, {
      by,
      at,
      kind: hidden ? 'review.hidden' : 'review.shown',
      subject: id,
      changes: [{ field: 'hidden', from: !hidden, to: hidden }],
    })
  if (isAnswered)
    await recordAudit(trx, {
      by,
      at,
      kind: 'review.answered',
      subject: id,
      changes: [{ field: 'answer', from: before.answer, to: answer }],
    })
  if (!isMoved && !isAnswered) await recordAudit(trx, { by, at, kind: 'review.read', subject: id })
  return { row: { ...before, ...columns }, isPublic: isMoved || isAnswered }
}

/** How many reviews that visitors read nobody of the staff has read. */
export const countNewReviews = (db: Db): Promise<RowCount> =>
  countUpToLimit(db, sql`select 1 from ratings where seen_at is null and hidden_at is null`)
