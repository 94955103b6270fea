import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { forgetWaitingRestore, mayAct } from '#kit/backup/waiting-restore.ts'
import { startJobs } from '#kit/jobs.ts'
import { addToOutbox } from '#kit/outbox/outbox.ts'
import { HOUR_MS, MINUTE_MS, toIso } from '#kit/time.ts'
import { apiCalls } from '#tests/support/api-calls.ts'
import { ORIGIN, orderFor, type Person, verifyEmail } from '#tests/support/customer.ts'
import { createGoogleTest, startGoogleSignIn, submitGoogleForm } from '#tests/support/google-shop.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { restoreTexts } from './texts.ts'

const RESTORED_AT = Date.parse('2026-11-28T10:00:00Z')
const MADE_AT = Date.parse('2026-11-28T03:15:00Z')

let app: TestApp
let admin: Person
let customer: Person
let product: Product

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  customer = await app.register()
  await verifyEmail(app.shop, customer)
  product = await app.addProduct({ quantity: 1000 })
})
afterEach(() => app[Symbol.asyncDispose]())

/** As `npm run restore` does it. */
const markRestored = ({ db } = app.shop) =>
  db.transaction().execute(async (trx) => {
    await trx
      .insertInto('restores')
      .values({ restored_at: RESTORED_AT, made_at: MADE_AT, taken_over_at: null, taken_over_by: null })
      .execute()
    forgetWaitingRestore(trx)
  })

const read = async () => (await app.call('GET', '/api/restored', { as: admin })).body

const takeOver = (as = admin) => app.call('POST', '/api/restored/take-over', { as })

const holdOf = async (id: string) =>
  app.shop.db
    .selectFrom('orders')
    .select(['hold_until', 'cancelled_at', 'reminded_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

interface Hold {
  readonly placedHoursAgo: number
  readonly forHours: number
}

async function setHold(id: string, { placedHoursAgo, forHours }: Hold): Promise<void> {
  const created_at = app.shop.now() - placedHoursAgo * HOUR_MS
  const columns = { created_at, hold_until: created_at + forHours * HOUR_MS, reminded_at: 1 }
  await app.shop.db.updateTable('orders').set(columns).where('id', '=', id).execute()
}

const audited = async () => (await app.call('GET', '/api/audit?kind=restore.taken_over', { as: admin })).body

/** Which calls of a copy are not refused: they read, or say who is signed in; and the one that ends it. */
const ALLOWED = [
  'POST /api/login',
  'POST /api/sign-in-again',
  'PUT /api/user/nobody@example.com',
  'POST /api/quote',
  'POST /api/myorder/sample/lines/quote',
  'POST /api/settings/example',
  'POST /api/category/sample/preview',
  'POST /api/category/sample/preview.glb',
  'POST /api/restored/take-over',
]

// attack: acting-copy
test('a restored copy refuses every call that changes something with 503, and what it reads is answered', async () => {
  await markRestored()
  const refused = { code: 'restored', status: 503, detail: restoreTexts.refused.copy }
  const changing = apiCalls(app.app).all.filter(([method]) => method !== 'GET')
  expect(changing.length).toBeGreaterThan(60)
  for (const [method, path] of changing) {
    if (ALLOWED.includes(`${method} ${path}`)) continue
    const { status, body, headers } = await app.call(method, path, { as: admin })
    expect([method, path, status, body]).toEqual([method, path, 503, expect.objectContaining(refused)])
    expect(headers.get('retry-after')).toBe('60')
  }
  for (const call of ALLOWED.slice(0, -1)) {
    const [method = '', path = ''] = call.split(' ')
    expect([call, (await app.call(method, path, { as: admin })).status]).not.toEqual([call, 503])
  }
  for (const path of ['/api/product', '/api/myorders', '/api/config'])
    expect((await app.call('GET', path, { as: customer })).status).toBe(200)
  expect(await app.shop.db.selectFrom('orders').select('id').execute()).toEqual([])
})

// attack: acting-copy
test('in a copy one can sign in and out, and nobody gets an account or a mail', async () => {
  await markRestored()
  const before = await app.shop.db.selectFrom('outbox').select('id').execute()
  expect((await app.signIn(customer)).token).not.toBe('')
  const send = (path: string, body: object) =>
    app.call('POST', `/api/auth/${path}`, { body, cookie: customer.cookie, headers: { Origin: ORIGIN } })
  expect(
    (await send('sign-up/email', { name: 'A', email: 'a@example.com', password: 'a long password' })).status,
  ).toBe(503)
  expect((await send('request-password-reset', { email: customer.email })).status).toBe(503)
  expect((await send('sign-out', {})).status).toBe(200)
  expect(await app.shop.db.selectFrom('outbox').select('id').execute()).toEqual(before)
})

// attack: acting-copy
test('in a copy nobody gets an account or a confirmed address by signing in with Google, nor by a mailed link', async () => {
  await using google = await createGoogleTest()
  const { shop } = google
  const owner = await google.register()
  const browser = google.browser()
  const callbackFor = async (email: string) =>
    submitGoogleForm(browser, await startGoogleSignIn(browser), { email })
  const begun = [await callbackFor('new@example.com'), await callbackFor(owner.email)]
  const mail = (await mailsIn(shop)).find(({ to }) => to === owner.email)
  const [link = ''] = /\S+verify-email\S+/.exec(mail?.text ?? '') ?? []
  expect(link).not.toBe('')
  const rows = async () => ({
    users: await shop.db.selectFrom('user').selectAll().execute(),
    accounts: await shop.db.selectFrom('account').selectAll().execute(),
  })
  const before = await rows()
  await markRestored(shop)
  for (const callback of begun) {
    const { status, body } = await browser.get(callback)
    expect([status, body.code]).toEqual([503, 'restored'])
  }
  const social = { provider: 'google', callbackURL: '/signed-in', errorCallbackURL: '/login' }
  expect((await browser.post('/api/auth/sign-in/social', social)).body.code).toBe('restored')
  const page = await browser.get(link)
  expect(page.status).toBeLessThan(400)
  const token = new URL(link).searchParams.get('token')
  const { password } = owner
  expect((await browser.post('/api/auth/verify-email', { token, password })).body.code).toBe('restored')
  expect(await rows()).toEqual(before)
})

test('an order and a webhook are taken again after an admin has said that it is the shop', async () => {
  await markRestored()
  const order = () => app.call('POST', '/api/order', { as: customer, body: orderFor(product) })
  expect((await order()).status).toBe(503)
  const webhook = () => app.call('POST', '/api/webhooks/stripe', { body: {} })
  expect((await webhook()).body.code).toBe('restored')
  expect((await takeOver()).body).toEqual({ isWaiting: false, mails: 0, orders: 0, refunds: 0 })
  expect((await order()).status).toBe(201)
  expect((await webhook()).body.code).toBe('bad_signature')
})

// attack: old-session
test('who takes a copy over gives the password again when the sign-in is old, and can', async () => {
  await markRestored()
  app.shop.advance(16 * MINUTE_MS)
  const refused = await takeOver()
  expect([refused.status, refused.body.code]).toEqual([401, 'sign_in_again'])
  expect((await read()).isWaiting).toBe(true)
  const { password } = admin
  const again = await app.call('POST', '/api/sign-in-again', { as: admin, body: { password } })
  expect(again.status).toBe(200)
  expect((await takeOver()).body).toMatchObject({ isWaiting: false })
})

test('staff see what would follow; orders whose time is over get it again, others keep theirs', async () => {
  const [over, running] = [await app.order(customer, product), await app.order(customer, product)]
  const paid = await app.pay(customer, await app.order(customer, product))
  const sample = { payload: { to: 'a@example.com', subject: 'A', html: 'A', text: 'A' } }
  await app.shop.db.updateTable('outbox').set({ next_attempt_at: null }).execute()
  await addToOutbox(app.shop.db, app.shop.now(), 'mail', [sample, sample])
  await setHold(over._id, { placedHoursAgo: 73, forHours: 72 })
  await setHold(running._id, { placedHoursAgo: 71, forHours: 72 })
  await markRestored()
  const before = await holdOf(running._id)
  expect(await read()).toEqual({
    isWaiting: true,
    restoredAt: toIso(RESTORED_AT),
    backedUpAt: toIso(MADE_AT),
    mails: 2,
    orders: 1,
    refunds: 0,
  })
  const at = app.shop.now()
  await takeOver()
  const { hold_until, cancelled_at, reminded_at } = await holdOf(over._id)
  expect([cancelled_at, reminded_at]).toEqual([null, null])
  expect(hold_until - at).toBeGreaterThanOrEqual(72 * HOUR_MS)
  expect(hold_until - app.shop.now()).toBeLessThanOrEqual(72 * HOUR_MS)
  expect(await holdOf(running._id)).toEqual(before)
  const { events } = (await app.call('GET', `/api/myorder/${over._id}`, { as: customer })).body
  expect(events.at(-1)).toMatchObject({ kind: 'held', detail: `until ${toIso(hold_until)}` })
  await app.runJobs('cancel lapsed orders')
  expect((await holdOf(over._id)).cancelled_at).toBeNull()
  expect((await app.readOrder(customer, paid)).paid).toBe(true)
})

test('a hold that an admin had made longer than usual gets the usual time again, a short one its own', async () => {
  const [long, short] = [await app.order(customer, product), await app.order(customer, product)]
  await setHold(long._id, { placedHoursAgo: 501, forHours: 500 })
  await setHold(short._id, { placedHoursAgo: 2, forHours: 1 })
  await markRestored()
  const at = app.shop.now()
  expect((await takeOver()).status).toBe(200)
  const leftOf = async (id: string) => Math.round(((await holdOf(id)).hold_until - at) / HOUR_MS)
  expect([await leftOf(long._id), await leftOf(short._id)]).toEqual([72, 1])
})

test('two admins at once take over once, with one entry of the audit log; customers are refused', async () => {
  await markRestored()
  expect((await takeOver(customer)).status).toBe(403)
  expect((await app.call('GET', '/api/restored', { as: customer })).status).toBe(403)
  expect((await read()).isWaiting).toBe(true)
  const answers = await Promise.all([takeOver(), takeOver()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await audited()).toMatchObject([{ by: admin.email, subject: '28 November 2026 at 10:00 UTC' }])
  const rows = await app.shop.db.selectFrom('restores').selectAll().execute()
  expect(rows).toMatchObject([{ taken_over_by: admin.email, taken_over_at: expect.any(Number) }])
  await takeOver()
  expect(await app.shop.db.selectFrom('restores').selectAll().execute()).toEqual(rows)
})

test('the jobs of a copy wait, and begin when it becomes the shop', async () => {
  await markRestored()
  let runs = 0
  const run = async () => {
    runs += 1
  }
  const job = { name: 'sample', everyMs: 1, run }
  let asked = 0
  const mayRun = async () => {
    asked += 1
    if (asked === 2) await takeOver()
    expect(runs).toBe(0)
    return mayAct(app.shop)
  }
  const stop = startJobs([job], { log: app.shop.log, mayRun })
  await expect.poll(() => runs, { timeout: 5000 }).toBeGreaterThan(0)
  await stop()
  expect(asked).toBeGreaterThan(1)
})

test('a process that runs on when its shop was moved refuses orders and webhooks, runs no jobs, and warns', async () => {
  const mark = { role: 'from', other: '/srv/shop-data/shop.db', progress: '', started_at: 1 } as const
  await app.shop.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('moves')
      .values({ ...mark, id: 'a', finished_at: 1 })
      .execute()
    forgetWaitingRestore(trx)
  })
  const order = await app.call('POST', '/api/order', { as: customer, body: orderFor(product) })
  const refused = { code: 'moved', status: 503, detail: restoreTexts.refused.moved }
  expect([order.status, order.body]).toEqual([503, expect.objectContaining(refused)])
  expect((await app.call('POST', '/api/webhooks/stripe', { body: {} })).body.code).toBe('moved')
  expect(await app.shop.db.selectFrom('orders').select('id').execute()).toEqual([])
  expect(await mayAct(app.shop)).toBe(false)
  const warnings = [expect.stringContaining('was moved from this database')]
  expect((await app.call('GET', '/readyz')).body).toMatchObject({ status: 'ok', warnings })
})

test('/readyz stays 200 and warns of a copy', async () => {
  await markRestored()
  const ready = async () => (await app.call('GET', '/readyz')).body
  expect(await ready()).toMatchObject({ status: 'ok', warnings: [expect.stringContaining('restored')] })
  await takeOver()
  expect(await ready()).toEqual({ status: 'ok', release: expect.any(String) })
})
