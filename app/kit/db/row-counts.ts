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
