import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { commitAlone, dropAllStatements, quote, takeDatabaseAlone } from '#kit/backup/postgres-backup.ts'
import { connectDirectly } from '#kit/backup/postgres-server.ts'
import { STORED_SECRET } from '#kit/config/secret.ts'
import { CommitKysely } from '#kit/db/after-commit.ts'
import type { Schema } from '#kit/db/schema.ts'
import { columnList, type MovedTable } from './plan.ts'
import { convertRow, type DerivedTable, type MovedRow, type Target } from './side.ts'
import { fromPostgres } from './values.ts'

/** A move takes as long as it takes, and texts are read as {@link fromPostgres} expects them. */
const SETTINGS = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0; set timezone = 'UTC';
  set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1; set synchronous_commit = off`

/** Every value as PostgreSQL writes it. */
const AS_TEXT = { getTypeParser: () => (text: string) => text }

export interface PostgresSide extends Target {
  readonly client: pg.Client
}

/** Opens a database on which nobody else is, and keeps shops that start from it until it is closed. */
export async function openPostgresSide(databaseUrl: string): Promise<PostgresSide> {
  const client = await connectDirectly(databaseUrl)
  try {
    await takeDatabaseAlone(client)
    await client.query(SETTINGS)
  } catch (error) {
    await client.end()
    throw error
  }
  return sideOf(client)
}

function sideOf(client: pg.Client): PostgresSide {
  // The lock is of this connection, so all that is done is done on it.
  const connection = {
    query: (text: string, values: unknown[]) => client.query(text, values),
    release: () => undefined,
  } as Pick<PostgresPoolClient, 'release'> as PostgresPoolClient
  const pool = { options: {}, connect: async () => connection, end: () => client.end() }
  const db = new CommitKysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  return {
    kind: 'postgres',
    place: `${client.host}:${client.port}/${client.database}`,
    client,
    db,
    tables: async () => {
      const { rows } = await client.query(
        `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
      )
      return rows.map(({ name }) => name)
    },
    read: (table, after, limit) => readRows(client, table, after, limit),
    findUnmovable: async () => [],
    readSecret: async () => {
      const found = await db.selectFrom('secrets').select('value').where('name', '=', STORED_SECRET).execute()
      return found[0]?.value
    },
    // Processes look at the moves before they write anything else.
    commitAlone: (tables, work) => commitAlone(client, ['moves', ...tables.map(({ name }) => name)], work),
    storeSecret: async (value) => {
      const row = { name: STORED_SECRET, value }
      await db
        .insertInto('secrets')
        .values(row)
        .onConflict((one) => one.column('name').doUpdateSet({ value }))
        .execute()
    },
    wipe: async () => run(await dropAllStatements(client)),
    suspendTriggers: (tables) =>
      run(tables.map(({ name }) => `alter table ${quote(name)} disable trigger user`)),
    write: (table, rows) => writeRows(client, table, rows),
    // Values that it cannot have, and rules of tables.
    isAboutRows: (error) => error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? ''),
    complete: (tables, derived) => run(completing(tables, derived)),
    close: () => client.end(),
  }
}

async function readRows(
  client: pg.Client,
  table: MovedTable,
  after: MovedRow | undefined,
  limit: number,
): Promise<MovedRow[]> {
  const key = columnList(table.key)
  const later =
    after && `where (${key}) > (${table.key.map(({ type }, at) => `$${at + 1}::${type}`).join(', ')})`
  const { rows } = await client.query<(string | null)[]>({
    text: `select ${columnList(table.columns)} from ${quote(table.name)} ${later ?? ''} order by ${key} limit ${limit}`,
    values: [...(after ?? [])],
    rowMode: 'array',
    types: AS_TEXT,
  })
  return rows.map((row) => convertRow(table, row, ({ kind }, text) => fromPostgres(kind, text)))
}

/** One text for any number of rows, which the server parses once. A column that it counts takes what is written too. */
async function writeRows(client: pg.Client, table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  const arrays = table.columns.map(({ type }, at) => `$${at + 1}::${type}[]`)
  await client.query({
    name: `move ${table.name}`.slice(0, 60),
    text: `insert into ${quote(table.name)} (${columnList(table.columns)}) overriding system value
      select * from unnest(${arrays.join(', ')})`,
    values: table.columns.map((_, at) => rows.map((row) => row[at])),
  })
}

function completing(tables: readonly MovedTable[], derived: DerivedTable): string[] {
  const counters = tables.flatMap(({ name, columns }) =>
    columns
      .filter(({ isCounted }) => isCounted)
      .map((column) => {
        const [table, counted] = [quote(name), quote(column.name)]
        const sequence = `pg_get_serial_sequence(${pg.escapeLiteral(table)}, ${pg.escapeLiteral(column.name)})`
        return `select setval(${sequence}, greatest(max(${counted}), 1), coalesce(max(${counted}), 0) >= 1) from ${table}`
      }),
  )
  return [
    ...tables.map(({ name }) => `alter table ${quote(name)} enable trigger user`),
    ...counters,
    ...derived.statements,
    // The planner knows nothing of tables that were filled at once.
    'analyze',
  ]
}
