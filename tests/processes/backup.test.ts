import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { backupName } from '#kit/backup/kept-backups.ts'
import { openDatabase } from '#kit/db/db.ts'
import { orderOfLines, type Person } from '../support/customer.ts'
import { type Data, NONE_LATER, runTask } from '../support/operator.ts'
import { readRowsOf } from '../support/read-database.ts'
import { ADMIN, emptyStorage, type RunningShop, type Storage, startShop } from '../support/running-shop.ts'

const STOCK = 10_000_000
const CUSTOMERS = 3

const isPostgres = Boolean(process.env.TEST_DATABASE_URL)

const cleanUp = new AsyncDisposableStack()
let data: Storage
let folder: string
let shop: RunningShop
let products: readonly Product[]
let acknowledged: { order: Order; customer: Person }[]

/** The path of a file beside the data directory, which is removed with it. */
const pathFor = (name: string): string => join(dirname(data.dataDir), name)

/** Customers order and pay during the backup. `acknowledged` has the orders from before the backup. */
beforeAll(async () => {
  data = cleanUp.use(await emptyStorage())
  folder = pathFor('backup')
  shop = cleanUp.use(await startShop({ storage: data, environment: { RATE_LIMITS: 'sign-in' } }))
  const admin = await shop.signIn(ADMIN)
  products = [
    await shop.addProduct(admin, { quantity: STOCK }),
    await shop.addProduct(admin, { quantity: STOCK, price: 1.5 }),
  ]
  const answered: typeof acknowledged = []
  let isBackedUp = false
  const keepOrdering = async (customer: Person, pays: boolean): Promise<void> => {
    while (!isBackedUp) {
      const body = orderOfLines(products.map((product) => ({ product, quantity: 100 })))
      const order = (await shop.call('POST', '/api/order', { body, as: customer })).body
      answered.push({ order: pays ? await shop.pay(customer, order) : order, customer })
    }
  }
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => shop.register()))
  const everyone = Promise.all(customers.map((customer, index) => keepOrdering(customer, index > 0)))
  await vi.waitUntil(() => answered.length > 20, { timeout: 20_000 })
  acknowledged = [...answered]
  const { code, errors } = await runTask('backup', data, folder)
  isBackedUp = true
  await everyone
  expect(errors).toBe('')
  expect(code).toBe(0)
  expect(answered.length).toBeGreaterThan(acknowledged.length)
})
afterAll(() => cleanUp.disposeAsync())

test('a backup contains all permanent files, readable only by the owner', () => {
  const permanent = isPostgres
    ? ['shop.dump']
    : readdirSync(data.dataDir).filter((name) => !/-(wal|shm)$/.test(name))
  expect(readdirSync(folder).sort()).toEqual([...permanent, 'backup.json'].sort())
  const modeOf = (path: string) => statSync(path).mode & 0o777
  expect(modeOf(folder)).toBe(0o700)
  expect(new Set(readdirSync(folder).map((name) => modeOf(join(folder, name))))).toEqual(new Set([0o600]))
})

test('a restored shop has every order acknowledged before the backup, a correct stock and valid sessions', async () => {
  await using storage = await emptyStorage()
  expect(await runTask('restore', storage, folder, ...NONE_LATER)).toEqual({ code: 0, errors: '' })
  await expectConsistentRecords(storage)
  await using other = await startShop({ storage })
  const orders = new Map<string, Order>()
  for (const customer of new Set(acknowledged.map((one) => one.customer))) {
    // With the access token from before the backup.
    for (let page: string | undefined = '/api/myorders'; page !== undefined; ) {
      const { status, body, headers } = await other.call('GET', page, { as: customer })
      expect(status).toBe(200)
      for (const order of body as Order[]) orders.set(order._id, order)
      page = /^<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
  }
  // In the list it names its invoice too.
  for (const { order } of acknowledged) expect(orders.get(order._id)).toMatchObject(order)
  for (const product of products) {
    const { body } = await other.call('GET', `/api/order/${product._id}`)
    expect(body.quantity + orders.size * 100).toBe(STOCK)
  }
  const [first] = acknowledged
  expect((await other.call('POST', '/api/login', withCookie(first?.customer))).status).toBe(200)
})

test('neither command changes existing data', async () => {
  const before = existsSync(data.dataDir) && readdirSync(data.dataDir)
  const again = await runTask('backup', data, folder)
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('exists already') })
  const inside = await runTask('backup', data, join(data.dataDir, 'copy'))
  expect(inside).toMatchObject({ code: 1, errors: expect.stringContaining('inside DATA_DIR') })
  const full = await runTask('restore', data, folder)
  expect(full).toMatchObject({ code: 1, errors: expect.stringContaining('--replace') })
  const running = await runTask('restore', data, folder, '--replace', ...NONE_LATER)
  expect(running).toMatchObject({ code: 1, errors: expect.stringContaining('A shop is running') })
  expect(existsSync(data.dataDir) && readdirSync(data.dataDir)).toEqual(before)
  const [newest] = acknowledged
  if (newest)
    expect(await shop.readOrder(newest.customer, newest.order)).toMatchObject({ _id: newest.order._id })
})

test('a backup that fails has removed old ones, but not the newest, so that a full disk has room again', async () => {
  const kept = pathFor('kept')
  const old = Array.from({ length: 20 }, (_, index) => backupName(Date.UTC(2026, 0, 1, 0, index)))
  for (const name of old) mkdirSync(join(kept, name), { recursive: true })
  const nothing = { dataDir: pathFor('nothing'), databaseUrl: undefined }
  const failed = await runTask('backup', nothing, '--keep', kept)
  expect(failed).toMatchObject({ code: 1, errors: expect.stringContaining('There is no shop') })
  const left = readdirSync(kept)
  expect(left.length).toBeLessThan(old.length)
  expect(left).toContain(old.at(-1))
})

test.skipIf(isPostgres)('--replace replaces existing files if no shop runs on them', async () => {
  const occupied = { dataDir: pathFor('occupied'), databaseUrl: undefined }
  mkdirSync(occupied.dataDir)
  for (const name of ['shop.db', 'shop.db-wal', 'auth-secret', 'auth-secret.restoring'])
    writeFileSync(join(occupied.dataDir, name), 'old content')
  // Root may restore: the user of the shop has to open the files.
  const isRoot = process.getuid?.() === 0
  const owned = { uid: isRoot ? 12_345 : process.getuid?.(), gid: isRoot ? 12_346 : process.getgid?.() }
  if (isRoot)
    for (const path of [occupied.dataDir, join(occupied.dataDir, 'shop.db')]) chownSync(path, 12_345, 12_346)
  expect(await runTask('restore', occupied, folder, '--replace', ...NONE_LATER)).toEqual({
    code: 0,
    errors: '',
  })
  expect(readdirSync(occupied.dataDir).sort()).toEqual(['auth-secret', 'shop.db'])
  expect(statSync(join(occupied.dataDir, 'shop.db'))).toMatchObject(owned)
  await expectConsistentRecords(occupied)
})

test('a damaged backup, one of another release that is not read here and a folder without one are refused and change nothing', async () => {
  await using empty = await emptyStorage()
  const refusal = async (backup: string) => {
    const { code, errors } = await runTask('restore', empty, backup)
    expect(code).toBe(1)
    expect(existsSync(empty.dataDir)).toBe(false)
    if (isPostgres) expect(await readRowsOf(empty)).toEqual({})
    return errors
  }
  const damaged = pathFor('damaged')
  cpSync(folder, damaged, { recursive: true })
  const file = isPostgres ? 'shop.dump' : 'auth-secret'
  appendFileSync(join(damaged, file), 'x')
  expect(await refusal(damaged)).toContain(`${file} has changed since the backup`)
  expect(await refusal(pathFor('nowhere'))).toContain('is not a backup')

  await using newer = await emptyStorage()
  expect((await runTask('restore', newer, folder, ...NONE_LATER)).code).toBe(0)
  const { db, close } = openDatabase(newer)
  const steps = db.withTables<{ schema_migrations: { name: string; applied_at: number } }>()
  await steps.insertInto('schema_migrations').values({ name: '9999 newer release', applied_at: 0 }).execute()
  expect((await runTask('backup', newer, pathFor('newer-release'))).code).toBe(0)
  expect(await refusal(pathFor('newer-release'))).toContain('The backup is of a newer release')

  // One that stopped before the baseline, of which it has the first steps.
  await steps.deleteFrom('schema_migrations').where('name', '>', '0020').execute()
  await close()
  expect((await runTask('backup', newer, pathFor('unfinished'))).code).toBe(0)
  expect(await refusal(pathFor('unfinished'))).toContain('Take two steps')
})

test('a backup of the other database is refused', async () => {
  await using sqlite = await emptyStorage('')
  const other = isPostgres ? sqlite : { ...sqlite, databaseUrl: 'postgres://shop@127.0.0.1:1/shop' }
  const { code, errors } = await runTask('restore', other, folder)
  expect(code).toBe(1)
  expect(errors).toContain(isPostgres ? 'set DATABASE_URL' : 'DATABASE_URL is set')
  expect(existsSync(sqlite.dataDir)).toBe(false)
})

const withCookie = (person?: Person) => ({
  body: { email: person?.email },
  headers: { Cookie: person?.cookie ?? '' },
})

/** Each paid order has one succeeded payment, and each succeeded payment one order. */
async function expectConsistentRecords(data: Data): Promise<void> {
  const { db, close } = openDatabase(data)
  try {
    const paid = await db
      .selectFrom('orders')
      .select('transaction_id')
      .where('paid_at', 'is not', null)
      .execute()
    const payments = await db
      .selectFrom('payments')
      .select('intent_id')
      .where('state', '=', 'succeeded')
      .execute()
    expect(paid.length).toBeGreaterThan(0)
    expect(paid.map((order) => order.transaction_id).sort()).toEqual(
      payments.map((one) => one.intent_id).sort(),
    )
  } finally {
    await close()
  }
}
