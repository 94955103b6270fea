import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { logSignals } from '#app/log-signals.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { kindOf } from '#kit/db/db.ts'
import { MINUTE_MS } from '#kit/time.ts'
import {
  createCalls,
  GOOD_CARD,
  intentOf,
  ORIGIN,
  type Person,
  verifyEmail,
} from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { openLog } from '#tests/support/open-log.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const MADE_UP = '0123456789abcdef0123456789abcdef01234567'

let shop: TestApp
let customer: Person
let product: Product
let order: Order
let token: string

beforeEach(async () => {
  shop = await createTestApp({ HOLD_HOURS: '2', TRUST_PROXY: '1' })
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  product = await shop.addProduct({ quantity: 10_000 })
  order = await shop.order(customer, product)
  token = await shop.createLink(customer, order)
})
afterEach(() => shop[Symbol.asyncDispose]())

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

const read = (of: string, address = '192.0.2.1') => shop.call('GET', `/api/payment-link/${of}`, from(address))

const setGuesses = (hits: number) =>
  shop.shop.db.updateTable('rate_limits').set({ hits }).where('key', 'like', 'link-guess-%').execute()

describe('guessing a token', () => {
  // attack: guessed-payment-link
  test('is refused after 60 wrong ones in a minute from one address, then the right one too', async () => {
    expect((await read(MADE_UP)).status).toBe(404)
    await setGuesses(59)
    expect((await read('')).status).toBe(404)
    expect((await read('not-a-token')).status).toBe(404)
    const refused = await read(MADE_UP)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await read(token)).status).toBe(429)
    expect((await read(token, '192.0.2.2')).status).toBe(200)
    shop.shop.advance(MINUTE_MS)
    expect((await read(token)).status).toBe(200)
  })

  // attack: guessed-payment-link
  test('is counted by every call of a link, by every process, also with RATE_LIMITS=sign-in', async () => {
    const relaxed = { ...shop.shop, config: { ...shop.shop.config, rateLimits: 'sign-in' as const } }
    const other = createCalls(ORIGIN, (request) => createApp(relaxed, shop.shop.database).fetch(request))
    const path = `/api/payment-link/${MADE_UP}`
    const guesses = [
      () => other.call('GET', path, from('192.0.2.1')),
      () => shop.call('PUT', path, { body: { poNumber: 'x' }, ...from('192.0.2.1') }),
      () => other.call('POST', `${path}/payment-intent`, from('192.0.2.1')),
      () => shop.call('PATCH', path, { body: { transactionId: 'pi_x' }, ...from('192.0.2.1') }),
    ]
    for (const guess of guesses) {
      expect((await guess()).status).toBe(404)
      await setGuesses(60)
      expect((await guess()).status).toBe(429)
      await setGuesses(0)
    }
  })

  test('is no use of a right token: a hundred calls with it are answered', async () => {
    expect((await read(MADE_UP)).status).toBe(404)
    await setGuesses(59)
    const answers = await Promise.all(Array.from({ length: 100 }, () => read(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  // attack: guessed-payment-link
  test('of 100 at the same time at most 60 are answered', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => read(MADE_UP)))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })
})

// attack: guessed-payment-link
test('a link that was renewed, ended, paid long ago, cancelled, lapsed or made up has the same answer to every call', async () => {
  const linked = async (change: (of: Order) => Promise<unknown>) => {
    const one = await shop.order(customer, product)
    const its = await shop.createLink(customer, one)
    await change(one)
    return its
  }
  const own = (method: string, { _id }: Order, rest = '') =>
    shop.call(method, `/api/myorder/${_id}${rest}`, { as: customer })
  const lapsed = await linked(async () => undefined)
  const paid = await linked((one) => shop.pay(customer, one))
  shop.shop.advance(60 * MINUTE_MS)
  const lapsing = shop.shop.db.updateTable('orders').set({ hold_until: shop.shop.now() })
  await lapsing.where('paid_at', 'is', null).execute()
  await shop.runJobs('cancel lapsed orders')
  const dead = [
    MADE_UP,
    lapsed,
    paid,
    await linked((one) => shop.createLink(customer, one)),
    await linked((one) => own('DELETE', one, '/payment-link')),
    await linked((one) => own('DELETE', one)),
  ]
  const calls = [
    ['GET', ''],
    ['PUT', '', { poNumber: 'x' }],
    ['POST', '/payment-intent'],
    ['PATCH', '', { transactionId: 'pi_x' }],
  ] as const
  for (const [method, path, body] of calls) {
    const answers = []
    for (const one of dead) {
      const answer = await shop.call(method, `/api/payment-link/${one}${path}`, { body })
      const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
      answers.push({ status: answer.status, body: answer.body, headers })
    }
    expect(answers[0]?.status).toBe(404)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  }
  expect(await shop.shop.db.selectFrom('payments').select('state').execute()).toEqual([
    { state: 'succeeded' },
  ])
})

// attack: leaked-payment-link
test('every answer with a token in its address is kept out of caches and referrers', async () => {
  const answers = [
    await read(token),
    await read(MADE_UP),
    await shop.call('PUT', `/api/payment-link/${token}`, { body: {} }),
    await shop.call('POST', `/api/payment-link/${token}/payment-intent`),
    await shop.call('PATCH', `/api/payment-link/${token}`, { body: { transactionId: 'pi_made_up' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 422, 200, 422])
  for (const { headers } of answers)
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
})

/** The content of every table as text. */
async function dumpDatabase(): Promise<string> {
  const names =
    kindOf(shop.shop.db) === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  const { rows } = await names.execute(shop.shop.db)
  const tables = []
  for (const { name } of rows)
    tables.push((await sql`select * from ${sql.table(name)}`.execute(shop.shop.db)).rows)
  return JSON.stringify(tables)
}

// attack: leaked-payment-link
test('the token is neither in the database, nor in the log, nor in a mail', async () => {
  const { log, written } = openLog('trace')
  logSignals(log)
  const logged = { ...shop.shop, log }
  const calls = createCalls(ORIGIN, (request) => createApp(logged, shop.shop.database).fetch(request))
  const its = await calls.createLink(customer, order)
  const path = `/api/payment-link/${its}`
  await calls.call('GET', path)
  await calls.call('PUT', path, { body: { poNumber: 'PO-1' } })
  await calls.call('GET', `${path}/nothing`)
  await calls.call('POST', path)
  const { clientSecret } = (await calls.call('POST', `${path}/payment-intent`)).body
  await shop.confirmCard(clientSecret, GOOD_CARD)
  await calls.call('PATCH', path, { body: { transactionId: intentOf(clientSecret) } })
  await shop.shop.db.updateTable('rate_limits').set({ hits: 1000 }).execute()
  await calls.call('GET', `/api/payment-link/${MADE_UP}`)
  expect((await calls.call('PUT', path, { body: { poNumber: 'PO-2' } })).status).toBe(429)
  await shop.runJobs()
  expect(written()).toContain('order link_created')
  expect(written()).toContain('"path":"/api/payment-link/…"')
  expect(written()).not.toContain(its.slice(0, 16))
  expect(await dumpDatabase()).not.toContain(its.slice(0, 16))
  const mails = await mailsIn(shop.shop)
  expect(mails.length).toBeGreaterThan(0)
  expect(JSON.stringify(mails)).not.toMatch(new RegExp(`${its.slice(0, 16)}|/pay/`))
})

// attack: paid-twice
test('a transaction of another order, an unknown or an unpaid one pays nothing by a link', async () => {
  const other = await shop.order(customer, product)
  const secret = await shop.startPayment(customer, other)
  await shop.confirmCard(secret, GOOD_CARD)
  const { clientSecret } = (await shop.call('POST', `/api/payment-link/${token}/payment-intent`)).body
  const settle = (transactionId: string) =>
    shop.call('PATCH', `/api/payment-link/${token}`, { body: { transactionId } })
  expect((await settle(intentOf(secret))).status).toBe(409)
  expect((await settle('pi_made_up')).body.code).toBe('unknown_payment')
  expect((await settle('not an id!')).status).toBe(422)
  expect((await settle(intentOf(clientSecret))).body.code).toBe('not_paid')
  expect((await read(token)).body.paid).toBe(false)
  // The other order is paid by its own transaction still.
  expect((await shop.settle(customer, other, intentOf(secret))).body.paid).toBe(true)
})

// attack: stolen-cards-by-link
test('calls that use a link are limited by order and by address, and a refused one changes nothing', async () => {
  const put = (address: string) =>
    shop.call('PUT', `/api/payment-link/${token}`, { body: { poNumber: 'PO-1' }, ...from(address) })
  expect((await put('192.0.2.1')).status).toBe(200)
  const setUses = (side: string, hits: number) =>
    shop.shop.db.updateTable('rate_limits').set({ hits }).where('key', 'like', `link-use-${side}:%`).execute()
  await setUses('account', 100)
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    const start = await shop.call('POST', `/api/payment-link/${token}/payment-intent`, from(address))
    expect(start.status).toBe(429)
  }
  expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toEqual([])
  await setUses('account', 0)
  await setUses('address', 1000)
  expect((await put('192.0.2.1')).status).toBe(429)
  expect((await put('192.0.2.3')).status).toBe(200)
})
