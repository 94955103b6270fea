import { sql } from 'kysely'
import { type Database, type DatabaseKind, kindOf, openDatabase } from '#kit/db/db.ts'
import type { Data } from './operator.ts'

interface Definition {
  readonly name: string
  readonly definition: string
}

/** Each line is a kind of object with its name and what it is made of. */
const DEFINITIONS: Readonly<Record<DatabaseKind, string>> = {
  sqlite: `select type || ' ' || name as name, sql as definition from sqlite_master where sql is not null`,
  postgres: `
    select 'column ' || attrelid::regclass || '.' || attname as name, concat_ws(' ', format_type(atttypid, atttypmod),
      attnotnull, attidentity, pg_get_expr(adbin, adrelid), (select collname from pg_collation where oid = attcollation))
      as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
    union all select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'index ' || oid::regclass, pg_get_indexdef(oid) || coalesce(reloptions::text, '')
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i'
    union all select 'table ' || oid::regclass, coalesce(reloptions::text, '')
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all select 'trigger ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'function ' || oid::regprocedure, pg_get_functiondef(oid)
    from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'sequence ' || sequencename, concat_ws(' ', data_type, start_value, increment_by, cycle)
    from pg_sequences where schemaname = 'public'`,
}

/** How tables, indexes, triggers, functions and sequences are defined, by their kind and name. */
export async function readSchema({ db }: Pick<Database, 'db'>): Promise<Record<string, string>> {
  const { rows } = await sql.raw<Definition>(DEFINITIONS[kindOf(db)]).execute(db)
  const sorted = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return Object.fromEntries(sorted.map(({ name, definition }) => [name, normalise(definition)]))
}

/** SQLite quotes the name of a renamed table, and PostgreSQL writes fewer parentheses when it reads its own text. */
const normalise = (definition: string): string => definition.replace(/["()]/g, '').replace(/\s+/g, ' ').trim()

/** All rows of all tables, by the name of the table, and the state of the sequences. */
export async function readTables({ db }: Pick<Database, 'db'>): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  const add = async (name: string, columns: string) => {
    const found = await sql`select ${sql.raw(columns)} from ${sql.table(name)}`.execute(db)
    rows[name] = found.rows.map((row) => JSON.stringify(row)).sort()
  }
  const tables = sql.raw<{ name: string }>(
    kindOf(db) === 'sqlite'
      ? `select name from sqlite_master where type = 'table'`
      : `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of (await tables.execute(db)).rows) await add(name, '*')
  if (kindOf(db) === 'sqlite') return rows
  const sequences = sql<{
    name: string
  }>`select sequencename as name from pg_sequences where schemaname = 'public'`
  for (const { name } of (await sequences.execute(db)).rows) await add(name, 'last_value, is_called')
  return rows
}

/** The rows of a database that is not open. */
export async function readRowsOf(data: Data): Promise<Record<string, string[]>> {
  const database = openDatabase(data)
  return readTables(database).finally(() => database.close())
}
