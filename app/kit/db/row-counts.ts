import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Schema } from './schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    row_counts: { name: string; counted: number }
  }
}

/** How many rows that table has: kept as a count, since counting a million takes longer than a page may. */
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
 * Counts rows that came or, below zero, went. A table whose rows are counted by triggers has no need of it. Call it in the
 * transaction of the change, after whatever others may wait for.
 */
export async function changeRowCount(trx: Db, name: keyof Schema, change: number): Promise<void> {
  await trx
    .updateTable('row_counts')
    .set({ counted: sql<number>`counted + ${change}` })
    .where('name', '=', `${name} ${randomInt(PARTS)}`)
    .execute()
}

/** What is not kept as a count is counted so far; how many more there are is not worth the time. */
export const COUNTED_AT_MOST = 1000

/** How many rows a list has, or with `isTotalCut` how many it has at least. */
export interface RowCount {
  readonly total: number
  readonly isTotalCut?: true
}

/** Counts the rows of a query that ends where a `limit` can follow. */
export async function countUpToLimit(db: Db, query: RawBuilder<unknown>): Promise<RowCount> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (${query} limit ${COUNTED_AT_MOST + 1}) as rows_found`.execute(db)
  return cutCount(rows[0]?.counted ?? 0)
}

/** The count of rows of which one more than `most` was asked for. */
export const cutCount = (found: number, most = COUNTED_AT_MOST): RowCount =>
  found > most ? { total: most, isTotalCut: true } : { total: found }
