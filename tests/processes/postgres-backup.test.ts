import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { postgresFolder } from '#kit/backup/postgres-programs.ts'
import { type Database, openDatabase } from '#kit/db/db.ts'
import { programFile } from '../../scripts/programs/programs.ts'
import { orderOfLines } from '../support/customer.ts'
import { type Data, hasPostgresClients, NONE_LATER, runTask, settingsOf } from '../support/operator.ts'
import { plainPicture, uploadOf } from '../support/pictures.ts'
import { ROOT } from '../support/project.ts'
import { readRowsOf, readSchema } from '../support/read-database.ts'
import { ADMIN, emptyStorage, type RunningShop, type Storage, startShop } from '../support/running-shop.ts'

const ORDERS = 24

const isTestable = Boolean(process.env.TEST_DATABASE_URL) && hasPostgresClients()

const environment = { RATE_LIMITS: 'sign-in' }

/** Does something in the database while no shop runs on it. */
async function inDatabase<Result>(
  data: Data,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(data)
  return work(database).finally(() => database.close())
}

const runStatements = (data: Data, ...statements: string[]) =>
  inDatabase(data, async ({ db }) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  })

/** All that a database has. */
const readAll = async (data: Data) => ({
  schema: await inDatabase(data, readSchema),
  rows: await readRowsOf(data),
})

/** A dump as it is made without the shop's command. */
function dump({ databaseUrl = '' }: Data, file: string): void {
  const version = Number(
    /\d+/.exec(spawnSync(programFile('postgres'), ['--version'], { encoding: 'utf8' }).stdout),
  )
  const program = join(postgresFolder(version), 'pg_dump')
  const { status, stderr } = spawnSync(program, ['--format=custom', `--file=${file}`, databaseUrl])
  expect(status, String(stderr)).toBe(0)
}

/** Orders of two lines each, of which every second is paid and every fourth partly shipped; and a picture. */
async function fill(shop: RunningShop) {
  const [admin, customer] = [await shop.signIn(ADMIN), await shop.register()]
  const body = uploadOf(await plainPicture(400, 300).png().toBuffer())
  const { image } = (await shop.call('POST', '/api/image', { body, as: admin })).body
  const products = [
    await shop.addProduct(admin, { quantity: 1_000_000, image }),
    await shop.addProduct(admin, { quantity: 1_000_000, price: 1.5 }),
  ]
  const place = async () => {
    const lines = orderOfLines(products.map((product) => ({ product, quantity: 100 })))
    return (await shop.call('POST', '/api/order', { body: lines, as: customer })).body
  }
  for (let placed = 0; placed < ORDERS; placed += 1) {
    const order = await place()
    if (placed % 2 === 0) await shop.pay(customer, order)
    const shipment = { lines: [{ position: 0, quantity: 50 }] }
    if (placed % 4 === 0)
      await shop.call('POST', `/api/order/${order._id}/shipments`, { body: shipment, as: admin })
  }
  return { admin, customer, place }
}

/** All processes of the machine, on Linux only, with what everyone can read of them. */
function processes() {
  return globSync('/proc/[0-9]*').flatMap((folder) => {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(join(folder, 'stat'), 'utf8')) ?? []
      return [{ parent: Number(parent), command: readFileSync(join(folder, 'cmdline'), 'utf8') }]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}

describe.runIf(isTestable)('a shop on PostgreSQL', { timeout: 90_000 }, () => {
  const cleanUp = new AsyncDisposableStack()
  let storage: Storage
  let seller: Awaited<ReturnType<typeof fill>>
  let stored: Awaited<ReturnType<typeof readAll>>
  const pathFor = (name: string): string => join(dirname(storage.dataDir), name)
  /** What is stored, with the mark of a restore. */
  const restored = (more: object = {}) => ({
    ...stored,
    rows: { ...stored.rows, restores: [expect.stringContaining('"taken_over_at":null')], ...more },
  })

  beforeAll(async () => {
    storage = cleanUp.use(await emptyStorage())
    await using shop = await startShop({ storage, environment })
    seller = await fill(shop)
    await shop.stop()
    stored = await readAll(storage)
    expect(await runTask('backup', storage, pathFor('backup'))).toEqual({ code: 0, errors: '' })
    dump(storage, pathFor('shop.dump'))
  })
  afterAll(() => cleanUp.disposeAsync())

  test('is the same after it was restored: tables, triggers, sequences, orders, lines, invoices and pictures', async () => {
    expect(stored.rows.orders).toHaveLength(ORDERS)
    expect(stored.rows.order_lines).toHaveLength(2 * ORDERS)
    expect(stored.rows.invoices).toHaveLength(ORDERS / 2)
    expect(stored.rows.shipments?.length).toBeGreaterThan(0)
    expect(stored.rows.image_files?.length).toBeGreaterThan(0)
    await using empty = await emptyStorage()
    expect(await runTask('restore', empty, pathFor('backup'), ...NONE_LATER)).toEqual({ code: 0, errors: '' })
    expect(await readAll(empty)).toEqual(restored())
  })

  test('goes on with all its rules where it was restored', async () => {
    await using target = await emptyStorage()
    expect(await runTask('restore', target, pathFor('backup'), ...NONE_LATER)).toEqual({
      code: 0,
      errors: '',
    })
    expect(await runTask('restore', target, '--take-over')).toEqual({ code: 0, errors: '' })
    await using shop = await startShop({ storage: target, environment })
    const { admin, customer } = seller
    const [product] = (await shop.call('GET', '/api/product')).body
    await shop.pay(customer, await shop.order(customer, product))
    await shop.addProduct(admin)
    await shop.stop()
    const after = await readRowsOf(target)
    expect(after.order_lines).toHaveLength(2 * ORDERS + 1)
    expect(after.invoices).toHaveLength(ORDERS / 2 + 1)
    expect(after.products).toHaveLength(3)
    // Triggers keep these.
    expect(after.sold_products).not.toEqual(stored.rows.sold_products)
    expect(after.row_counts).not.toEqual(stored.rows.row_counts)
  })

  test('is replaced as a whole with --replace, by a dump of pg_dump too, and not without', async () => {
    await using target = await emptyStorage()
    expect(await runTask('restore', target, pathFor('backup'), ...NONE_LATER)).toEqual({
      code: 0,
      errors: '',
    })
    await runStatements(
      target,
      'delete from order_events',
      'create table later (id integer primary key references invoices (number))',
      'create view of_later as select * from later',
    )
    const before = await readAll(target)
    for (const backup of ['backup', 'shop.dump']) {
      const refused = await runTask('restore', target, pathFor(backup))
      expect(refused).toEqual({ code: 1, errors: expect.stringContaining('is not empty. Add --replace') })
    }
    expect(await readAll(target)).toEqual(before)
    expect(await runTask('restore', target, pathFor('shop.dump'), '--replace', ...NONE_LATER)).toEqual({
      code: 0,
      errors: '',
    })
    // The dump was made after the backup.
    const last_backups = [expect.stringContaining('"place":"here"')]
    expect(await readAll(target)).toEqual(restored({ last_backups }))
  })

  test('keeps what it has when a statement of a restore fails, when the file ends too early, and when it is none', async () => {
    await using broken = await emptyStorage()
    await using target = await emptyStorage()
    expect(await runTask('restore', broken, pathFor('backup'), ...NONE_LATER)).toEqual({
      code: 0,
      errors: '',
    })
    expect(await runTask('restore', target, pathFor('backup'), ...NONE_LATER)).toEqual({
      code: 0,
      errors: '',
    })
    await runStatements(target, 'delete from order_events')
    const before = await readAll(target)
    await runStatements(
      broken,
      'create schema elsewhere',
      `create function elsewhere.known(text) returns text language sql immutable as 'select $1'`,
      // Indexes are created after all rows are there.
      'create index orders_elsewhere on orders (elsewhere.known(id))',
    )
    dump(broken, pathFor('failing.dump'))
    await runStatements(
      broken,
      'drop schema elsewhere cascade',
      'create table zz_last as select md5(number::text) from generate_series(1, 50000) as number',
    )
    dump(broken, pathFor('short.dump'))
    truncateSync(pathFor('short.dump'), readFileSync(pathFor('short.dump')).length - 300_000)
    const refusal = async (file: string) => {
      const { code, errors } = await runTask('restore', target, file, '--replace', ...NONE_LATER)
      expect(code).toBe(1)
      expect(await readAll(target)).toEqual(before)
      return errors
    }
    expect(await refusal(pathFor('failing.dump'))).toContain('schema "elsewhere" does not exist')
    expect(await refusal(pathFor('short.dump'))).toMatch(/end of file/)
    expect(await refusal(join(ROOT, 'package.json'))).toMatch(/not appear to be a valid archive/)
  })

  test('shows no password in the list of processes while it is copied', async () => {
    const password = 'a-password-of-the-database'
    const databaseUrl = Object.assign(new URL(storage.databaseUrl ?? ''), { password }).href
    await inDatabase(storage, async ({ db }) => {
      await db.transaction().execute(async (trx) => {
        await sql`lock table orders in access exclusive mode`.execute(trx)
        const child = spawn(process.execPath, ['scripts/backup.ts', pathFor('watched')], {
          cwd: ROOT,
          env: { PATH: process.env.PATH, ...settingsOf({ ...storage, databaseUrl }) },
        })
        const ended = once(child, 'exit')
        const isWaiting = () =>
          processes().some((one) => one.parent === child.pid && one.command.includes('pg_dump'))
        await vi.waitUntil(isWaiting, { timeout: 20_000 })
        expect(processes().filter(({ command }) => command.includes(password))).toEqual([])
        child.kill('SIGTERM')
        await ended
      })
    })
  })
})
