import { expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { findMonthCents } from '#features/orders/changing.ts'
import { wholeCents } from '#kit/money.ts'
import { COMPANY, foundCompany, joinTo } from '#tests/support/company.ts'
import { orderFor, type Person, userIdOf } from '#tests/support/customer.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const CREDIT = 2500
const STOCK = 1_000_000
const STEPS = 150

/** A hold that ends later has no end. */
const NO_END = Date.UTC(9000, 0, 1)

/** The same numbers each time, so that a failure can be repeated. */
function createDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

interface World {
  readonly app: TestApp
  readonly admin: Person
  readonly manager: Person
  readonly buyer: Person
  readonly part: Product
  readonly dice: (sides: number) => number
  readonly ids: string[]
  keys: number
  readonly done: Map<string, number>
}

const call = ({ app }: World, as: Person, method: string, path: string, body?: object, key?: string) =>
  app.call(method, `/api${path}`, {
    as,
    ...(body && { body }),
    ...(key && { headers: { 'Idempotency-Key': key } }),
  })

const pick = ({ ids, dice }: World): string => ids[dice(ids.length)] ?? 'unknown'

/** One that waits for an approval, if any does. */
async function pickWaiting(world: World): Promise<string> {
  const waiting = await world.app.shop.db
    .selectFrom('orders')
    .select('id')
    .where('approval', '=', 'waiting')
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute()
  return waiting[world.dice(waiting.length || 1)]?.id ?? pick(world)
}

const newKey = (world: World): string => {
  world.keys += 1
  return `key ${world.keys}`
}

const details = async (world: World, id: string) =>
  (await call(world, world.admin, 'GET', `/order/${id}`)).body

/** What may be done next; each is refused where it may not be, which the recount would show if it changed anything. */
const ACTIONS: Readonly<Record<string, (world: World) => Promise<{ status: number }>>> = {
  place: async (world) => {
    const as = world.dice(2) === 0 ? world.manager : world.buyer
    const body = {
      ...orderFor(world.part, 100 + 50 * world.dice(8)),
      ...(world.dice(6) > 0 && { payment: 'account' }),
    }
    const answer = await call(world, as, 'POST', '/order', body)
    if (answer.status === 201) world.ids.push(answer.body._id)
    return answer
  },
  approve: async (world) => {
    const id = await pickWaiting(world)
    const { revision = 1 } = await details(world, id)
    return call(world, world.manager, 'POST', `/myorder/${id}/approve`, { revision })
  },
  decline: async (world) => {
    const id = await pickWaiting(world)
    const { revision = 1 } = await details(world, id)
    return world.dice(2) > 0
      ? { status: 0 }
      : call(world, world.manager, 'POST', `/myorder/${id}/decline`, { revision })
  },
  change: (world) => {
    const quantity = 100 + 50 * world.dice(8)
    const lines = [{ productId: world.part._id, quantity }]
    return call(world, world.admin, 'PUT', `/myorder/${pick(world)}/lines`, { lines, totalPrice: quantity })
  },
  ship: (world) => {
    const lines = [{ position: 0, quantity: 1 + world.dice(150) }]
    return call(
      world,
      world.admin,
      'POST',
      `/order/${pick(world)}/shipments`,
      world.dice(2) === 0 ? {} : { lines },
    )
  },
  receive: async (world) => {
    const id = pick(world)
    const { openAmount = 1 } = await details(world, id)
    const amount = world.dice(2) === 0 ? openAmount : Math.max(1, world.dice(Math.ceil(openAmount)))
    const body = { amount, at: '2026-01-01', reference: `Transfer ${world.dice(5)}` }
    return call(world, world.admin, 'POST', `/order/${id}/receipts`, body, newKey(world))
  },
  takeBack: async (world) => {
    const id = pick(world)
    const { receipts = [] } = await details(world, id)
    const receipt = receipts[world.dice(receipts.length || 1)]?._id ?? 'unknown'
    return call(world, world.admin, 'DELETE', `/order/${id}/receipts/${receipt}`)
  },
  credit: (world) => {
    const body =
      world.dice(2) === 0
        ? { amount: 1 + world.dice(120) }
        : { lines: [{ position: 0, quantity: 1 + world.dice(120) }], restock: world.dice(2) === 0 }
    return call(
      world,
      world.admin,
      'POST',
      `/order/${pick(world)}/refunds`,
      { ...body, reason: 'x' },
      newKey(world),
    )
  },
  cancel: (world) => call(world, world.admin, 'DELETE', `/myorder/${pick(world)}`),
  lapse: async (world) => {
    const { db, now } = world.app.shop
    const { numUpdatedRows } = await db
      .updateTable('orders')
      .set({ hold_until: now() - 1 })
      .where('id', '=', pick(world))
      .where('paid_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .where('hold_until', '<', NO_END)
      .executeTakeFirst()
    await world.app.runJobs('cancel lapsed orders')
    return { status: numUpdatedRows > 0n ? 200 : 409 }
  },
}

/** What is stored or answered, beside what the orders, counted from nothing, say. */
async function recount({ app, manager, buyer, part }: World) {
  const { db } = app.shop
  const orders = await db.selectFrom('orders').selectAll().execute()
  const lines = await db.selectFrom('order_lines').selectAll().execute()
  const receipts = await db
    .selectFrom('order_receipts')
    .selectAll()
    .where('taken_back_at', 'is', null)
    .execute()
  const notes = await db.selectFrom('credit_notes').selectAll().execute()
  const sum = (numbers: readonly (number | bigint)[]) =>
    numbers.reduce<number>((all, one) => all + Number(one), 0)
  const open = orders
    .filter((order) => order.account_days !== null && order.cancelled_at === null)
    .map((order) => {
      const received = sum(
        receipts.filter(({ order_id }) => order_id === order.id).map(({ amount_cents }) => amount_cents),
      )
      const credited = sum(
        notes.filter(({ order_id }) => order_id === order.id).map(({ amount_cents }) => amount_cents),
      )
      expect(order.received_cents, order.id).toBe(received)
      const cents = order.total_cents - received - credited
      expect(cents, order.id).toBeGreaterThanOrEqual(0)
      if (received > 0) expect(order.paid_at !== null, order.id).toBe(cents === 0)
      return { order, cents: order.paid_at === null ? cents : 0 }
    })
  const company = (await app.call('GET', '/api/company', { as: manager })).body
  const used = sum(open.map(({ cents }) => cents))
  expect(wholeCents(company.credit.used)).toBe(used)
  const held = lines.filter(({ order_id }) =>
    orders.some(({ id, cancelled_at }) => id === order_id && cancelled_at === null),
  )
  const stock = await db
    .selectFrom('products')
    .select('quantity')
    .where('id', '=', part._id)
    .executeTakeFirstOrThrow()
  expect(stock.quantity).toBe(STOCK - sum(held.map(({ quantity, restocked }) => quantity - restocked)))
  const userId = await userIdOf(app.shop, buyer)
  const at = app.shop.now()
  const month = new Date(at).toISOString().slice(0, 7)
  const ofMonth = orders.filter(
    (order) =>
      order.user_id === userId &&
      order.cancelled_at === null &&
      new Date(order.created_at).toISOString().startsWith(month),
  )
  expect(await findMonthCents(db, { userId, companyId: company._id, at })).toBe(
    sum(ofMonth.map(({ total_cents, refunded_cents }) => total_cents - refunded_cents)),
  )
  return open
    .flatMap(({ order, cents }) => (order.due_on !== null && cents > 0 ? [[order.id, cents]] : []))
    .sort()
}

for (const seed of [1, 2])
  test(`after random steps (${seed}) credit, open items, month and stock are what the orders come to`, {
    timeout: 300_000,
  }, async () => {
    await using app = await createTestApp({ RATE_LIMITS: 'sign-in' })
    const admin = await app.registerAdmin()
    const part = await app.addProduct({ quantity: STOCK, price: 1 })
    const manager = await foundCompany(app, COMPANY)
    const buyer = await joinTo(app, manager, 'buyer', { order: 300, month: 1500 })
    const id = (await app.call('GET', '/api/company', { as: manager })).body._id
    const { revision } = (await app.call('GET', `/api/companies/${id}`, { as: admin })).body
    const terms = { terms: { days: 30, credit: CREDIT }, revision }
    expect((await app.call('PUT', `/api/companies/${id}`, { as: admin, body: terms })).status).toBe(200)
    const world: World = {
      app,
      admin,
      manager,
      buyer,
      part,
      dice: createDice(seed),
      ids: [],
      keys: 0,
      done: new Map(),
    }
    const names = Object.keys(ACTIONS)
    for (let step = 0; step < STEPS; step += 1) {
      // Nothing else can be done without an order.
      const name = world.ids.length < 3 ? 'place' : (names[world.dice(names.length)] ?? 'place')
      const { status } = (await ACTIONS[name]?.(world)) ?? { status: 0 }
      expect(status, `${name} at step ${step}`).toBeLessThan(500)
      if (status >= 200 && status < 300) world.done.set(name, (world.done.get(name) ?? 0) + 1)
      const open = await recount(world)
      if (step % 10 > 0) continue
      const listed = (await app.call('GET', '/api/invoice?open=true', { as: admin })).body
      expect(
        listed.map((one: { orderId: string; open: number }) => [one.orderId, wholeCents(one.open)]).sort(),
      ).toEqual(open)
    }
    // Of approving and declining one may not have come up.
    expect(world.done.size).toBeGreaterThan(names.length - 3)
    const { days, ...sales } = await readSales(app.shop)
    const { days: counted, ...ofOrders } = await salesOfOrders(app.shop)
    const isSold = ({ orders, gone_cents }: (typeof days)[number]) => orders > 0 || gone_cents > 0
    expect(days.filter(isSold)).toEqual(counted)
    expect(sales.sold.filter(({ quantity, revenue_cents }) => quantity > 0 || revenue_cents > 0)).toEqual(
      ofOrders.sold,
    )
  })
