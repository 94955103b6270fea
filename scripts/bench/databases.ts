import { startPostgres } from '../../tests/support/postgres-server.ts'

/** Measures on both databases in turn; `server` is the address of a new PostgreSQL server, or empty for SQLite. */
export async function onEachDatabase<Result>(
  measure: (name: 'SQLite' | 'PostgreSQL', server: string) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const onSqlite = await measure('SQLite', '')
  const postgres = await startPostgres()
  try {
    return [...onSqlite, ...(await measure('PostgreSQL', postgres.url))]
  } finally {
    postgres.stop()
  }
}
