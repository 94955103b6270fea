import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { loadSecret } from '#kit/config/secret.ts'
import { migrations } from '../../../migrations/list.ts'
import { emptyStorage, type Storage } from '../../../tests/support/running-shop.ts'
import { backUp, restore } from './backup.ts'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'

const FILES = ['auth-secret', 'shop.db', 'shop.db-shm', 'shop.db-wal']

let storage: Storage
let umask: number
beforeEach(async () => {
  storage = await emptyStorage('')
  // What every file would be given that nobody cares for.
  umask = process.umask(0)
})
afterEach(async () => {
  process.umask(umask)
  await storage[Symbol.asyncDispose]()
})

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))

const OWNERS = Object.fromEntries(FILES.map((name) => [name, '600']))

/** Opens a shop on SQLite there, writes, and looks at its files while it is open. */
async function openAndLook(dataDir: string) {
  const database = openDatabase({ dataDir })
  try {
    await migrate(database, migrations)
    await loadSecret(readConfig({ DATA_DIR: dataDir }), database)
    return modesIn(dataDir)
  } finally {
    await database.close()
  }
}

test.skipIf(process.env.TEST_DATABASE_URL)('what the shop makes is for its owner only', async () => {
  expect(await openAndLook(storage.dataDir)).toEqual(OWNERS)
  expect(modeOf(storage.dataDir)).toBe('700')
})

test.skipIf(process.env.TEST_DATABASE_URL)(
  'a folder that was there keeps its mode, files that others could read do not',
  async () => {
    mkdirSync(storage.dataDir, { mode: 0o755 })
    // An earlier release's, and of a shop that runs.
    const running = openDatabase(storage)
    try {
      await openAndLook(storage.dataDir)
      for (const name of readdirSync(storage.dataDir)) chmodSync(join(storage.dataDir, name), 0o644)
      expect(await openAndLook(storage.dataDir)).toEqual(OWNERS)
    } finally {
      await running.close()
    }
    expect(modeOf(storage.dataDir)).toBe('755')
  },
)

test.skipIf(process.env.TEST_DATABASE_URL)(
  'backups and what is restored are for their owner only',
  async () => {
    await openAndLook(storage.dataDir)
    const folder = `${storage.dataDir}-backup`
    await backUp(storage, folder)
    expect(modeOf(folder)).toBe('700')
    expect(new Set(Object.values(modesIn(folder)))).toEqual(new Set(['600']))
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
    const place = { dataDir: `${storage.dataDir}-restored` }
    await restore(place, folder, { replace: false, knownMigrations: migrations.map(({ name }) => name) })
    expect(modeOf(place.dataDir)).toBe('700')
    expect(modesIn(place.dataDir)).toEqual({ 'auth-secret': '600', 'shop.db': '600' })
  },
)
