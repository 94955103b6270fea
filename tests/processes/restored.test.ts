import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { openDatabase } from '#kit/db/db.ts'
import { addToOutbox } from '#kit/outbox/outbox.ts'
import { HOUR_MS } from '#kit/time.ts'
import { intentOf, orderFor, type Person } from '../support/customer.ts'
import { type Data, hasPostgresClients, NONE_LATER, runTask, settingsOf } from '../support/operator.ts'
import { ROOT } from '../support/project.ts'
import { readRowsOf } from '../support/read-database.ts'
import {
  ADMIN,
  emptyStorage,
  killAfterTests,
  type RunningShop,
  type Storage,
  startShop,
} from '../support/running-shop.ts'
import { type StripeHost, startStripeHost } from '../support/stripe-host.ts'

const isTestable = !process.env.TEST_DATABASE_URL || hasPostgresClients()

const cleanUp = new AsyncDisposableStack()
let host: StripeHost
let backup: string
let customer: Person
let product: Product
/** Paid after the backup: one that it does not know, and one that it knows as unpaid. */
let lost: { unknown: string; known: Order }

const startFrom = (storage: Storage): Promise<RunningShop> =>
  startShop({ storage, environment: { ...host.environment, RATE_LIMITS: 'sign-in' } })

/** Pays an order at the provider; resolves to the id of the payment. */
async function pay(shop: RunningShop, order: Order): Promise<string> {
  const intentId = intentOf(await shop.startPayment(customer, order))
  await host.owner.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
  await shop.settle(customer, order, intentId)
  return intentId
}

async function refund(shop: RunningShop, admin: Person, { _id }: Order): Promise<void> {
  const { status } = await shop.call('POST', `/api/order/${_id}/refunds`, {
    as: admin,
    body: { amount: 1, reason: 'A sample' },
    headers: { 'Idempotency-Key': `refund of ${_id}` },
  })
  expect(status).toBe(201)
}

/** A shop is backed up with INV-000002 and CN-000001; then it issues INV-000004 and CN-000002, and its machine is lost. */
beforeAll(async () => {
  host = cleanUp.use(await startStripeHost())
  const storage = cleanUp.use(await emptyStorage())
  await using shop = await startFrom(storage)
  const admin = await shop.signIn(ADMIN)
  customer = await shop.register()
  product = await shop.addProduct(admin, { quantity: 100_000 })
  const order = () => shop.order(customer, product)
  const first = await order()
  await pay(shop, first)
  await pay(shop, await order())
  await refund(shop, admin, first)
  const known = await order()
  await order()
  backup = join(dirname(storage.dataDir), 'backup')
  if (isTestable) expect(await runTask('backup', storage, backup)).toEqual({ code: 0, errors: '' })
  const unknown = await order()
  lost = { unknown: await pay(shop, unknown), known }
  await pay(shop, known)
  await refund(shop, admin, unknown)
  await shop.kill()
  const { invoices, credit_notes } = await readRowsOf(storage)
  expect([invoices?.length, credit_notes?.length]).toEqual([4, 2])
}, 60_000)
afterAll(() => cleanUp.disposeAsync())

const isUntouched = async (data: Data): Promise<void> => {
  if (data.databaseUrl) expect(await readRowsOf(data)).toEqual({})
  else expect(existsSync(data.dataDir)).toBe(false)
}

// attack: invoice-numbers
test.runIf(isTestable)(
  'a backup with invoices is not restored until the last numbers are said, as documents show them',
  { timeout: 60_000 },
  async () => {
    await using storage = await emptyStorage()
    const refusal = async (...args: string[]) => {
      const { code, errors } = await runTask('restore', storage, backup, ...args)
      expect(code).toBe(1)
      await isUntouched(storage)
      return errors
    }
    const unsaid = await refusal()
    expect(unsaid).toContain('Nothing was changed. What is restored ends with the invoice INV-000002')
    expect(unsaid).toContain('--after-invoice INV-000006 --after-credit-note none')
    expect(await refusal('--after-invoice', '4')).toContain('the credit note CN-000001')
    const both = (invoice: string, note: string) =>
      refusal('--after-invoice', invoice, '--after-credit-note', note)
    expect(await both('INV-000001', 'none')).toContain('The backup has INV-000002, so INV-000001 is not')
    expect(await both('none', 'CN-000000')).toContain('The backup has CN-000001')
    expect(await both('CN-000004', 'none')).toContain(
      '--after-invoice: "CN-000004" is no number of this kind',
    )
    expect(await both('2026/4', 'none')).toContain('is no number of this kind')
    expect(await both('INV-000004', '-1')).not.toBe('')
  },
)

/** What a copy must not do meanwhile: a mail waits, and the hold of an unpaid order has ended. */
async function addTemptations(data: Data): Promise<void> {
  const { db, close } = openDatabase(data)
  const now = Date.now()
  await addToOutbox(db, now, 'mail', [
    { payload: { to: 'a@example.com', subject: 'A', html: 'A', text: 'A' } },
  ])
  await db
    .updateTable('orders')
    .set({ created_at: now - 100 * HOUR_MS, hold_until: now - 28 * HOUR_MS })
    .where('paid_at', 'is', null)
    .execute()
  await close()
}

/** What the test looks at in the database, while the shop runs on it. */
async function readShop(data: Data) {
  const { db, close } = openDatabase(data)
  try {
    const numbersIn = async (table: 'invoices' | 'credit_notes') =>
      (await db.selectFrom(table).select('number').orderBy('number').execute()).map(({ number }) => number)
    return {
      restore: await db.selectFrom('restores').selectAll().executeTakeFirst(),
      gaps: await db.selectFrom('number_gaps').selectAll().orderBy('kind').execute(),
      mails: await db.selectFrom('outbox').select('sent_at').execute(),
      cancelled: await db.selectFrom('orders').select('id').where('cancelled_at', 'is not', null).execute(),
      invoices: await numbersIn('invoices'),
      creditNotes: await numbersIn('credit_notes'),
    }
  } finally {
    await close()
  }
}

// attack: invoice-numbers
// attack: forgotten-payment
test.runIf(isTestable)(
  'a restored shop does nothing until it is said to be the shop, gives no number twice, and lists payments of lost orders',
  { timeout: 90_000 },
  async () => {
    await using storage = await emptyStorage()
    const said = ['--after-invoice', 'INV-000004', '--after-credit-note', '2']
    expect(await runTask('restore', storage, backup, ...said)).toEqual({ code: 0, errors: '' })
    await addTemptations(storage)
    await using one = await startFrom(storage)
    await using other = await startFrom(storage)
    expect(one.log()).toContain('npm run restore -- --take-over')
    const admin = await one.signIn(ADMIN)

    const order = (shop: RunningShop) =>
      shop.call('POST', '/api/order', {
        as: customer,
        body: orderFor(product),
      })
    for (const shop of [one, other]) {
      expect(await order(shop)).toMatchObject({ status: 503, body: { code: 'restored', status: 503 } })
      expect((await fetch(`${shop.url}/api/product`)).status).toBe(200)
      expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
      expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    }
    const body = { totalPrice: lost.known.payable, orderId: lost.known._id }
    const paying = await one.call('POST', '/api/create-payment-intent', { as: customer, body })
    expect(paying).toMatchObject({ status: 503, body: { code: 'restored' } })
    const unsent = async () => (await readShop(storage)).mails.filter(({ sent_at }) => sent_at === null)
    const waiting = (await unsent()).length
    expect(waiting).toBeGreaterThan(0)
    expect((await one.call('GET', '/api/restored', { as: admin })).body).toMatchObject({
      isWaiting: true,
      mails: waiting,
      orders: 2,
    })

    expect(await runTask('restore', storage, '--take-over')).toEqual({ code: 0, errors: '' })
    for (const shop of [one, other])
      await expect
        .poll(async () => (await shop.order(customer, product).catch(() => undefined))?._id)
        .toBeTruthy()
    await expect.poll(unsent).toEqual([])
    const { restore, mails, cancelled } = await readShop(storage)
    const { restored_at = 0, taken_over_at } = restore ?? {}
    const since = mails.filter(({ sent_at }) => Number(sent_at) >= restored_at)
    expect(since.length).toBeGreaterThanOrEqual(waiting)
    for (const { sent_at } of since) expect(sent_at).toBeGreaterThanOrEqual(taken_over_at ?? Infinity)
    expect(cancelled).toEqual([])

    const unmatched = async () => (await one.call('GET', '/api/unmatched-payment', { as: admin })).body
    await expect.poll(unmatched, { timeout: 20_000 }).toMatchObject([{ _id: lost.unknown, state: 'waiting' }])
    await expect.poll(async () => (await one.readOrder(customer, lost.known)).paid).toBe(true)
    const next = await one.order(customer, product)
    await pay(one, next)
    await refund(one, admin, next)
    expect(await readShop(storage)).toMatchObject({ invoices: [1, 2, 5, 6], creditNotes: [1, 3] })
    const gaps = (await one.call('GET', '/api/invoice-gap', { as: admin })).body
    expect(gaps).toMatchObject([
      { first: 'INV-000003', last: 'INV-000004', reason: expect.stringContaining('after the backup of') },
      { first: 'CN-000002', last: 'CN-000002' },
    ])
    expect(await runTask('restore', storage, '--take-over')).toEqual({ code: 0, errors: '' })
  },
)

// attack: acting-copy
test.skipIf(process.env.TEST_DATABASE_URL)(
  'a restore that is killed leaves no database without its mark',
  async () => {
    const draftOf = ({ dataDir }: Data) => join(dataDir, 'shop.db.restoring')
    // Before the copy is whole, and when it takes its place.
    for (const isReached of [
      (data: Data) => existsSync(draftOf(data)),
      (data: Data) => existsSync(join(data.dataDir, 'shop.db')),
    ]) {
      await using storage = await emptyStorage()
      const { PATH = '', HOME = '' } = process.env
      const args = ['scripts/restore.ts', backup, ...NONE_LATER]
      const env = { PATH, HOME, ...settingsOf(storage) }
      const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore' })
      killAfterTests(child)
      const ended = once(child, 'exit')
      while (child.exitCode === null && !isReached(storage)) await nextTurn()
      child.kill('SIGKILL')
      await ended
      if (existsSync(join(storage.dataDir, 'shop.db')))
        expect((await readShop(storage)).restore).toMatchObject({ taken_over_at: null })
      expect(await runTask('restore', storage, backup, '--replace', ...NONE_LATER)).toEqual({
        code: 0,
        errors: '',
      })
      expect((await readShop(storage)).restore).toMatchObject({ taken_over_at: null })
    }
  },
)

/** Runs a command on a terminal of its own. */
const SCRIPT = '/usr/bin/script'

/** Answers what a command asks on a terminal. */
async function answerOnTerminal(command: string, data: Data, answers: string[]): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(SCRIPT, ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: ROOT,
    env: { PATH, HOME, ...settingsOf(data) },
  })
  killAfterTests(child)
  let shown = ''
  let asked = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    const questions = shown.match(/after the backup\? /g)?.length ?? 0
    for (; asked < questions; asked += 1) child.stdin.write(`${answers.shift() ?? ''}\n`)
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  return shown
}

test.runIf(isTestable && existsSync(SCRIPT))(
  'on a terminal the last numbers are asked for until they can be',
  { timeout: 60_000 },
  async () => {
    await using storage = await emptyStorage()
    const command = `${process.execPath} scripts/restore.ts ${backup}`
    const shown = await answerOnTerminal(command, storage, ['INV-000001', 'INV-000014', 'none'])
    expect(shown).toContain('The last invoice of the backup is INV-000002')
    expect(shown).toContain('The backup has INV-000002, so INV-000001 is not the last one')
    expect(shown).toContain('The next invoice will be INV-000015: INV-000003 to INV-000014 are recorded')
    expect(shown).toContain('The last credit note of the backup is CN-000001')
    expect((await readShop(storage)).gaps).toMatchObject([
      { kind: 'invoices', first_number: 3, last_number: 14 },
    ])
  },
)
