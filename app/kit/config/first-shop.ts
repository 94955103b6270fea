import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '#kit/db/db.ts'
import { OWNER_ONLY } from '#kit/owner-only.ts'
import type { Config } from './config.ts'

/** A SQLite database with the sample range and nothing else, which the build makes. */
export const FIRST_SHOP = 'build/first-shop.db'

/** A new shop begins with a copy of it: to insert the range would take longer than all else of a start. */
export function copyFirstShop({ seed, databaseUrl, dataDir }: Config, from = FIRST_SHOP): void {
  const path = join(dataDir, DATABASE_FILE)
  if (seed !== 'catalogue' || databaseUrl !== undefined || existsSync(path) || !existsSync(from)) return
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder })
  const copy = `${path}-${randomUUID()}`
  copyFileSync(from, copy)
  try {
    // Another process finds no file or a whole one.
    linkSync(copy, path)
  } catch {
    // Another process was first, or the file system has no links: the shop is filled as any other.
  } finally {
    rmSync(copy)
  }
}
