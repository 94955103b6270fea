import type pg from 'pg'
import { quote } from '#kit/backup/postgres-backup.ts'
import type { ColumnKind } from './values.ts'

export interface MovedColumn {
  readonly name: string
  readonly kind: ColumnKind
  /** Its type in PostgreSQL. */
  readonly type: string
  /** Whether PostgreSQL counts its values. SQLite may have none where it has no meaning. */
  readonly isCounted: boolean
}

export interface MovedTable {
  readonly name: string
  readonly columns: readonly MovedColumn[]
  /** The columns of its primary key. */
  readonly key: readonly MovedColumn[]
  /** Whether its rows name others of the same table, so that they have to be written at once. */
  readonly namesItself: boolean
}

/** The names of columns in a statement: both databases quote names in the same way. */
export const columnList = (columns: readonly MovedColumn[]): string =>
  columns.map(({ name }) => quote(name)).join(', ')

/** What each database makes for itself, and what says how its schema was made. */
export const OWN_TABLES = ['moves', 'schema_migrations', 'schema_checksums'] as const

const KINDS: Readonly<Record<string, ColumnKind>> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  'double precision': 'float',
  boolean: 'boolean',
  'timestamp with time zone': 'time',
  bytea: 'bytes',
}

const COLUMNS = `
  select relname as "table", attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as counted,
    array_position(indkey::int2[], attnum) as key
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    left join pg_index on indrelid = pg_class.oid and indisprimary
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
  order by relname, attnum`

const REFERENCES = `
  select one.relname as "from", other.relname as "to"
  from pg_constraint join pg_class as one on one.oid = conrelid join pg_class as other on other.oid = confrelid
  where contype = 'f' and one.relnamespace = current_schema()::regnamespace`

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly counted: boolean
  readonly key: number | null
}

interface Reference {
  readonly from: string
  readonly to: string
}

/**
 * The tables that are moved, in a sequence in which no row names one that comes later. It is read from PostgreSQL, whichever way a
 * move goes, because its types say more. `derived` are tables that it fills from others.
 */
export async function readPlan(
  client: pg.Client,
  derived: readonly string[],
): Promise<readonly MovedTable[]> {
  const { rows } = await client.query<ColumnRow>(COLUMNS)
  const { rows: references } = await client.query<Reference>(REFERENCES)
  const left = [...OWN_TABLES, ...derived]
  const tables = Map.groupBy(
    rows.filter(({ table }) => !left.includes(table)),
    ({ table }) => table,
  )
  return inSequence([...tables.keys()], references).map((name) =>
    toTable(name, tables.get(name) ?? [], references),
  )
}

function toTable(name: string, rows: readonly ColumnRow[], references: readonly Reference[]): MovedTable {
  const columns = rows.map((row) => {
    const kind = KINDS[row.type]
    if (!kind) throw new Error(`The type ${row.type} of ${name}.${row.name} cannot be moved.`)
    return { column: { name: row.name, kind, type: row.type, isCounted: row.counted }, key: row.key }
  })
  const key = columns.filter((one) => one.key !== null).sort((a, b) => Number(a.key) - Number(b.key))
  if (key.length === 0) throw new Error(`The table ${name} has no primary key, so it cannot be moved.`)
  return {
    name,
    columns: columns.map(({ column }) => column),
    key: key.map(({ column }) => column),
    namesItself: references.some(({ from, to }) => from === name && to === name),
  }
}

/** Tables after those that they name. */
function inSequence(names: readonly string[], references: readonly Reference[]): string[] {
  const sorted: string[] = []
  while (sorted.length < names.length) {
    const waiting = names.filter((name) => !sorted.includes(name))
    const isFree = (name: string): boolean =>
      references.every(({ from, to }) => from !== name || to === name || !waiting.includes(to))
    const free = waiting.filter(isFree)
    if (free.length === 0)
      throw new Error(`The tables ${waiting.join(', ')} name each other, so they cannot be moved.`)
    sorted.push(...free)
  }
  return sorted
}
