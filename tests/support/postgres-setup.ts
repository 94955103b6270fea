import { openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '../../migrations/list.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { startPostgres, WITHOUT_DISK } from './postgres-server.ts'

/**
 * The global setup of the Vitest project `postgres`: sets `TEST_DATABASE_URL` to the server, and
 * `TEST_DATABASE_TEMPLATE` to a database that has the schema already, so that tests copy it and do not migrate.
 */
export default async function setup(): Promise<() => void> {
  const server = await startPostgres(WITHOUT_DISK)
  try {
    process.env.TEST_DATABASE_TEMPLATE = await createTemplate(server.url)
  } catch (error) {
    server.stop()
    throw error
  }
  process.env.TEST_DATABASE_URL = server.url
  return server.stop
}

async function createTemplate(server: string): Promise<string> {
  const { name, url } = await createPostgresDatabase(server)
  const database = openDatabase({ databaseUrl: url, dataDir: '' })
  await migrate(database, migrations).finally(() => database.close())
  return name
}
