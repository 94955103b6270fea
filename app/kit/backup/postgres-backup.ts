import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { MIGRATION_LOCK } from '#kit/db/migrate.ts'
import type { MarkOptions, RestoreOptions } from './backup.ts'
import { type PostgresServer, withServer } from './postgres-server.ts'
import { markStatements } from './restore-marks.ts'
import { refuseUnknownSteps } from './unknown-steps.ts'

/** Writes all that the shop has in PostgreSQL, its secret too, as of one moment into a file. */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  await withServer(databaseUrl, async ({ client, schema, start }) => {
    await refuseWithoutShop(client, schema)
    const args = ['--format=custom', '--no-password', `--schema=${quote(schema)}`, `--file=${file}`]
    await start('pg_dump', args).finished
  })
}

async function refuseWithoutShop(client: pg.Client, schema: string): Promise<void> {
  const steps = await client.query('select to_regclass($1) as found', [`${quote(schema)}.schema_migrations`])
  if (!steps.rows[0].found) throw new Error('There is no shop in the database (DATABASE_URL).')
}

/** Marks a database that another program has restored, as {@link restorePostgres} marks its own. */
export async function markPostgres(databaseUrl: string, { migrations, marking }: MarkOptions): Promise<void> {
  await withServer(databaseUrl, async ({ client, schema }) => {
    await refuseWithoutShop(client, schema)
    const prefix = `${quote(schema)}.`
    const read = async (columns: string, table: string) =>
      (await client.query({ text: `select ${columns} from ${prefix}${table}`, rowMode: 'array' })).rows
    refuseUnknownSteps((await read('name', 'schema_migrations')).flat(), migrations)
    await takeDatabaseAlone(client)
    const counts = await read('name, counted', 'row_counts')
    const gaps = await marking.findGaps(new Map(counts.map(([name, count]) => [name, Number(count)])))
    await refuseWhileRunning(client)
    const mark = {
      gaps,
      tables: marking.tables('postgres', prefix),
      madeAt: undefined,
      restoredAt: Date.now(),
    }
    await client.query(['begin', ...markStatements(mark, prefix), 'commit'].join(';\n'))
  })
}

/**
 * Restores a file of `pg_dump --format=custom` in one transaction, which ends at the first error. A shop that starts
 * meanwhile waits: it takes the same lock.
 */
export async function restorePostgres(
  databaseUrl: string,
  { file, madeAt }: { readonly file: string; readonly madeAt: number | undefined },
  { replace, migrations, marking }: RestoreOptions,
): Promise<void> {
  await withServer(databaseUrl, async (server) => {
    const steps = await readRows(server, file, 'schema_migrations')
    if (!steps) throw new Error(`${file} is not a backup of a shop.`)
    refuseUnknownSteps(
      steps.map(([name = '']) => name),
      migrations,
    )
    const { client } = server
    const isLocked = await tryLock(client)
    const present = await dropAllStatements(client)
    if (present.length > 0 && !replace) {
      throw new Error('The database (DATABASE_URL) is not empty. Add --replace to overwrite it.')
    }
    await refuseWhileRunning(client, isLocked)
    const counts = await readRows(server, file, 'row_counts')
    const counted = new Map(counts?.map(([name = '', count]) => [name, Number(count)]))
    const prefix = `${quote(server.schema)}.`
    const gaps = await marking.findGaps(counted)
    // The question may have waited for hours, and a process that does nothing has no connection.
    await refuseWhileRunning(client)
    const tables = marking.tables('postgres', prefix)
    const mark = { gaps, tables, madeAt, restoredAt: Date.now() }
    await runScript(server, file, {
      before: present,
      after: [refuseOtherSchema(server.schema), ...markStatements(mark, prefix)],
    })
    // The planner knows nothing of restored tables.
    await client.query('analyze')
  })
}

/** A statement that fails when nothing of the dump was in the schema of the shop. */
const refuseOtherSchema = (schema: string): string => `
  do $$ begin
    if to_regclass(${pg.escapeLiteral(`${quote(schema)}.schema_migrations`)}) is null then
      raise exception 'The tables of the backup are in another schema than that of the database (DATABASE_URL).';
    end if;
  end $$`

export const quote = (name: string): string => pg.escapeIdentifier(name)

/** The first columns of the rows of a table in a dump; undefined when it has no such table. */
async function readRows(
  { start }: PostgresServer,
  file: string,
  table: 'schema_migrations' | 'row_counts',
): Promise<string[][] | undefined> {
  const reader = start('pg_restore', ['--data-only', `--table=${table}`, '--file=-', file])
  const [script] = await Promise.all([text(reader.stdout), reader.finished])
  const [, rows] = /^COPY .*;\n([\s\S]*?)^\\\.$/m.exec(script) ?? []
  if (!rows) return undefined
  return rows
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'))
}

/** Takes the lock of whoever changes the schema until the connection ends: a shop that starts waits for it. */
const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select pg_try_advisory_lock($1) as locked', [MIGRATION_LOCK])).rows[0].locked

/** Takes the database for this connection alone; throws when somebody else is connected to it. */
export async function takeDatabaseAlone(client: pg.Client): Promise<void> {
  // The server may still show the connections of a shop that was stopped just now.
  for (let tries = 0; tries < 10 && (await countOtherConnections(client)) > 0; tries++) await pause(100)
  await refuseWhileRunning(client, await tryLock(client))
}

/**
 * Commits what `work` writes if nobody else is connected even now. A process that had no connection may have come since: it waits
 * for these tables, and finds what was committed.
 */
export async function commitAlone(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  // Who holds one of them would be waited for.
  await refuseWhileRunning(client)
  // A crash within a second would else forget what was committed.
  await client.query('set synchronous_commit = on')
  await client.query(`begin; lock table ${tables.map(quote).join(', ')} in access exclusive mode`)
  try {
    await work()
    // The first time in this transaction: PostgreSQL would answer a second time as before.
    await refuseWhileRunning(client)
    await client.query('commit')
  } catch (error) {
    // A lost connection has done that, and its error says more.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Throws when a shop runs on the database: with the lock of whoever changes the schema, or any other connection. */
async function refuseWhileRunning(client: pg.Client, isLocked = true): Promise<void> {
  if (isLocked && (await countOtherConnections(client)) === 0) return
  throw new Error(
    'A shop is running on the database (DATABASE_URL), or another program is connected to it: stop it first.',
  )
}

/** Processes of the server itself have no account. */
async function countOtherConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::integer as others from pg_stat_activity
      where datname = current_database() and usesysid is not null and pid <> pg_backend_pid()`,
  )
  return rows[0].others
}

/** The statements that empty the schema of the shop. */
export const dropAllStatements = async (client: pg.Client): Promise<string[]> =>
  (await client.query(DROP_ALL)).rows.map(({ statement }) => String(statement))

/** A statement to drop each table, view, sequence and function of the schema, except those of extensions. */
const DROP_ALL = `
  select 'drop ' || kind || ' if exists ' || name || ' cascade' as statement from (
    select pg_class.oid, pg_class.oid::regclass::text as name, case relkind when 'v' then 'view'
      when 'm' then 'materialized view' when 'f' then 'foreign table' when 'S' then 'sequence' else 'table' end as kind
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select oid, oid::regprocedure::text, 'routine'
    from pg_proc where pronamespace = current_schema()::regnamespace) as objects
  where not exists (select from pg_depend where objid = objects.oid and deptype = 'e')
  -- A sequence that belongs to a column is dropped with its table.
  order by kind = 'sequence', kind <> 'table', name`

interface Statements {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/**
 * Runs the statements of a dump between others, in one transaction. It is committed by the last line, so that nothing
 * changes when a statement fails, or when one of the programs or this process ends earlier.
 */
async function runScript(server: PostgresServer, file: string, { before, after }: Statements): Promise<void> {
  const writer = server.start('psql', [
    '--no-psqlrc',
    '--quiet',
    '--no-password',
    '--set=ON_ERROR_STOP=1',
    '--output=/dev/null',
    '--file=-',
  ])
  const reader = server.start('pg_restore', [
    '--no-owner',
    '--no-privileges',
    `--schema=${server.schema}`,
    '--file=-',
    file,
  ])
  const { stdin } = writer
  const send = (statements: readonly string[]) => stdin.write(statements.map((one) => `${one};\n`).join(''))
  send(['begin', 'set local statement_timeout = 0', 'set local client_min_messages = error', ...before])
  try {
    await pipeline(reader.stdout, stdin, { end: false })
    await reader.finished
    send([...after, 'commit'])
  } catch (error) {
    reader.kill()
    stdin.end()
    // If a statement failed, its message says more than the end of the stream.
    await writer.finished
    throw error
  }
  stdin.end()
  await writer.finished
}
