import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { COUNTED_AT_MOST } from '#kit/text/count-text.ts'
import type { Db } from './db.ts'
import type { Schema } from './schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    row_counts: { name: string; counted: number }
  }
}

/** The number of rows of a table. It is stored: counting a million rows takes too long for a page. */
export async function countedRows(db: Db, name: keyof Schema): Promise<number> {
  const { counted } = await db
    .selectFrom('row_counts')
    .select((eb) => eb.fn.sum<number>('counted').as('counted'))
    .where('name', 'in', [name, ...partsOf(name)])
    .executeTakeFirstOrThrow()
  return counted
}

const PARTS = 8

const partsOf = (name: string): string[] => Array.from({ length: PARTS }, (_, part) => `${name} ${part}`)

/**
 * Adds to the stored count; a negative `change` subtracts. Not for tables with triggers that count the rows. Call it in
 * the transaction of the change, after the statements that take other locks.
 */
export async function changeRowCount(trx: Db, name: keyof Schema, change: number): Promise<void> {
  await trx
    .updateTable('row_counts')
    .set({ counted: sql<number>`counted + ${change}` })
    .where('name', '=', `${name} ${randomInt(PARTS)}`)
    .execute()
}

/**
 * Counts one more row and returns the count: numbers without gaps, because the stored count stays locked until the
 * transaction ends, and is as before when it fails. For tables that are counted in one part; call it after the statements
 * that take other locks.
 */
export async function nextNumber(trx: Db, name: keyof Schema): Promise<number> {
  const { counted } = await trx
    .updateTable('row_counts')
    .set((eb) => ({ counted: eb('counted', '+', 1) }))
    .where('name', '=', name)
    .returning('counted')
    .executeTakeFirstOrThrow()
  return counted
}

/**
 * Gives the numbers after the last one again: those of the rows that had them were deleted. The last one is looked for once no
 * other transaction can take a number. Not for tables whose rows are counted.
 */
export async function freeNumbersAfter(
  trx: Db,
  name: keyof Schema,
  findLast: () => Promise<number>,
): Promise<void> {
  const count = trx.updateTable('row_counts').where('name', '=', name)
  await count.set((eb) => ({ counted: eb.ref('counted') })).execute()
  await count.set({ counted: await findLast() }).execute()
}

export { COUNTED_AT_MOST }

/** The number of rows of a list; with `isTotalCut` there may be more. */
export interface RowCount {
  readonly total: number
  readonly isTotalCut?: true
}

/** Counts the rows of a query to which a `limit` can be appended. */
export async function countUpToLimit(
  db: Db,
  query: RawBuilder<unknown>,
  most = COUNTED_AT_MOST,
): Promise<RowCount> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (${query} limit ${most + 1}) as rows_found`.execute(db)
  return cutCount(rows[0]?.counted ?? 0, most)
}

/** The count for a query that was limited to one row more than `most`. */
export const cutCount = (found: number, most = COUNTED_AT_MOST): RowCount =>
  found > most ? { total: most, isTotalCut: true } : { total: found }
