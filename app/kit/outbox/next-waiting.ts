import type { Db } from '#kit/db/db.ts'
import { idsAfter } from '#kit/id.ts'
import './tables.ts'

/**
 * The id of the same entry that was added next, at a later moment, and waits: what happened since then is told by that one. One
 * is added while an earlier one is tried again.
 */
export async function findNextWaiting(
  db: Db,
  kind: string,
  { id, payload, about }: { readonly id: string; readonly payload: object; readonly about: string },
): Promise<string | undefined> {
  const next = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min<string | null>('id').as('id'))
    .where('about', '=', about)
    .where('kind', '=', kind)
    .where('payload', '=', JSON.stringify(payload))
    .where('next_attempt_at', 'is not', null)
    .where('id', '>=', idsAfter(id))
    .executeTakeFirst()
  return next?.id ?? undefined
}
