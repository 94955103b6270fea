// Writes the database that new shops begin with, as the last step of a build.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { seedProducts } from '#demo/seed.ts'
import { FIRST_SHOP } from '#kit/config/first-shop.ts'
import { openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '../migrations/list.ts'

/** The settings are not in it: they come from the environment of the first start. */
export async function writeFirstShop(path: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'first-shop-'))
  const database = openDatabase({ dataDir })
  try {
    await migrate(database, migrations)
    await seedProducts({ db: database.db, now: Date.now }, 'catalogue')
    await sql`vacuum into ${path}`.execute(database.db)
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
}

if (import.meta.main) await writeFirstShop(FIRST_SHOP)
