import type { Db } from '#kit/db/db.ts'
import './tables.ts'

/** Ends the events of an intent, which nobody is to be told of. */
export async function endEventsOf(trx: Db, intentId: string): Promise<void> {
  await trx
    .updateTable('sandbox_stripe')
    .set({ due_at: null })
    .where('kind', '=', 'event')
    .where('due_at', 'is not', null)
    .where('body', 'like', `%${intentId}%`)
    .execute()
}

const INTENT = /pi_[0-9a-z]+/g

/** Deletes these intents with all that belongs to them; resolves to those that there were. */
export async function forgetIntents(trx: Db, intentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = new Set(intentIds)
  const rows = await trx.selectFrom('sandbox_stripe').select(['kind', 'id', 'body']).execute()
  const own = rows.filter(
    ({ id, body }) => wanted.has(id) || body.match(INTENT)?.some((each) => wanted.has(each)),
  )
  const methods = own.flatMap(({ kind, body }) =>
    kind === 'payment_intent' ? (JSON.parse(body).payment_method ?? []) : [],
  )
  for (const [kind, of] of Map.groupBy(own, (row) => row.kind))
    await removeRows(
      trx,
      kind,
      of.map(({ id }) => id),
    )
  await removeRows(trx, 'payment_method', methods)
  return new Set(own.flatMap(({ kind, id }) => (kind === 'payment_intent' ? id : [])))
}

/** Databases limit the parameters of a statement. */
const ROWS_AT_ONCE = 500

async function removeRows(trx: Db, kind: string, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE)
    await trx
      .deleteFrom('sandbox_stripe')
      .where('kind', '=', kind)
      .where('id', 'in', ids.slice(start, start + ROWS_AT_ONCE))
      .execute()
}
