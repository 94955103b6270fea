import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Db, openDatabase } from '#kit/db/db.ts'
import { orderFor } from '../support/customer.ts'
import { hasPostgresClients, runTask } from '../support/operator.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { ADMIN, emptyStorage, startShop } from '../support/running-shop.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

/** Fewer than the two processes have together, so that each of them runs statements on the connections of the other. */
const CONNECTIONS = 3

test.runIf(server)(
  'two processes share the few connections of PgBouncer in transaction mode: they place, pay and cancel orders',
  { timeout: 120_000 },
  async () => {
    await using storage = await emptyStorage(server)
    await using bouncer = await startPgBouncer(server, CONNECTIONS)
    const through = {
      ...storage,
      databaseUrl: bouncer.through(storage.databaseUrl ?? ''),
      [Symbol.asyncDispose]: async () => undefined,
    }
    const environment = { DATABASE_POOL: '8' }
    await using first = await startShop({ storage: through, environment })
    await using second = await startShop({ storage: through, environment })
    const shops = [first, second]
    const admin = await first.signIn(ADMIN)
    const products = await Promise.all(
      Array.from({ length: 4 }, () => first.addProduct(admin, { quantity: 100_000 })),
    )
    const customers = await Promise.all(Array.from({ length: 6 }, (_, index) => shops[index % 2]?.register()))
    const placing = Array.from({ length: 48 }, (_, index) => {
      const product = products[index % products.length]
      if (!product) throw new Error('there is no product')
      const as = customers[index % customers.length]
      return shops[index % 2]?.call('POST', '/api/order', { body: orderFor(product), as })
    })
    const adding = Array.from({ length: 4 }, () => second.addProduct(admin))
    const placed = await Promise.all(placing)
    expect(placed.map((answer) => answer?.status)).toEqual(Array(48).fill(201))
    expect(await Promise.all(adding)).toHaveLength(4)
    const [customer] = customers
    const orders = placed.flatMap((answer, index) => (index % 6 === 0 && answer ? [answer.body] : []))
    const [paid, cancelled] = orders
    if (!customer || !paid || !cancelled) throw new Error('nothing was ordered')
    expect(await first.pay(customer, paid)).toMatchObject({ paid: true })
    const cancelling = await second.call('DELETE', `/api/myorder/${cancelled._id}`, { as: customer })
    expect(cancelling.status).toBe(200)
    const stocks = await Promise.all(
      products.map(async ({ _id }) => (await second.call('GET', `/api/order/${_id}`)).body.quantity),
    )
    expect(stocks.reduce((sum, quantity) => sum + quantity, 0)).toBe(400_000 - 47 * 100)
    for (const shop of shops) expect(shop.log()).not.toMatch(/"level":"(error|warn)"|"level":[45]0/)
  },
)

test.runIf(server)(
  'queries of a transaction are limited to 15 seconds behind PgBouncer too, and those of other connections are not changed',
  { timeout: 60_000 },
  async () => {
    await using storage = await emptyStorage(server)
    await using bouncer = await startPgBouncer(server, 1)
    const databaseUrl = bouncer.through(storage.databaseUrl ?? '')
    const databases = [databaseUrl, storage.databaseUrl ?? ''].map((url) =>
      openDatabase({ databaseUrl: url, dataDir: '' }),
    )
    const limitOf = async (db: Db | undefined) =>
      db &&
      (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)).rows
    try {
      const [behind, direct] = databases.map(({ db }) => db)
      const inside = await behind?.transaction().execute(limitOf)
      expect([inside, await limitOf(behind), await limitOf(direct)]).toEqual([
        [{ limit: '15s' }],
        [{ limit: '0' }],
        [{ limit: '15s' }],
      ])
    } finally {
      for (const { close } of databases) await close()
    }
  },
)

test.runIf(server && hasPostgresClients())(
  'a backup through PgBouncer is refused before it changes a setting of a shared connection',
  { timeout: 60_000 },
  async () => {
    await using storage = await emptyStorage(server)
    await using bouncer = await startPgBouncer(server, 1)
    const through = { ...storage, databaseUrl: bouncer.through(storage.databaseUrl ?? '') }
    const backup = `${storage.dataDir}-backup`
    const { code, errors } = await runTask('backup', through, backup)
    expect([code, existsSync(backup)]).toEqual([1, false])
    expect(errors).toContain('DATABASE_URL leads to PgBouncer: set it to the address of PostgreSQL itself.')
  },
)

test.runIf(server)(
  'while PostgreSQL behind PgBouncer is away the shop says so, and it is back with PostgreSQL',
  { timeout: 120_000 },
  async () => {
    const postgres = await startPostgres()
    await using cleanUp = new AsyncDisposableStack()
    cleanUp.defer(() => postgres.stop())
    const bouncer = cleanUp.use(await startPgBouncer(postgres.url, 3))
    const storage = cleanUp.use(await emptyStorage(postgres.url))
    const through = {
      ...storage,
      databaseUrl: bouncer.through(storage.databaseUrl ?? ''),
      [Symbol.asyncDispose]: async () => undefined,
    }
    const shop = cleanUp.use(await startShop({ storage: through }))
    const customer = await shop.register()
    await postgres.halt()
    const myOrders = async () => (await shop.call('GET', '/api/myorders', { as: customer })).status
    expect(await myOrders()).toBe(503)
    await postgres.resume()
    await expect.poll(myOrders, { timeout: 60_000, interval: 1000 }).toBe(200)
  },
)
