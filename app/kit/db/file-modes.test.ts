import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { backUp, restore } from '#kit/backup/backup.ts'
import { loadSecret } from '#kit/config/secret.ts'
import { restoreTables } from '../../../migrations/0079-restores.ts'
import { migrations } from '../../../migrations/list.ts'
import { emptyStorage, type Storage } from '../../../tests/support/running-shop.ts'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'

const FILES = ['auth-secret', 'shop.db', 'shop.db-shm', 'shop.db-wal']

let storage: Storage
let umask: number
beforeEach(async () => {
  storage = await emptyStorage('')
  // Without a umask every account of the machine can read a new file.
  umask = process.umask(0)
})
afterEach(async () => {
  process.umask(umask)
  await storage[Symbol.asyncDispose]()
})

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))

const OWNER_ONLY_MODES = Object.fromEntries(FILES.map((name) => [name, '600']))

/** Opens a shop on SQLite, writes, and returns the modes of its files while it is open. */
async function openAndReadModes(dataDir: string) {
  const database = openDatabase({ dataDir })
  try {
    await migrate(database, migrations)
    await loadSecret(readConfig({ DATA_DIR: dataDir }), database)
    return modesIn(dataDir)
  } finally {
    await database.close()
  }
}

// attack: readable-files
test.skipIf(process.env.TEST_DATABASE_URL)('only the owner can read the files of the shop', async () => {
  expect(await openAndReadModes(storage.dataDir)).toEqual(OWNER_ONLY_MODES)
  expect(modeOf(storage.dataDir)).toBe('700')
})

// attack: readable-files
test.skipIf(process.env.TEST_DATABASE_URL)(
  'an existing folder keeps its mode; files that others can read become private',
  async () => {
    mkdirSync(storage.dataDir, { mode: 0o755 })
    // Files of an earlier release, while a shop runs.
    const running = openDatabase(storage)
    try {
      await openAndReadModes(storage.dataDir)
      for (const name of readdirSync(storage.dataDir)) chmodSync(join(storage.dataDir, name), 0o644)
      expect(await openAndReadModes(storage.dataDir)).toEqual(OWNER_ONLY_MODES)
    } finally {
      await running.close()
    }
    expect(modeOf(storage.dataDir)).toBe('755')
  },
)

// attack: readable-files
test.skipIf(process.env.TEST_DATABASE_URL)('only the owner can read backups and restored files', async () => {
  await openAndReadModes(storage.dataDir)
  const folder = `${storage.dataDir}-backup`
  await backUp(storage, folder)
  expect(modeOf(folder)).toBe('700')
  expect(new Set(Object.values(modesIn(folder)))).toEqual(new Set(['600']))
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  const target = { dataDir: `${storage.dataDir}-restored` }
  // As a first start leaves it that was killed.
  mkdirSync(join(target.dataDir, '.first-shop-start'), { recursive: true, mode: 0o700 })
  utimesSync(join(target.dataDir, '.first-shop-start'), 0, 0)
  await restore(target, folder, {
    replace: false,
    migrations,
    marking: { findGaps: async () => [], tables: restoreTables },
  })
  expect(modeOf(target.dataDir)).toBe('700')
  expect(modesIn(target.dataDir)).toEqual({ 'auth-secret': '600', 'shop.db': '600' })
})
