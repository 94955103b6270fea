import type { User } from 'better-auth'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { createAuth } from '#features/accounts/accounts.ts'
import type { Product } from '#features/catalog/schema.ts'
import { openDatabase } from '#kit/db/db.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { createCalls, ORIGIN, orderFor, type Person, userIdOf, verifyEmail } from '#tests/support/customer.ts'
import { mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { onVerified } from '../paying/extend-holds.ts'
import { endUnpaidOrder } from '../paying/pay-or-cancel.ts'

let shop: TestApp
let customer: Person
let product: Product

afterEach(() => shop[Symbol.asyncDispose]())

/** A product of ten dollars a piece: 100 pieces are worth $1,000. */
async function openTestShop(environment: Record<string, string> = {}): Promise<void> {
  shop = await createTestApp(environment)
  customer = await shop.register()
  product = await shop.addProduct({ quantity: 100_000, price: 10 })
}

const place = (quantity = 100) =>
  shop.call('POST', '/api/order', { body: orderFor(product, quantity), as: customer })

const read = async (id: string) => (await shop.call('GET', `/api/myorder/${id}`, { as: customer })).body

const heldMs = ({ createdAt, holdUntil }: { createdAt: string; holdUntil: string }): number =>
  Date.parse(holdUntil) - Date.parse(createdAt)

/** Verifies the e-mail as the page of the mailed link does. */
async function verify(person = customer): Promise<void> {
  const mail = (await mailsIn(shop.shop)).findLast(
    ({ to, text }) => to === person.email && text?.includes('verify-email'),
  )
  const token = /token=([^&\s]+)/.exec(mail?.text ?? '')?.[1]
  const headers = { Origin: ORIGIN }
  const answer = await shop.call('POST', '/api/auth/verify-email', {
    body: { token },
    cookie: person.cookie,
    headers,
  })
  expect(answer.status).toBe(200)
}

/** All rows that placing an order writes. */
async function readState() {
  const { db } = shop.shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('order_lines').selectAll().orderBy('order_id').execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    changes: await db.selectFrom('public_changes').selectAll().orderBy('id').execute(),
  }
}

// attack: held-stock
test('an unverified account holds $5,000 at most: an order that exceeds it is refused and writes nothing', async () => {
  await openTestShop()
  expect((await place(400)).status).toBe(201)
  const before = await readState()
  const refused = await place(200)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'too_much_held', held: 4000, maximum: 5000 })
  expect(refused.body.detail).toBe(
    'Unpaid orders can be worth $5,000.00 in all until your e-mail is confirmed, and yours are worth $4,000.00. Confirm your e-mail to order up to $250,000.00, or pay or cancel an unpaid order.',
  )
  expect(await readState()).toEqual(before)
  expect((await place(100)).status).toBe(201)
})

test('one order takes no more than the account may hold', async () => {
  await openTestShop()
  const refused = await place(60_000)
  expect(refused.body).toMatchObject({ code: 'too_much_held', held: 0, maximum: 5000 })
  expect(refused.body.detail).toBe(
    'Unpaid orders can be worth $5,000.00 in all until your e-mail is confirmed. Confirm your e-mail to order up to $250,000.00, or order less, pay, then order the rest.',
  )
  await verify()
  expect((await place(25_000)).status).toBe(201)
  expect((await place(100)).body).toMatchObject({
    code: 'too_much_held',
    held: 250_000,
    maximum: 250_000,
    detail:
      'Unpaid orders can be worth $250,000.00 in all, and yours are worth $250,000.00. Pay or cancel an unpaid order.',
  })
})

test('paying, cancelling and verifying each free what the account may hold', async () => {
  await openTestShop()
  const first = (await place(500)).body
  expect((await place()).body.code).toBe('too_much_held')
  await shop.pay(customer, first)
  const second = await place(500)
  expect([second.status, (await place()).body.code]).toEqual([201, 'too_much_held'])
  await shop.call('DELETE', `/api/myorder/${second.body._id}`, { as: customer })
  expect([(await place(500)).status, (await place()).body.code]).toEqual([201, 'too_much_held'])
  await verify()
  expect((await place()).status).toBe(201)
})

test('a MAX_HELD below $5,000 also limits unverified accounts', async () => {
  await openTestShop({ MAX_HELD: '1500' })
  expect((await place(200)).body).toMatchObject({
    code: 'too_much_held',
    maximum: 1500,
    detail: 'Unpaid orders can be worth $1,500.00 in all. Order less, pay, then order the rest.',
  })
  expect((await place()).status).toBe(201)
})

test('RATE_LIMITS=sign-in turns the limit and the shorter hold off', async () => {
  await openTestShop({ RATE_LIMITS: 'sign-in', MAX_HELD: '1' })
  const placed = await place(60_000)
  expect([placed.status, heldMs(placed.body)]).toEqual([201, 72 * HOUR_MS])
})

// attack: held-stock
test('of concurrent orders in two processes each account holds $5,000', async () => {
  await openTestShop()
  const { dataDir, databaseUrl } = shop.shop.config
  const database = openDatabase({ dataDir, databaseUrl })
  try {
    const second = createApp({ ...shop.shop, db: database.db }, database)
    const processes = [shop, createCalls(ORIGIN, (request) => second.fetch(request))]
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const body = orderFor(product, 200)
        return (await processes[index % 2]?.call('POST', '/api/order', { body, as: customer }))?.status
      }),
    )
    expect(answers.filter((status) => status === 201)).toHaveLength(2)
    expect(answers.filter((status) => status === 409)).toHaveLength(14)
    const { stock } = await readState()
    expect(stock.map(({ quantity }) => quantity)).toEqual([100_000 - 400])
  } finally {
    await database.close()
  }
}, 180_000)

test('until the e-mail is verified pieces are held for an hour; verifying extends it to HOLD_HOURS from placing', async () => {
  await openTestShop()
  const { _id, ...placed } = (await place()).body
  expect(heldMs(placed)).toBe(HOUR_MS)
  await verify()
  const extended = await read(_id)
  expect([extended.createdAt, heldMs(extended)]).toEqual([placed.createdAt, 72 * HOUR_MS])
  expect(
    extended.events.map(({ kind, detail }: { kind: string; detail?: string }) => [kind, detail]),
  ).toEqual([
    ['placed', undefined],
    ['held', `until ${placed.holdUntil}`],
    ['held', `until ${extended.holdUntil}`],
  ])
  shop.shop.advance(2 * HOUR_MS)
  await shop.runJobs('cancel lapsed orders')
  expect((await read(_id)).holdUntil).toBe(extended.holdUntil)
  expect(heldMs((await place()).body)).toBe(72 * HOUR_MS)
})

// attack: held-stock
test('an order of an unverified account lapses after an hour, and its pieces are for sale again', async () => {
  await openTestShop()
  const { _id } = (await place()).body
  shop.shop.advance(HOUR_MS - 1000)
  await shop.runJobs('cancel lapsed orders')
  expect((await read(_id)).paid).toBe(false)
  shop.shop.advance(1000)
  await shop.runJobs('cancel lapsed orders')
  expect(await read(_id)).toMatchObject({ paid: false, cancelledAt: expect.any(String) })
  expect((await readState()).stock.map(({ quantity }) => quantity)).toEqual([100_000])
})

test('HOLD_HOURS below an hour holds for everybody', async () => {
  await openTestShop({ HOLD_HOURS: '0.5' })
  const { _id, ...placed } = (await place()).body
  expect(heldMs(placed)).toBe(30 * MINUTE_MS)
  await verify()
  expect((await read(_id)).holdUntil).toBe(placed.holdUntil)
})

test('a verification by the sign-in library, which trusts Google, extends the hold', async () => {
  await openTestShop()
  const { _id } = (await place()).body
  const id = await userIdOf(shop.shop, customer)
  const auth = createAuth(shop.shop, undefined, (trx, userId) => {
    // Else its lock would end with the statement, and an order that is placed meanwhile be missed.
    expect(trx.isTransaction).toBe(true)
    return onVerified(trx, shop.shop, userId)
  })
  const update = (emailVerified: boolean) =>
    auth.options.databaseHooks?.user?.update?.after?.({ id, emailVerified } as User, null)
  await update(false)
  expect(heldMs(await read(_id))).toBe(HOUR_MS)
  await update(true)
  expect(heldMs(await read(_id))).toBe(72 * HOUR_MS)
})

test('an order that is about to lapse does not when its hold is extended meanwhile', async () => {
  await openTestShop()
  const { _id: orderId } = (await place()).body
  shop.shop.advance(HOUR_MS)
  await verify()
  const cancel = (at: number) =>
    shop.shop.db
      .transaction()
      .execute((trx) => endUnpaidOrder(trx, { orderId, action: 'lapse', by: 'shop', actor: 'shop', at }))
  expect(await cancel(shop.shop.now())).toBe(false)
  expect((await read(orderId)).paid).toBe(false)
  expect(await cancel(shop.shop.now() + 72 * HOUR_MS)).toBe(true)
})

test('an order that is placed while its customer verifies the e-mail is held for HOLD_HOURS', async () => {
  await openTestShop()
  const statuses = await Promise.all([place(), verify(), place(), place()])
  for (const placed of statuses) if (placed) expect(heldMs(await read(placed.body._id))).toBe(72 * HOUR_MS)
})

test('mails and the reminder say the true hold, and the reminder comes ten minutes before its end', async () => {
  await openTestShop()
  const { _id } = (await place()).body
  const remind = async () => {
    await shop.runJobs('send hold reminders', 'mail')
    const mails = await sandboxMailsIn(shop.shop)
    return mails.filter(({ subject }) => subject.startsWith('Your order waits for its payment'))
  }
  expect(await remind()).toHaveLength(0)
  shop.shop.advance(49 * MINUTE_MS)
  expect(await remind()).toHaveLength(0)
  shop.shop.advance(2 * MINUTE_MS)
  const [reminder, ...others] = await remind()
  expect(others).toEqual([])
  expect(reminder?.text).toMatch(/confirm your e-mail address .* we then hold them until/)
  await verifyEmail(shop.shop, customer)
  const id = await userIdOf(shop.shop, customer)
  await shop.shop.db.transaction().execute((trx) => onVerified(trx, shop.shop, id))
  expect(await remind()).toHaveLength(1)
  shop.shop.advance(60 * HOUR_MS)
  const [, last] = await remind()
  expect(last?.text).toContain(`Order: ${_id}`)
  expect(last?.text).not.toContain('confirm your e-mail address')
})
