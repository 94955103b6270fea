import { startPostgres } from '../tests/support/postgres-server.ts'

export type DatabaseName = 'sqlite' | 'postgres'

/** Runs on a database: `server` is the address of a new PostgreSQL server, or empty for SQLite. */
export async function onDatabase<Result>(
  name: DatabaseName,
  run: (server: string) => Promise<Result>,
): Promise<Result> {
  if (name === 'sqlite') return run('')
  const postgres = await startPostgres()
  try {
    return await run(postgres.url)
  } finally {
    postgres.stop()
  }
}
