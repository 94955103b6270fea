import { createHash } from 'node:crypto'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Db } from './db/db.ts'
import type { Schema } from './db/schema.ts'
import { AppError } from './server/app-error.ts'

/** The columns by which a request that is sent again is known. The key is the caller's own. */
export interface RequestKey {
  readonly idempotency_key: string
  /** Of what the request asks for. */
  readonly idempotency_hash: string
}

/**
 * Undefined for a request without a key. `asked` is what a schema has parsed: its fields are in the sequence of the schema,
 * whatever that of the request.
 */
export function requestKey(key: string, asked: unknown): RequestKey
export function requestKey(key: string | undefined, asked: unknown): RequestKey | undefined
export function requestKey(key: string | undefined, asked: unknown): RequestKey | undefined {
  if (key === undefined) return undefined
  return {
    idempotency_key: key,
    idempotency_hash: createHash('sha256').update(JSON.stringify(asked)).digest('base64url'),
  }
}

/** The refusal of a key that was used for `other`, such as "another parcel". */
export const keyReused = (other: string): AppError =>
  new AppError('key_reused', `This Idempotency-Key was used for ${other}.`)

/** Refuses (422 `key_reused`) a request unless the earlier one with its key is the same. */
export function refuseReusedKey(
  { idempotency_hash }: RequestKey,
  earlier: { readonly idempotency_hash: string | null },
  other: string,
): void {
  if (earlier.idempotency_hash !== idempotency_hash) throw keyReused(other)
}

interface KeyRow extends RequestKey {
  readonly actor_id: string
}

type KeyTable = { [Table in keyof Schema]: Schema[Table] extends KeyRow ? Table : never }[keyof Schema]

/**
 * Keeps the key of a request, in the transaction of what it asks for. Returns the row that the same request has kept before: then
 * it is answered and not done again. Refuses (422 `key_reused`) the key of another request.
 */
export async function keepKey<Table extends KeyTable>(
  trx: Db,
  table: Table,
  row: Insertable<Schema[Table]> & KeyRow,
  other: string,
): Promise<Selectable<Schema[Table]> | undefined> {
  // Kysely's types need a table that is known.
  const keys = trx as unknown as Kysely<Record<string, KeyRow>>
  const kept = await keys
    .insertInto(String(table))
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('actor_id')
    .executeTakeFirst()
  if (kept) return undefined
  const earlier = await keys
    .selectFrom(String(table))
    .selectAll()
    .where('actor_id', '=', row.actor_id)
    .where('idempotency_key', '=', row.idempotency_key)
    .executeTakeFirstOrThrow()
  refuseReusedKey(row, earlier, other)
  return earlier as Selectable<Schema[Table]>
}
