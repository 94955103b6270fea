import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { seedDemo } from '#demo/seed.ts'
import { findShopId, giveShopId } from '#features/payments/lost/shop-id.ts'
import { copyFirstShop } from '#kit/config/first-shop.ts'
import { DATABASE_FILE, openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { createFiles } from '#kit/files/files.ts'
import { createLog } from '#kit/log.ts'
import { HOUR_MS } from '#kit/time.ts'
import { migrations } from '../migrations/list.ts'
import { writeFirstShop } from '../scripts/first-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'first-shop-test-'))
const made = join(folder, 'first-shop.db')
beforeAll(() => writeFirstShop(made), 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** A shop that never ran, in a folder that does not exist. */
const newShop = (name: string, more: Record<string, string> = {}) =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, name, 'data'), LOG_LEVEL: 'silent', ...more })

test('a new shop begins with the range, to which its first start adds only what is its own', async () => {
  const config = newShop('new')
  await copyFirstShop(config, giveShopId, made)
  const database = openDatabase(config)
  const { db } = database
  await migrate(database, migrations)
  const read = async () => ({
    products: await db.selectFrom('products').selectAll().execute(),
    files: await db.selectFrom('part_files').select('id').execute(),
    steps: await db.selectFrom('row_counts').selectAll().execute(),
  })
  const before = await read()
  expect(before.products.length).toBeGreaterThan(2500)
  expect(before.files.length).toBeGreaterThan(5)
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([])
  const place = { config, db, log: createLog('silent'), now: Date.now }
  const shop = { ...place, files: createFiles(place), secret: '' }
  await seedDemo(shop, 'catalogue')
  expect(await read()).toEqual(before)
  expect(await db.selectFrom('settings').selectAll().execute()).toHaveLength(1)
  await database.close()
  expect(readdirSync(config.dataDir)).toEqual([DATABASE_FILE])
  expect(statSync(join(config.dataDir, DATABASE_FILE)).mode & 0o077).toBe(0)
})

test('a shop that has a database keeps it', async () => {
  const config = newShop('kept')
  await copyFirstShop(config, giveShopId, made)
  writeFileSync(join(config.dataDir, DATABASE_FILE), 'its own')
  await copyFirstShop(config, giveShopId, made)
  expect(statSync(join(config.dataDir, DATABASE_FILE)).size).toBe('its own'.length)
})

test.each(['-wal', '-journal'])(
  'what a former database left in %s is not played into the range',
  async (suffix) => {
    const config = newShop(`left${suffix}`)
    mkdirSync(config.dataDir, { recursive: true })
    writeFileSync(join(config.dataDir, DATABASE_FILE + suffix), 'of a former shop')
    await copyFirstShop(config, giveShopId, made)
    expect(readdirSync(config.dataDir)).toEqual([DATABASE_FILE + suffix])
  },
)

test('what a start that was killed left goes with a later start, and what one makes now stays', async () => {
  const config = newShop('killed')
  const [old, young] = [join(config.dataDir, '.first-shop-old'), join(config.dataDir, '.first-shop-young')]
  for (const draft of [old, young]) {
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, DATABASE_FILE), 'half a copy')
  }
  const at = new Date(Date.now() - HOUR_MS)
  utimesSync(old, at, at)
  const others = join(config.dataDir, 'first-of-others')
  mkdirSync(others)
  utimesSync(others, 0, 0)
  await copyFirstShop(config, giveShopId, made)
  expect(readdirSync(config.dataDir)).toEqual(['.first-shop-young', 'first-of-others', DATABASE_FILE])
})

test.each([
  ['the 60 parts', { SEED: 'demo' }],
  ['nothing', { SEED: 'none' }],
  ['what is in PostgreSQL', { DATABASE_URL: 'postgres://shop@127.0.0.1/shop' }],
])('a shop with %s does not begin with the range', async (name, environment) => {
  const config = newShop(name, environment)
  await copyFirstShop(config, giveShopId, made)
  expect(existsSync(config.dataDir)).toBe(false)
})

test('without a build a shop is filled as it starts', async () => {
  const config = newShop('unbuilt')
  await copyFirstShop(config, giveShopId, join(folder, 'missing.db'))
  expect(existsSync(config.dataDir)).toBe(false)
})

test('two shops of one build have ids of their own, by which each knows its payments', async () => {
  const shopIds = await Promise.all(
    ['one', 'another'].map(async (name) => {
      const config = newShop(name)
      await copyFirstShop(config, giveShopId, made)
      const { db, close } = openDatabase(config)
      return await findShopId(db).finally(close)
    }),
  )
  expect(shopIds).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(shopIds[0]).not.toBe(shopIds[1])
})
