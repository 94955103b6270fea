import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'
import { DAY_MS, HOUR_MS, toIso } from '#kit/time.ts'
import { DECLINED_CARD, type Person, userIdOf, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { deleteAbandonedAccounts } from './abandoned-accounts.ts'

const JOB = 'delete abandoned accounts'

let app: TestApp

beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const idOf = (person: Person): Promise<string> => userIdOf(app.shop, person)

const change = async (person: Person, columns: object): Promise<void> => {
  await app.shop.db
    .updateTable('user')
    .set(columns)
    .where('id', '=', await idOf(person))
    .execute()
}

async function rowsOf(userId: string): Promise<Record<string, number>> {
  const { db } = app.shop
  const counts: Record<string, number> = {}
  for (const [table, column] of [
    ['user', 'id'],
    ['session', 'userId'],
    ['account', 'userId'],
    ['cart_lines', 'user_id'],
    ['order_views', 'user_id'],
    ['addresses', 'user_id'],
  ] as const) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db)
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

const addSession = async (person: Person, expiresAt: number): Promise<void> => {
  const at = app.shop.now()
  const times = { createdAt: toIso(at), updatedAt: toIso(at), expiresAt: toIso(expiresAt) }
  await app.shop.db
    .insertInto('session')
    .values({ id: newId(at), token: newId(at), userId: await idOf(person), ...times })
    .execute()
}

const addReset = async (person: Person, expiresAt: number): Promise<void> => {
  const at = app.shop.now()
  const times = { createdAt: toIso(at), updatedAt: toIso(at), expiresAt: toIso(expiresAt) }
  await app.shop.db
    .insertInto('verification')
    .values({ id: newId(at), identifier: newId(at), value: await idOf(person), ...times })
    .execute()
}

/** An account with a cart. */
async function registerIdle(): Promise<Person> {
  const person = await app.register()
  const { _id: productId } = await app.addProduct()
  const body = { lines: [{ productId, quantity: 100 }] }
  expect((await app.call('PUT', '/api/cart', { as: person, body })).status).toBe(200)
  const address = { name: person.name, street: '1 Sample Street', city: 'Sample City', country: 'BS' }
  expect((await app.call('POST', '/api/address', { as: person, body: address })).status).toBe(201)
  return person
}

const ALL = { user: 1, session: 1, account: 1, cart_lines: 1, order_views: 0, addresses: 1 }
const NONE = { user: 0, session: 0, account: 0, cart_lines: 0, order_views: 0, addresses: 0 }

test('an account that was never verified is deleted after 90 days, with its sessions and its cart', async () => {
  const idle = await idOf(await registerIdle())
  app.shop.advance(89 * DAY_MS)
  await app.runJobs(JOB)
  expect(await rowsOf(idle)).toEqual(ALL)
  app.shop.advance(2 * DAY_MS)
  await app.runJobs(JOB)
  expect(await rowsOf(idle)).toEqual(NONE)
})

const REASONS: Readonly<Record<string, (person: Person) => Promise<void>>> = {
  'a verified address': (person) => verifyEmail(app.shop, person),
  'the role of an admin': (person) => change(person, { role: 'admin' }),
  'a ban': (person) => change(person, { banned: 1 }),
  'a change in the last 90 days': (person) => change(person, { updatedAt: toIso(app.shop.now() - DAY_MS) }),
  'a session': (person) => addSession(person, app.shop.now() + 1000),
  'a reset link': (person) => addReset(person, app.shop.now() + 1000),
}

test.each(Object.keys(REASONS))('%s alone keeps an account', async (reason) => {
  const person = await registerIdle()
  const other = await idOf(await registerIdle())
  app.shop.advance(91 * DAY_MS)
  await REASONS[reason]?.(person)
  const before = await rowsOf(await idOf(person))
  await app.runJobs(JOB)
  expect(await rowsOf(await idOf(person))).toEqual(before)
  expect(await rowsOf(other)).toEqual(NONE)
})

test('an order alone keeps an account, a cancelled one for 90 days, and so does a review', async () => {
  const [customer, former, reviewer] = [await registerIdle(), await registerIdle(), await registerIdle()]
  const product = await app.addProduct()
  await app.order(customer, product)
  const cancelled = await app.order(former, product)
  expect((await app.call('DELETE', `/api/myorder/${cancelled._id}`, { as: former })).status).toBe(200)
  const review = { comment: 'Good parts.', rating: '5' }
  expect((await app.call('POST', '/api/rating', { as: reviewer, body: review })).status).toBe(201)
  const other = await idOf(await registerIdle())
  const formerId = await idOf(former)
  app.shop.advance(91 * DAY_MS)
  await app.runJobs(JOB)
  for (const kept of [customer, reviewer]) expect(await rowsOf(await idOf(kept))).toEqual(ALL)
  for (const gone of [formerId, other]) expect(await rowsOf(gone)).toEqual(NONE)
})

/** An account whose only order came to nothing, after a card was declined, and what the shop stores of that order. */
async function cancelOnlyOrder(product: Product, end: 'cancelled' | 'lapsed') {
  const person = await registerIdle()
  const order = await app.order(person, product)
  await app.createLink(person, order)
  await app.confirmCard(await app.startPayment(person, order), DECLINED_CARD)
  if (end === 'cancelled') await app.call('DELETE', `/api/myorder/${order._id}`, { as: person })
  else app.shop.advance(HOUR_MS)
  await app.runJobs('payment sandbox', 'cancel lapsed orders')
  return { id: await idOf(person), order }
}

const ordersLeft = async () =>
  (await app.shop.db.selectFrom('orders').select('id').execute()).map(({ id }) => id)

test.each(['cancelled', 'lapsed'] as const)(
  'an only order that was %s goes with its account, after 90 days',
  async (end) => {
    const product = await app.addProduct()
    const { id, order } = await cancelOnlyOrder(product, end)
    const { id: noted, order: kept } = await cancelOnlyOrder(product, end)
    const note = { as: await app.registerAdmin(), body: { text: 'Called: wants it later.' } }
    expect((await app.call('POST', `/api/order/${kept._id}/notes`, note)).status).toBe(201)
    app.shop.advance(120 * DAY_MS)
    for (const days of [91, 89]) {
      const cancelled_at = app.shop.now() - days * DAY_MS
      const changed = app.shop.db.updateTable('orders').set({ cancelled_at })
      await changed.where('id', '=', days === 89 ? order._id : kept._id).execute()
    }
    await app.runJobs(JOB)
    expect(await rowsOf(id)).toEqual(ALL)
    expect(await ordersLeft()).toContain(order._id)
    app.shop.advance(DAY_MS + HOUR_MS)
    await app.runJobs(JOB)
    expect(await rowsOf(id)).toEqual(NONE)
    expect(await rowsOf(noted)).toEqual(ALL)
    expect(await ordersLeft()).toEqual([kept._id])
    for (const table of ['order_lines', 'order_events', 'payments'] as const) {
      const rows = await app.shop.db.selectFrom(table).select('order_id').execute()
      expect(rows.map(({ order_id }) => order_id)).not.toContain(order._id)
    }
  },
)

test('expired sessions and reset links keep none, and all are found however many there are', async () => {
  const kept = await app.register()
  await verifyEmail(app.shop, kept)
  const idle = await app.register()
  app.shop.advance(91 * DAY_MS)
  await addSession(idle, app.shop.now() - 1000)
  await addReset(idle, app.shop.now() - 1000)
  const day = app.shop.now() - 91 * DAY_MS
  const many = Array.from({ length: 250 }, (_, index) => ({
    id: newId(day),
    name: 'Sample',
    email: `idle-${index}@example.com`,
    emailVerified: 0,
    createdAt: toIso(day),
    updatedAt: toIso(day),
  }))
  await app.shop.db.insertInto('user').values(many).execute()
  await Promise.all([app.runJobs(JOB), app.runJobs(JOB)])
  const left = await app.shop.db.selectFrom('user').select('email').execute()
  expect(left.map(({ email }) => email)).not.toContain(idle.email)
  expect(left.map(({ email }) => email)).toContain(kept.email)
  expect(left.filter(({ email }) => email.startsWith('idle-'))).toEqual([])
})

test('an account to which a session is added, or that is referred to, while it is about to be deleted stays', async () => {
  const { shop } = app
  const [first, second] = [await registerIdle(), await registerIdle()]
  const [firstId, secondId] = [await idOf(first), await idOf(second)]
  shop.advance(91 * DAY_MS)
  let asked = 0
  // The first time it is asked without a lock, then under one.
  const refer = async () => {
    asked += 1
    if (asked === 1) await addSession(first, shop.now() + DAY_MS)
    return new Set(asked === 1 ? [] : [secondId])
  }
  await deleteAbandonedAccounts(shop, { referred: [refer], own: [] })
  expect(asked).toBe(2)
  expect(await rowsOf(firstId)).toEqual({ ...ALL, session: 2 })
  expect(await rowsOf(secondId)).toEqual(ALL)
  await deleteAbandonedAccounts(shop, { referred: [], own: [] })
  expect(await rowsOf(firstId)).toEqual({ ...ALL, session: 2 })
  expect(await rowsOf(secondId)).toEqual(NONE)
})

// SQLite has one writer at a time.
test.runIf(process.env.TEST_DATABASE_URL)('a sign-in that is being written is waited for', async () => {
  const { shop } = app
  const person = await registerIdle()
  const userId = await idOf(person)
  shop.advance(91 * DAY_MS)
  const at = shop.now()
  const times = { createdAt: toIso(at), updatedAt: toIso(at), expiresAt: toIso(at + DAY_MS) }
  const { job } = await shop.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('session')
      .values({ id: newId(at), token: newId(at), userId, ...times })
      .execute()
    const job = app.runJobs(JOB)
    await expect
      .poll(async () => {
        const { rows } = await sql`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db)
        return rows.length
      })
      .toBe(1)
    return { job }
  })
  await job
  expect(await rowsOf(userId)).toEqual({ ...ALL, session: 2 })
})
