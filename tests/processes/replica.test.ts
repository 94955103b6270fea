import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'
import { orderFor, type Person } from '../support/customer.ts'
import {
  canStartReplica,
  type PostgresServer,
  startPostgres,
  startReplica,
  WITHOUT_DISK,
} from '../support/postgres-server.ts'
import { ADMIN, emptyStorage, freePort, type RunningShop, startShop } from '../support/running-shop.ts'

/** How soon everyone sees a change. */
const SEEN = { interval: 50 }

/** A replica that has not answered is asked again after 5 s, and a busy machine takes its time. */
const READ_AGAIN = { timeout: 40_000, interval: 250 }

/** Public addresses whose data is in the database. */
const PUBLIC = ['/', '/parts', '/parts/screws', '/part/a-1', '/compare?sku=a-1', '/_.data', '/part/a-1.data']
const CALLS = ['/api/product', '/api/category', '/api/suggestion?q=screw', '/api/rating', '/api/part/a-1']

const isPossible = process.env.TEST_DATABASE_URL && canStartReplica()

describe.runIf(isPossible)('public pages are read from a replica', () => {
  const cleanUp = new AsyncDisposableStack()
  let replica: PostgresServer
  let databaseName: string
  /** Reads from the replica. */
  let shop: RunningShop
  /** Another process, which knows of no replica. */
  let other: RunningShop
  let metricsPort: number
  let admin: Person
  let customer: Person
  let part: Product

  beforeAll(async () => {
    const primary = await startPostgres(WITHOUT_DISK)
    cleanUp.defer(() => primary.stop())
    replica = await startReplica(primary, WITHOUT_DISK)
    cleanUp.defer(() => replica.stop())
    const storage = cleanUp.use(await emptyStorage(primary.url))
    databaseName = new URL(storage.databaseUrl ?? '').pathname
    metricsPort = await freePort()
    const environment = {
      DATABASE_READ_URL: Object.assign(new URL(replica.url), { pathname: databaseName }).href,
      METRICS_PORT: String(metricsPort),
    }
    const shops = [startShop({ storage, environment }), startShop({ storage })] as const
    ;[shop, other] = await Promise.all(shops)
    cleanUp.use(shop)
    cleanUp.use(other)
    admin = await other.signIn(ADMIN)
    customer = await other.register()
    const body = { name: 'Screws', attributes: [] }
    await other.call('PUT', '/api/category/screws', { as: admin, body })
    part = await other.addProduct(admin, { sku: 'A-1', name: 'A screw', category: 'screws' })
  }, 120_000)
  afterAll(() => cleanUp.disposeAsync())

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const line = text.split('\n').find((each) => each.startsWith(`${name} `))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  const rendered = (database: string) => metric(`shop_public_renderings_total{database="${database}"}`)

  /** An address that is not in memory. */
  const newAddress = () => `/api/product?q=${newId()}`

  async function isReadAgain(): Promise<boolean> {
    const before = await rendered('replica')
    expect((await shop.call('GET', newAddress())).status).toBe(200)
    return (await rendered('replica')) > before
  }

  const warnings = async () => (await shop.call('GET', '/readyz')).body.warnings

  async function onReplica(statement: string) {
    const url = Object.assign(new URL(replica.url), { pathname: databaseName }).href
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return (await client.query(statement).finally(() => client.end())).rows
  }

  let count = 0
  /** Each process makes a change: its own callers see it at once, those of the other one soon. */
  async function expectChangesSeen(): Promise<void> {
    const shows = async (of: RunningShop, address: string, name: string) =>
      JSON.stringify((await of.call('GET', address)).body).includes(name)
    const addresses = ['/part/a-1', '/parts/screws', '/api/part/a-1']
    for (const [writer, reader] of [
      [shop, other],
      [other, shop],
    ] as const) {
      for (const address of addresses) for (const of of [shop, other]) await of.call('GET', address)
      count += 1
      const name = `A screw of kind ${count}`
      const body = { ...part, name, revision: await revision(), attributes: {}, prices: undefined }
      const changed = await writer.call('PUT', `/api/product/${part._id}`, { as: admin, body })
      expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ name })])
      for (const address of addresses) {
        expect([address, await shows(writer, address, name)]).toEqual([address, true])
        await expect.poll(() => shows(reader, address, name), SEEN).toBe(true)
      }
    }
  }
  const revision = async () =>
    (await other.call('GET', `/api/product/${part._id}`, { as: admin })).body.revision

  test('all public pages and calls are rendered from the replica, without a word', async () => {
    await expect.poll(isReadAgain, READ_AGAIN).toBe(true)
    const reads = async () => {
      const [row] = await onReplica(
        "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as reads from pg_stat_user_tables where relname = 'products'",
      )
      return Number(row?.reads)
    }
    const [fromReplica, fromPrimary, repeated] = await Promise.all(
      ['replica', 'primary', 'repeated'].map(rendered),
    )
    const readBefore = await reads()
    for (const address of [...PUBLIC, ...CALLS])
      expect([address, (await shop.call('GET', address)).status]).toEqual([address, 200])
    expect([await rendered('replica'), await rendered('primary'), await rendered('repeated')]).toEqual([
      Number(fromReplica) + PUBLIC.length + CALLS.length,
      fromPrimary,
      repeated,
    ])
    await expect.poll(reads).toBeGreaterThan(readBefore)
    expect(await metric('shop_replica_lag_seconds')).toBeLessThan(1)
    expect(await warnings()).toBeUndefined()
    expect(shop.log()).not.toContain('"level"')
  })

  test('changes are seen while it follows', async () => {
    await expectChangesSeen()
    expect(await isReadAgain()).toBe(true)
  })

  test('while it is behind, the primary is read, and nothing that decides has ever come from it', async () => {
    await onReplica('select pg_wal_replay_pause()')
    await expectChangesSeen()
    await expect.poll(warnings, READ_AGAIN).toEqual([expect.stringContaining('more than a second behind')])
    const before = await rendered('replica')
    expect((await shop.call('GET', newAddress())).status).toBe(200)
    expect(await rendered('replica')).toBe(before)
    expect(await metric('shop_replica_lag_seconds')).toBeGreaterThan(1)

    const late = await other.register()
    const order = await other.order(late, part, 900)
    expect((await shop.call('GET', '/api/myorders', { as: late })).body).toMatchObject([{ _id: order._id }])
    expect((await shop.call('GET', '/api/orders', { as: admin })).body[0]._id).toBe(order._id)
    const wanted = { as: customer, body: orderFor(part, 200) }
    const refused = await shop.call('POST', '/api/order', wanted)
    expect([refused.status, refused.body.code]).toEqual([409, 'out_of_stock'])
    await other.call('PUT', `/api/product/${part._id}`, {
      as: admin,
      body: { ...part, price: 0.5, revision: await revision(), attributes: {}, prices: undefined },
    })
    const outdated = await shop.call('POST', '/api/order', { as: customer, body: orderFor(part, 100) })
    expect([outdated.status, outdated.body.code]).toEqual([409, 'price_changed'])
    expect((await other.call('GET', '/api/myorders', { as: customer })).body).toEqual([])
    await other.call('DELETE', `/api/product/${part._id}`, { as: admin })
    expect((await shop.call('GET', '/api/archived-product', { as: admin })).body).toMatchObject([
      { _id: part._id },
    ])
    await other.call('POST', `/api/product/${part._id}/restore`, { as: admin })

    await onReplica('select pg_wal_replay_resume()')
    await expect.poll(isReadAgain, READ_AGAIN).toBe(true)
    expect(await warnings()).toBeUndefined()
  })

  test('while it is stopped, the primary is read', async () => {
    await replica.halt()
    await expectChangesSeen()
    expect(await isReadAgain()).toBe(false)
    expect(await warnings()).toEqual([expect.stringContaining('it does not answer')])
    expect(await metric('shop_replica_lag_seconds')).toBeNaN()
    await replica.resume()
    await expect.poll(isReadAgain, READ_AGAIN).toBe(true)
    await expectChangesSeen()
  })

  test('while it is frozen, nobody waits for it', async () => {
    await replica.freeze()
    await expectChangesSeen()
    expect(await isReadAgain()).toBe(false)
    replica.thaw()
    await expect.poll(isReadAgain, READ_AGAIN).toBe(true)
    await expectChangesSeen()
  })

  test('when it is promoted it is a replica no more', async () => {
    await onReplica('select pg_promote()')
    await expectChangesSeen()
    expect(await isReadAgain()).toBe(false)
    expect(await warnings()).toEqual([expect.stringContaining('it is not a replica')])
  })

  test('the shop can be stopped while it is frozen', async () => {
    await replica.freeze()
    await shop.call('GET', newAddress())
    expect(await shop.stop()).toEqual({ code: 0, signal: null })
    replica.thaw()
  })
})
