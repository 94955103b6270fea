import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { openDatabase } from '#kit/db/db.ts'
import type { Person } from '../support/customer.ts'
import { ROOT } from '../support/project.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../support/running-shop.ts'

const STOCK = 10_000_000
const CUSTOMERS = 3

/** Runs a command like an operator. */
async function run(task: 'backup' | 'restore', environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [`scripts/${task}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, errors }
}

const isPostgres = Boolean(process.env.TEST_DATABASE_URL)

describe.runIf(isPostgres).each(['backup', 'restore'] as const)('on PostgreSQL %s', (task) => {
  test('names the PostgreSQL tool to use instead', async () => {
    const { code, errors } = await run(task, { DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' }, 'nowhere')
    expect(code).toBe(1)
    expect(errors).toContain(task === 'backup' ? 'pg_dump' : 'pg_restore')
  })
})

describe.skipIf(isPostgres)('on SQLite', () => {
  const cleanUp = new AsyncDisposableStack()
  let dataDir: string
  let folder: string
  let shop: RunningShop
  let product: Product
  let acknowledged: { order: Order; customer: Person }[]

  /** The path of a file beside the data directory, which is removed with it. */
  const pathFor = (name: string): string => join(dirname(dataDir), name)

  /** Customers order and pay during the backup. `acknowledged` has the orders from before the backup. */
  beforeAll(async () => {
    const storage = cleanUp.use(await emptyStorage(''))
    dataDir = storage.dataDir
    folder = pathFor('backup')
    shop = cleanUp.use(await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } }))
    product = await shop.addProduct(await shop.signIn(ADMIN), { quantity: STOCK })
    const answered: typeof acknowledged = []
    let isBackedUp = false
    const keepOrdering = async (customer: Person, pays: boolean): Promise<void> => {
      while (!isBackedUp) {
        const order = await shop.order(customer, product)
        answered.push({ order: pays ? await shop.pay(customer, order) : order, customer })
      }
    }
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => shop.register()))
    const everyone = Promise.all(customers.map((customer, index) => keepOrdering(customer, index > 0)))
    await vi.waitUntil(() => answered.length > 20, { timeout: 20_000 })
    acknowledged = [...answered]
    const { code, errors } = await run('backup', { DATA_DIR: dataDir }, folder)
    isBackedUp = true
    await everyone
    expect(errors).toBe('')
    expect(code).toBe(0)
    expect(answered.length).toBeGreaterThan(acknowledged.length)
  })
  afterAll(() => cleanUp.disposeAsync())

  test('a backup contains all permanent files, readable only by the owner', () => {
    const permanent = readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name))
    expect(readdirSync(folder).sort()).toEqual([...permanent, 'backup.json'].sort())
    const modeOf = (path: string) => statSync(path).mode & 0o777
    expect(modeOf(folder)).toBe(0o700)
    expect(readdirSync(folder).map((name) => modeOf(join(folder, name)))).toEqual([0o600, 0o600, 0o600])
  })

  test('a restored shop has every order acknowledged before the backup, a correct stock and valid sessions', async () => {
    const restored = { dataDir: pathFor('restored'), databaseUrl: undefined }
    expect(await run('restore', { DATA_DIR: restored.dataDir }, folder)).toEqual({ code: 0, errors: '' })
    await expectConsistentRecords(restored.dataDir)

    const storage = { ...restored, [Symbol.asyncDispose]: async () => undefined }
    await using other = await startShop({ storage })
    const orders = new Map<string, Order>()
    for (const customer of new Set(acknowledged.map((one) => one.customer))) {
      // With the access token from before the backup.
      const { status, body } = await other.call('GET', '/api/myorders', { as: customer })
      expect(status).toBe(200)
      for (const order of body as Order[]) orders.set(order._id, order)
    }
    for (const { order } of acknowledged) expect(orders.get(order._id)).toEqual(order)
    const held = [...orders.values()].reduce((sum, { quantity }) => sum + quantity, 0)
    const { body } = await other.call('GET', `/api/order/${product._id}`)
    expect(body.quantity + held).toBe(STOCK)
    const [first] = acknowledged
    expect((await other.call('POST', '/api/login', withCookie(first?.customer))).status).toBe(200)
  })

  test('neither command changes existing files', async () => {
    const before = readdirSync(dataDir)
    const again = await run('backup', { DATA_DIR: dataDir }, folder)
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('exists already') })
    const inside = await run('backup', { DATA_DIR: dataDir }, join(dataDir, 'copy'))
    expect(inside).toMatchObject({ code: 1, errors: expect.stringContaining('inside DATA_DIR') })
    const full = await run('restore', { DATA_DIR: dataDir }, folder)
    expect(full).toMatchObject({ code: 1, errors: expect.stringContaining('--replace') })
    const running = await run('restore', { DATA_DIR: dataDir }, folder, '--replace')
    expect(running).toMatchObject({ code: 1, errors: expect.stringContaining('A shop is running') })
    expect(readdirSync(dataDir)).toEqual(before)
    expect((await shop.call('GET', '/readyz')).status).toBe(200)
  })

  test('--replace replaces existing files if no shop runs on them', async () => {
    const occupied = pathFor('occupied')
    mkdirSync(occupied)
    for (const name of ['shop.db', 'shop.db-wal', 'auth-secret'])
      writeFileSync(join(occupied, name), 'old content')
    expect(await run('restore', { DATA_DIR: occupied }, folder, '--replace')).toEqual({ code: 0, errors: '' })
    await expectConsistentRecords(occupied)
  })

  test('a damaged backup, a backup of a newer release and a folder without a backup are refused and change nothing', async () => {
    const empty = pathFor('empty')
    const refusal = async (backup: string) => {
      const { code, errors } = await run('restore', { DATA_DIR: empty }, backup)
      expect(code).toBe(1)
      expect(existsSync(empty)).toBe(false)
      return errors
    }
    const damaged = pathFor('damaged')
    cpSync(folder, damaged, { recursive: true })
    appendFileSync(join(damaged, 'auth-secret'), 'x')
    expect(await refusal(damaged)).toContain('auth-secret has changed since the backup')
    expect(await refusal(pathFor('nowhere'))).toContain('is not a backup')

    const newer = pathFor('newer')
    expect((await run('restore', { DATA_DIR: newer }, folder)).code).toBe(0)
    const { db, close } = openDatabase({ dataDir: newer })
    await db
      .withTables<{ schema_migrations: { name: string; applied_at: number } }>()
      .insertInto('schema_migrations')
      .values({ name: '9999 newer release', applied_at: 0 })
      .execute()
    await close()
    expect((await run('backup', { DATA_DIR: newer }, pathFor('newer-release'))).code).toBe(0)
    expect(await refusal(pathFor('newer-release'))).toContain('The backup is of a newer release')
  })
})

const withCookie = (person?: Person) => ({
  body: { email: person?.email },
  headers: { Cookie: person?.cookie ?? '' },
})

/** Each paid order has one succeeded payment, and each succeeded payment one order. */
async function expectConsistentRecords(dataDir: string): Promise<void> {
  const { db, close } = openDatabase({ dataDir })
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
