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
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../support/running-shop.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const STOCK = 10_000_000
const CUSTOMERS = 3

/** Runs one of the commands as an operator does. */
async function run(task: 'backup' | 'restore', environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [`scripts/${task}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said }
}

const isPostgres = Boolean(process.env.TEST_DATABASE_URL)

describe.runIf(isPostgres).each(['backup', 'restore'] as const)('on PostgreSQL %s', (task) => {
  test('names the tool that does it', async () => {
    const { code, said } = await run(task, { DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' }, 'nowhere')
    expect(code).toBe(1)
    expect(said).toContain(task === 'backup' ? 'pg_dump' : 'pg_restore')
  })
})

describe.skipIf(isPostgres)('on SQLite', () => {
  const cleanUp = new AsyncDisposableStack()
  let dataDir: string
  let folder: string
  let shop: RunningShop
  let product: Product
  let acknowledged: { order: Order; customer: Person }[]

  /** A place for a file of this test, which goes with the shop. */
  const place = (name: string): string => join(dirname(dataDir), name)

  /** Customers order and pay without a pause while the backup is made; what they were told before it began is kept. */
  beforeAll(async () => {
    const storage = cleanUp.use(await emptyStorage(''))
    dataDir = storage.dataDir
    folder = place('backup')
    shop = cleanUp.use(await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } }))
    product = await shop.addProduct(await shop.signIn(ADMIN), { quantity: STOCK })
    const told: typeof acknowledged = []
    let isOver = false
    const keepOrdering = async (customer: Person, pays: boolean): Promise<void> => {
      while (!isOver) {
        const order = await shop.order(customer, product)
        told.push({ order: pays ? await shop.pay(customer, order) : order, customer })
      }
    }
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => shop.register()))
    const everyone = Promise.all(customers.map((customer, index) => keepOrdering(customer, index > 0)))
    await vi.waitUntil(() => told.length > 20, { timeout: 20_000 })
    acknowledged = [...told]
    const { code, said } = await run('backup', { DATA_DIR: dataDir }, folder)
    isOver = true
    await everyone
    expect(said).toBe('')
    expect(code).toBe(0)
    expect(told.length).toBeGreaterThan(acknowledged.length)
  })
  afterAll(() => cleanUp.disposeAsync())

  test('a backup holds all that lasts, for its owner only', () => {
    const lasting = readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name))
    expect(readdirSync(folder).sort()).toEqual([...lasting, 'backup.json'].sort())
    const rights = (path: string) => statSync(path).mode & 0o777
    expect(rights(folder)).toBe(0o700)
    expect(readdirSync(folder).map((name) => rights(join(folder, name)))).toEqual([0o600, 0o600, 0o600])
  })

  test('a shop restored from it has every order acknowledged before, adds up, and knows its sessions', async () => {
    const restored = { dataDir: place('restored'), databaseUrl: undefined }
    expect(await run('restore', { DATA_DIR: restored.dataDir }, folder)).toEqual({ code: 0, said: '' })
    await expectConsistentRecords(restored.dataDir)

    const storage = { ...restored, [Symbol.asyncDispose]: async () => undefined }
    await using other = await startShop({ storage })
    const orders = new Map<string, Order>()
    for (const customer of new Set(acknowledged.map((one) => one.customer))) {
      // The access token of then.
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

  test('neither command touches what is there already', async () => {
    const before = readdirSync(dataDir)
    const again = await run('backup', { DATA_DIR: dataDir }, folder)
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('exists already') })
    const inside = await run('backup', { DATA_DIR: dataDir }, join(dataDir, 'copy'))
    expect(inside).toMatchObject({ code: 1, said: expect.stringContaining('inside DATA_DIR') })
    const full = await run('restore', { DATA_DIR: dataDir }, folder)
    expect(full).toMatchObject({ code: 1, said: expect.stringContaining('--replace') })
    const running = await run('restore', { DATA_DIR: dataDir }, folder, '--replace')
    expect(running).toMatchObject({ code: 1, said: expect.stringContaining('A shop is running') })
    expect(readdirSync(dataDir)).toEqual(before)
    expect((await shop.call('GET', '/readyz')).status).toBe(200)
  })

  test('--replace puts the backup in the place of what is there, once no shop runs on it', async () => {
    const occupied = place('occupied')
    mkdirSync(occupied)
    for (const name of ['shop.db', 'shop.db-wal', 'auth-secret'])
      writeFileSync(join(occupied, name), 'of before')
    expect(await run('restore', { DATA_DIR: occupied }, folder, '--replace')).toEqual({ code: 0, said: '' })
    await expectConsistentRecords(occupied)
  })

  test('a damaged backup, one of a newer release and a folder that is none are refused before anything is changed', async () => {
    const empty = place('empty')
    const refusal = async (backup: string) => {
      const { code, said } = await run('restore', { DATA_DIR: empty }, backup)
      expect(code).toBe(1)
      expect(existsSync(empty)).toBe(false)
      return said
    }
    const damaged = place('damaged')
    cpSync(folder, damaged, { recursive: true })
    appendFileSync(join(damaged, 'auth-secret'), 'x')
    expect(await refusal(damaged)).toContain('auth-secret has changed since the backup')
    expect(await refusal(place('nowhere'))).toContain('is not a backup')

    const newer = place('newer')
    expect((await run('restore', { DATA_DIR: newer }, folder)).code).toBe(0)
    const { db, close } = openDatabase({ dataDir: newer })
    await db
      .withTables<{ schema_migrations: { name: string; applied_at: number } }>()
      .insertInto('schema_migrations')
      .values({ name: '9999 of tomorrow', applied_at: 0 })
      .execute()
    await close()
    expect((await run('backup', { DATA_DIR: newer }, place('of-tomorrow'))).code).toBe(0)
    expect(await refusal(place('of-tomorrow'))).toContain('The backup is of a newer release')
  })
})

const withCookie = (person?: Person) => ({
  body: { email: person?.email },
  headers: { Cookie: person?.cookie ?? '' },
})

/** Paid orders and succeeded payments are each other's. */
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
