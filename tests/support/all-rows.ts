import { sql } from 'kysely'
import type { Database } from '#kit/db/db.ts'
import { countedRows } from '#kit/db/row-counts.ts'

/** What changes by itself, and what is never deleted. */
const NOT_COMPARED =
  /^(audit_entries|rate_limits|public_changes|write_probe|sqlite_|product_search|migrations|kysely|row_counts)/

const TABLES = {
  sqlite: sql<{ name: string }>`select name from sqlite_master where type = 'table'`,
  postgres: sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`,
}

/** Rows of the tables as JSON, and the counts. */
type AllRows = ReadonlyMap<string, readonly string[]>

/** All rows of all tables, and the counts. */
export async function readAllRows(database: Database): Promise<AllRows> {
  const { db } = database
  const tables = new Map<string, string[]>()
  for (const { name } of (await TABLES[database.kind].execute(db)).rows.filter(
    ({ name }) => !NOT_COMPARED.test(name),
  )) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    // A session notes its use once a minute.
    const comparable = rows.map((row) => (name === 'session' ? { ...row, updatedAt: '' } : row))
    tables.set(name, comparable.map((row) => JSON.stringify(row)).sort())
  }
  const counted = await Promise.all(
    (['orders', 'invoices', 'credit_notes'] as const).map((name) => countedRows(db, name)),
  )
  return tables.set('counted', counted.map(String))
}

/** The tables that are not as they were, with what came and what went. */
export function changedTables(before: AllRows, now: AllRows): object[] {
  return [...now].flatMap(([table, rows]) => {
    const [old, current] = [new Set(before.get(table)), new Set(rows)]
    const came = [...current].filter((row) => !old.has(row))
    const went = [...old].filter((row) => !current.has(row))
    return came.length + went.length > 0 ? [{ table, came: came.slice(0, 3), went: went.slice(0, 3) }] : []
  })
}
