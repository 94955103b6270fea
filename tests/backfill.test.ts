import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backfillJob, isFilled } from '#kit/backfill/backfill.ts'
import { openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '../migrations/list.ts'
import { added, letters, required } from './support/filled-orders.ts'
import { ROOT } from './support/project.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const COPIES = 1100

/** A shop with old orders, of which one was placed, and the release that adds what they get. */
async function shopWithOrders() {
  const app = await createTestApp()
  const { db, database } = app.shop
  const product = await app.addProduct()
  await app.order(await app.register(), product)
  const [order] = await db.selectFrom('orders').selectAll().execute()
  if (!order) throw new Error('no order was placed')
  for (let first = 0; first < COPIES; first += 100) {
    const copies = Array.from({ length: 100 }, (_, at) => ({
      ...order,
      id: `old ${first + at}`,
      number: `old ${first + at}`,
    }))
    await db.insertInto('orders').values(copies).execute()
  }
  await migrate(database, [...migrations, added])
  return { app, product, db, database }
}

const readOrders = async ({ shop }: TestApp) =>
  (
    await sql<{ id: string; letter: string | null; filled: number }>`
    select id, letter, filled from orders order by id`.execute(shop.db)
  ).rows

const readProgress = ({ shop }: TestApp) =>
  shop.db.selectFrom('backfills').select(['place', 'rows_left', 'finished_at']).executeTakeFirstOrThrow()

const warningsOf = async ({ app }: TestApp) =>
  (await app.health.check()).filter((warning) => warning.startsWith('old rows'))

/** Runs the job until it is done. */
async function fillAll({ shop }: TestApp, backfill = letters()) {
  const job = backfillJob(shop, [backfill])
  for (let runs = 0; !(await isFilled(shop.db, added.name)); runs += 1) {
    if (runs > 50) throw new Error('It does not end.')
    await job.run()
    shop.advance(10_000)
  }
}

/** What a process answers that is killed between the statements of its second batch and the commit. */
async function fillAndBeKilled({ shop: { config } }: TestApp) {
  const args = [
    'tests/support/fill-orders.ts',
    config.dataDir,
    ...(config.databaseUrl ? [config.databaseUrl] : []),
  ]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  return String(said)
}

test('old rows are filled once each, through a kill, while orders are placed; only then a release can require it', {
  timeout: 60_000,
}, async () => {
  const { app, product, db, database } = await shopWithOrders()
  await using _ = app
  const upgrade = () => migrate(database, [...migrations, added, required])
  await expect(upgrade()).rejects.toThrow(
    /release 1\.1\.0 fills while it serves.*none was filled yet.*Nothing was changed/,
  )

  expect(await fillAndBeKilled(app)).toContain('in the middle')
  const killed = await readOrders(app)
  const place = killed[499]?.id
  await expect
    .poll(() => readProgress(app))
    .toEqual({ place, rows_left: COPIES + 1 - 500, finished_at: null })
  expect(killed.filter(({ filled }) => filled === 1)).toEqual(killed.slice(0, 500))
  const warning = `old rows are filled (9001-order-letters): ${COPIES + 1 - 500} are left to look at`
  expect([await isFilled(db, added.name), await warningsOf(app)]).toEqual([false, [warning]])
  await expect(upgrade()).rejects.toThrow(/release 1\.1\.0 fills.*601 are left/)

  // Orders of a process of the release before: one behind the place where the job is, and one that is placed meanwhile.
  await sql`update orders set letter = null, filled = 0 where id = ${killed[3]?.id}`.execute(db)
  const customer = await app.register()
  const { _id: placed } = await app.order(customer, product)
  await fillAll(app)
  const orders = await readOrders(app)
  expect(orders).toHaveLength(COPIES + 2)
  expect(orders.filter(({ filled, letter }) => filled !== 1 || letter === null)).toEqual([])
  expect(orders.map(({ id }) => id)).toContain(placed)
  expect([await isFilled(db, added.name), await warningsOf(app)]).toEqual([true, []])
  await upgrade()
})

test('of two processes that would fill the same batch one does, and the other waits for its turn', async () => {
  const { app } = await shopWithOrders()
  await using _ = app
  const other = openDatabase(app.shop.config)
  const seen: (readonly string[])[] = []
  const meets = Promise.withResolvers<void>()
  const one = backfillJob(app.shop, [
    letters(async (keys) => {
      seen.push(keys)
      meets.resolve()
      await released
    }),
  ])
  const second = backfillJob({ ...app.shop, db: other.db }, [letters(async (keys) => seen.push(keys))])
  // The first run counts the rows.
  await one.run()
  const release = Promise.withResolvers<void>()
  const released = release.promise
  const running = one.run()
  await meets.promise
  const waiting = second.run()
  const early = await Promise.race([
    waiting.then(() => 'ran'),
    new Promise((resolve) => setTimeout(resolve, 100)),
  ])
  release.resolve()
  await Promise.all([running, waiting])
  expect([early, seen.length]).toEqual([undefined, 1])
  // It is throttled: for neither of them the pause has passed.
  app.shop.advance(-1000)
  await Promise.all([one.run(), second.run()])
  expect(seen).toHaveLength(1)
  app.shop.advance(20_000)
  await second.run()
  await other.close()
  expect(seen.map(({ length }) => length)).toEqual([500, 500])
})

test('a new shop gets all steps at once, and a backfill without rows is done', async () => {
  await using app = await createTestApp()
  await migrate(app.shop.database, [...migrations, added, required])
  await fillAll(app)
  expect(await readProgress(app)).toEqual({ place: null, rows_left: 0, finished_at: expect.any(Number) })
})
