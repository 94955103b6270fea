import pg from 'pg'
import { newId } from '#kit/id.ts'

export interface PostgresDatabase {
  readonly name: string
  readonly url: string
  drop(): Promise<void>
}

/** Creates a database on the PostgreSQL at `server`: empty, or a copy of the database `template`. */
export async function createPostgresDatabase(
  server: string,
  template = 'template1',
): Promise<PostgresDatabase> {
  const name = `shop_test_${newId()}`
  // Copying the files takes less than half of the time of writing them to the log, the usual strategy.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    name,
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    drop: () => onServer(server, `drop database ${name} with (force)`),
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
