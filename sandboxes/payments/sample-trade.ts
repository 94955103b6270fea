import { type RawBuilder, sql } from 'kysely'
import { type Db, kindOf } from '#kit/db/db.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import type { Kind } from './store.ts'
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

/** Where the objects of a payment name its intent. */
const INTENT_IN = {
  charge: ['payment_intent'],
  refund: ['payment_intent'],
  dispute: ['payment_intent'],
  event: ['event.data.object.payment_intent', 'event.data.object.id'],
  // An answer is the intent, an object of it, or a refusal that holds it.
  idempotency: ['answer.body.payment_intent', 'answer.body.id', 'answer.body.error.payment_intent.id'],
} as const satisfies Partial<Record<Kind, readonly string[]>>

const AT_ONCE = 500

/** Deletes these intents with all that belongs to them; resolves to those that there were. */
export async function forgetIntents(trx: Db, intentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const ids of inParts(intentIds, AT_ONCE)) {
    const intents = await removeRows(trx, 'payment_intent', ids)
    for (const { id } of intents) known.add(id)
    const objects: { kind: string; body: string }[] = [...intents]
    for (const [kind, paths] of Object.entries(INTENT_IN))
      objects.push(
        ...(await trx
          .deleteFrom('sandbox_stripe')
          .where('kind', '=', kind)
          .where((eb) => eb.or(paths.map((path) => eb(textAt(trx, path), 'in', ids))))
          .returning(['kind', 'body'])
          .execute()),
      )
    const methods = objects
      .filter(({ kind }) => kind === 'payment_intent' || kind === 'charge')
      .flatMap(({ body }) => JSON.parse(body).payment_method ?? [])
    for (const part of inParts(methods, AT_ONCE)) await removeRows(trx, 'payment_method', part)
  }
  return known
}

const removeRows = (trx: Db, kind: Kind, ids: readonly string[]) =>
  trx
    .deleteFrom('sandbox_stripe')
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .returning(['kind', 'id', 'body'])
    .execute()

/** The text at a path of the body. */
const textAt = (db: Db, path: string): RawBuilder<string | null> =>
  kindOf(db) === 'sqlite'
    ? sql`json_extract(body, ${`$.${path}`})`
    : sql`body::json #>> ${`{${path.replaceAll('.', ',')}}`}::text[]`
