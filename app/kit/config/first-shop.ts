import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE, type Db, openDatabase } from '#kit/db/db.ts'
import { OWNER_ONLY } from '#kit/owner-only.ts'
import type { Config } from './config.ts'

/** A SQLite database with the sample range and nothing else, which the build makes. */
export const FIRST_SHOP = 'build/first-shop.db'

/**
 * A new shop begins with a copy of it: to insert the range would take longer than all else of a start. `makeOwn` changes what no
 * two shops may have in common.
 */
export async function copyFirstShop(
  { seed, databaseUrl, dataDir }: Config,
  makeOwn: (db: Db) => Promise<unknown>,
  from = FIRST_SHOP,
): Promise<void> {
  const path = join(dataDir, DATABASE_FILE)
  if (seed !== 'catalogue' || databaseUrl !== undefined || existsSync(path) || !existsSync(from)) return
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder })
  const draft = mkdtempSync(join(dataDir, 'first-'))
  try {
    copyFileSync(from, join(draft, DATABASE_FILE))
    const database = openDatabase({ dataDir: draft })
    await makeOwn(database.db).finally(database.close)
    linkWhole(join(draft, DATABASE_FILE), path)
  } finally {
    rmSync(draft, { recursive: true })
  }
}

/** Another process finds no file or a whole one. */
function linkWhole(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // Another process was first, or the file system has no links: the shop is filled as any other.
  }
}
