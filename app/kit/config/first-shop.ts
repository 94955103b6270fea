import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE, type Db, openDatabase } from '#kit/db/db.ts'
import { OWNER_ONLY } from '#kit/owner-only.ts'
import { MINUTE_MS } from '#kit/time.ts'
import type { Config } from './config.ts'

/** A SQLite database with the sample range and nothing else, which the build makes. */
export const FIRST_SHOP = 'build/first-shop.db'

/** How the folder in a data directory begins in which the copy is made: as nothing that somebody else puts there. */
const DRAFT = '.first-shop-'

/** SQLite would play what a former database left into the copy. */
const LEFT_OVER = ['', '-wal', '-journal']

/**
 * A new shop begins with a copy of it: to insert the range would take longer than all else of a start. `makeOwn` changes what no
 * two shops may have in common.
 */
export async function copyFirstShop(
  { seed, databaseUrl, dataDir }: Config,
  makeOwn: (db: Db) => Promise<unknown>,
  from = FIRST_SHOP,
): Promise<void> {
  if (databaseUrl !== undefined) return
  removeOldDrafts(dataDir)
  const path = join(dataDir, DATABASE_FILE)
  const isUsed = LEFT_OVER.some((suffix) => existsSync(path + suffix))
  if (seed !== 'catalogue' || isUsed || !existsSync(from)) return
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder })
  const draft = mkdtempSync(join(dataDir, DRAFT))
  try {
    copyFileSync(from, join(draft, DATABASE_FILE))
    const database = openDatabase({ dataDir: draft })
    await makeOwn(database.db).finally(database.close)
    linkWhole(join(draft, DATABASE_FILE), path)
  } finally {
    rmSync(draft, { recursive: true })
  }
}

/** Whether it is what a start left that was killed. On a younger one another process may be at work. */
export function isOldDraft(dataDir: string, name: string): boolean {
  if (!name.startsWith(DRAFT)) return false
  const changedAt = statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return changedAt < Date.now() - 10 * MINUTE_MS
}

function removeOldDrafts(dataDir: string): void {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  for (const name of names)
    if (isOldDraft(dataDir, name)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** Another process finds no file or a whole one. */
function linkWhole(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // Another process was first, or the file system has no links: the shop is filled as any other.
  }
}
