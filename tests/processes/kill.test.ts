import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { openDatabase } from '#kit/db/db.ts'
import type { Person } from '../support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop, type Storage, startShop } from '../support/running-shop.ts'
import { keepOrdering, type MortalShop, type Told } from './persistent-customer.ts'

const KILLS = Number(process.env.KILLS ?? 20)
const CUSTOMERS = 4
const STOCK = 10_000_000

test(`killed ${KILLS} times in the middle of writes, the shop keeps every promise it made`, {
  timeout: 60_000 + KILLS * 10_000,
}, async () => {
  await using storage = await emptyStorage()
  await using shop = await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } })
  const admin = await shop.signIn(ADMIN)
  const product = await shop.addProduct(admin, { quantity: STOCK })
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => shop.register()))

  const told = await orderWhileKilled(shop, customers, product)

  for (const [index, customer] of customers.entries())
    await expectPromisesKept(shop, customer, told[index] ?? [])
  await expectPiecesAddUp(shop, admin, product)
  expect((await shop.stop()).code).toBe(0)
  await expectSoundBooks(storage, told.flat())
})

/** The customers order and pay all at once, while the shop dies at random moments and comes back. */
async function orderWhileKilled(shop: RunningShop, customers: Person[], product: Product): Promise<Told[][]> {
  let deaths = 0
  let answers = 0
  let back: Promise<void> = Promise.resolve()
  let isOver = false
  const mortal: MortalShop = {
    ...shop,
    deaths: () => deaths,
    back: () => back,
    answered: () => {
      answers += 1
    },
  }
  const killInTheMiddle = async (): Promise<void> => {
    const enough = answers + randomInt(3, 15)
    while (answers < enough && !isOver) await pause(1)
    await pause(randomInt(20))
    deaths += 1
    back = shop.kill().then(() => shop.restart())
    await back
  }
  const everyone = Promise.all(customers.map((one) => keepOrdering(mortal, one, product, () => isOver)))
  // A customer who fails ends the killing too; `everyone` says why.
  everyone.catch(() => {
    isOver = true
  })
  for (let kill = 0; kill < KILLS && !isOver; kill += 1) await killInTheMiddle()
  isOver = true
  return everyone
}

async function expectPromisesKept(shop: RunningShop, customer: Person, told: Told[]): Promise<void> {
  const { body } = await shop.call('GET', '/api/myorders', { as: customer })
  const orders = new Map<string, Order>((body as Order[]).map((order) => [order._id, order]))
  const broken = told.filter(({ id = '', quantity, transactionId, isCancelled }) => {
    const order = orders.get(id)
    if (isCancelled) return order !== undefined || transactionId !== undefined
    return order?.quantity !== quantity || (transactionId && order.transactionId !== transactionId)
  })
  expect(broken).toEqual([])
}

/** For sale, held and sold: no piece is lost, none is there twice. */
async function expectPiecesAddUp(shop: RunningShop, admin: Person, product: Product): Promise<void> {
  let taken = 0
  for (let path: string | undefined = '/api/orders?limit=100'; path; ) {
    const { body, headers } = await shop.call('GET', path, { as: admin })
    for (const { quantity } of body as Order[]) taken += quantity
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  const { body } = await shop.call('GET', `/api/order/${product._id}`)
  expect(body.quantity + taken).toBe(STOCK)
}

/** What no call shows: cancelled orders, payments, and each order's story. */
async function expectSoundBooks({ dataDir, databaseUrl }: Storage, told: Told[]): Promise<void> {
  const database = openDatabase({ dataDir, databaseUrl })
  const { db } = database
  try {
    if (database.kind === 'sqlite') {
      expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }])
      expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
    }
    const orders = await db.selectFrom('orders').selectAll().execute()
    expect(orders.filter((order) => order.paid_at !== null && order.cancelled_at !== null)).toEqual([])
    // Each attempt was made until it was answered, and each made one order.
    expect(orders.map((order) => order.idempotency_key).sort()).toEqual(told.map(({ key }) => key).sort())

    const payments = await db.selectFrom('payments').selectAll().where('state', '=', 'succeeded').execute()
    const paid = orders.filter((order) => order.paid_at !== null)
    expect(payments.map((payment) => payment.intent_id).sort()).toEqual(
      paid.map((order) => order.transaction_id).sort(),
    )
    const events = await db.selectFrom('order_events').select(['order_id', 'kind']).execute()
    const ordersWith = (kind: string) =>
      events.filter((event) => event.kind === kind).map((event) => event.order_id)
    const cancelled = orders.filter((order) => order.cancelled_at !== null)
    expect(ordersWith('placed').sort()).toEqual(orders.map(({ id }) => id).sort())
    expect(ordersWith('paid').sort()).toEqual(paid.map(({ id }) => id).sort())
    expect(ordersWith('cancelled').sort()).toEqual(cancelled.map(({ id }) => id).sort())
    // A run in which nothing of the kind happened would prove nothing.
    expect(
      Math.min(paid.length, cancelled.length, orders.length - paid.length - cancelled.length),
    ).toBeGreaterThan(0)
  } finally {
    await database.close()
  }
}
