import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { leadsToPooler } from '#kit/db/pool.ts'
import { type PostgresProgram, postgresFolder } from './postgres-programs.ts'

/** A connection to the database of the shop, and the programs of its version. */
export interface PostgresServer {
  readonly client: pg.Client
  /** The schema of the shop's tables. */
  readonly schema: string
  /** Starts a program that uses the same database. Its arguments, which everyone on the machine sees, have no password. */
  start(program: PostgresProgram, args: readonly string[]): RunningProgram
}

/** A program that runs. */
interface RunningProgram extends ChildProcessWithoutNullStreams {
  /** Resolves when it has ended well; rejects with its messages when not. */
  readonly finished: Promise<void>
}

/** A connection to PostgreSQL itself: locks and settings would stay on one of a pool, which the shop uses. */
export async function connectDirectly(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  // Without this listener a lost connection would end the process. A query on it rejects anyway.
  client.on('error', () => undefined)
  await client.connect()
  const isPooled = await leadsToPooler(client).catch(async (error: unknown) => {
    await client.end()
    throw error
  })
  if (!isPooled) return client
  await client.end()
  throw new Error('DATABASE_URL leads to PgBouncer: set it to the address of PostgreSQL itself.')
}

/** Connects to the database, does the work and disconnects. */
export async function withServer<Result>(
  databaseUrl: string,
  work: (server: PostgresServer) => Promise<Result>,
): Promise<Result> {
  const client = await connectDirectly(databaseUrl)
  try {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::integer / 10000 as version, current_schema() as schema`,
    )
    const { version, schema } = rows[0]
    const folder = postgresFolder(version)
    const env = { ...process.env, ...connectionVariables(client, databaseUrl) }
    return await work({
      client,
      schema,
      start: (program, args) => withMessages(spawn(join(folder, program), args, { env })),
    })
  } finally {
    await client.end()
  }
}

/** How the programs call what the driver reads from an address. */
const VARIABLES = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  database: 'PGDATABASE',
  password: 'PGPASSWORD',
} as const

/** Parameters of an address. */
const PARAMETERS: Readonly<Record<string, string>> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
}

/** How the programs reach the database, by variables that only the owner of the process can read. */
function connectionVariables(client: pg.Client, databaseUrl: string): Record<string, string> {
  const parameters = new URLSearchParams(databaseUrl.split('?')[1])
  const given = [
    ...Object.entries(VARIABLES).map(([name, variable]) => [
      variable,
      client[name as keyof typeof VARIABLES],
    ]),
    ...Object.entries(PARAMETERS).map(([name, variable]) => [variable, parameters.get(name)]),
  ]
  return Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined))
}

function withMessages(child: ChildProcessWithoutNullStreams): RunningProgram {
  let messages = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text
  })
  // A program that has ended does not read what is still written to it.
  child.stdin.on('error', () => undefined)
  const finished = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(messages.trim() || `${child.spawnfile} ended with ${code}.`)
  })
  // Whoever awaits it gets the error.
  finished.catch(() => undefined)
  return Object.assign(child, { finished })
}
