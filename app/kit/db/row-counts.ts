import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    row_counts: { name: string; counted: number }
  }
}

/** How many rows of that name there are: kept by triggers, since counting a million takes longer than a page may. */
export async function countedRows(db: Db, name: 'products'): Promise<number> {
  const { counted } = await db
    .selectFrom('row_counts')
    .select('counted')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return counted
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
  const counted = rows[0]?.counted ?? 0
  return counted > COUNTED_AT_MOST ? { total: COUNTED_AT_MOST, isTotalCut: true } : { total: counted }
}
