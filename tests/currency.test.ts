import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataSheetPath } from '#features/documents/part-paths.ts'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import { hasOrders } from '#features/orders/orders.ts'
import { changeCurrency } from '#features/settings/stored/currency.ts'
import { type Db, kindOf } from '#kit/db/db.ts'
import { sourcesIn } from '#tests/support/app-imports.ts'
import { type Answer, ORIGIN, type Person, verifyEmail } from '#tests/support/customer.ts'
import { openTrade, orderTo, TRADED } from '#tests/support/delivery-shop.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { readProjectFile } from '#tests/support/project.ts'
import { changed } from '#tests/support/sample-settings.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterEach(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

const settings = async () => (await shop.call('GET', '/api/settings', { as: admin })).body

const setCurrency = async (currency: string): Promise<Answer> => {
  const body = { ...(await settings()), currency }
  return shop.call('PUT', '/api/settings', { as: admin, body })
}

/** What the settings and everybody's configuration say. */
const currencies = async () => [
  (await settings()).currency,
  (await shop.call('GET', '/api/config')).body.currency,
]

test('the shop sells in dollars until its currency is set to one of Stripe’s with two decimals', async () => {
  expect(await currencies()).toEqual(['usd', 'usd'])
  for (const other of ['jpy', 'kwd', 'isk', 'huf', 'EUR', 'xyz', '']) {
    const { status, body } = await shop.call('PUT', '/api/settings', {
      as: admin,
      body: changed('currency', other),
    })
    expect([other, status, body.errors?.[0]?.pointer]).toEqual([other, 422, '#/currency'])
  }
  expect((await settings()).revision).toBe(0)
  const { currency: _, ...without } = changed('currency', '') as Record<string, unknown>
  expect((await shop.call('PUT', '/api/settings', { as: admin, body: without })).body.currency).toBe('usd')
  expect(await setCurrency('eur')).toMatchObject({ status: 200, body: { currency: 'eur', revision: 2 } })
  expect(await currencies()).toEqual(['eur', 'eur'])
  const [entry] = (await shop.call('GET', '/api/audit?kind=settings.changed', { as: admin })).body
  expect(entry.changes).toEqual([{ field: 'shop.currency', from: 'usd', to: 'eur' }])
  expect((await setCurrency('chf')).body.currency).toBe('chf')
})

test('once there is an order, also a cancelled one, the currency stays, and the rest of the settings can change', async () => {
  const customer = await shop.register()
  const order = await shop.order(customer, await shop.addProduct())
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  const before = await settings()
  expect(await setCurrency('eur')).toMatchObject({ status: 409, body: { code: 'currency_in_use' } })
  expect(await settings()).toEqual(before)
  expect(await currencies()).toEqual(['usd', 'usd'])
  expect((await shop.call('GET', '/api/audit?kind=settings.changed', { as: admin })).body).toEqual([])
  const seller = { ...before.seller, phone: '+1 555 0100' }
  const answer = await shop.call('PUT', '/api/settings', { as: admin, body: { ...before, seller } })
  expect(answer).toMatchObject({ status: 200, body: { currency: 'usd', seller: { phone: '+1 555 0100' } } })
})

/** Does `work` in a transaction, and commits when `call` waits for it. */
async function whileCalling<Result>(call: () => Promise<Result>, work: (trx: Db) => Promise<unknown>) {
  const { db } = shop.shop
  const { answer } = await db.transaction().execute(async (trx) => {
    await work(trx)
    const answer = call()
    // SQLite has one connection, so the call waits in any case.
    if (kindOf(db) === 'postgres') await expect.poll(hasWaiting, { timeout: 10_000 }).toBe(true)
    return { answer }
  })
  return answer
}

async function hasWaiting(): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.shop.db)
  return rows.length > 0
}

test('a first order that is being placed is waited for, and refuses the change', async () => {
  const customer = await shop.register()
  const order = await shop.order(customer, await shop.addProduct())
  const { db } = shop.shop
  const row = await db.selectFrom('orders').selectAll().where('id', '=', order._id).executeTakeFirstOrThrow()
  await db.deleteFrom('order_events').execute()
  await db.deleteFrom('order_lines').execute()
  await db.deleteFrom('orders').execute()
  const before = await settings()
  // As an order does: it locks the currency, and is written.
  const answer = await whileCalling(
    () => setCurrency('eur'),
    async (trx) => {
      await trx.selectFrom('currency').select('code').forShare().execute()
      await trx.insertInto('orders').values(row).execute()
    },
  )
  expect(answer).toMatchObject({ status: 409, body: { code: 'currency_in_use' } })
  expect(await settings()).toEqual(before)
})

test('a first order that meets a change waits for it, and is placed in the new currency', async () => {
  const customer = await shop.register()
  const product = await shop.addProduct()
  await setCurrency('gbp')
  const { revision } = await settings()
  const order = await whileCalling(
    () => shop.order(customer, product),
    async (trx) => {
      await changeCurrency(trx, 'eur', hasOrders)
      await trx
        .updateTable('settings')
        .set({ revision: revision + 1 })
        .execute()
    },
  )
  const { currency } = await shop.shop.db
    .selectFrom('orders')
    .select('currency')
    .where('id', '=', order._id)
    .executeTakeFirstOrThrow()
  expect(currency).toBe('eur')
  expect(await setCurrency('gbp')).toMatchObject({ status: 409, body: { code: 'currency_in_use' } })
})

const fileAt = async (path: string, as: Person): Promise<Uint8Array> => {
  const request = new Request(ORIGIN + path, { headers: { Authorization: `Bearer ${as.token}` } })
  return new Uint8Array(await (await shop.app.fetch(request)).arrayBuffer())
}

const textAt = async (path: string, as: Person): Promise<string> => {
  const { pages } = readPdf(await fileAt(path, as))
  return pages.join('\n')
}

interface Mail {
  readonly to: string
  readonly text: string
  readonly html: string
}

test('mails, papers, XML, files, intents and refunds are in the currency, and no dollar stands anywhere', async () => {
  await openTrade(shop)
  expect((await setCurrency('eur')).status).toBe(200)
  const customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  const product = await shop.addProduct(TRADED)
  const placed = await orderTo(shop, customer, product)
  const order = await shop.pay(customer, placed)
  const refunded = await shop.call('POST', `/api/order/${order._id}/refunds`, {
    as: admin,
    body: { amount: 12, reason: 'A sample' },
    headers: { 'Idempotency-Key': 'once' },
  })
  expect(refunded.status).toBe(201)
  const payments = await shop.shop.db.selectFrom('payments').select('currency').execute()
  expect(payments).toEqual([{ currency: 'eur' }])
  await shop.runJobs()
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  const mails = (body as Mail[]).filter(({ to }) => to === customer.email)
  expect(mails.length).toBeGreaterThan(2)
  const said = mails.map(({ text, html }) => text + html).join('\n')
  expect(said).toContain('€2.00 per piece')
  expect(said).not.toContain('$')
  const { confirmation, invoice, invoiceXml, creditNote, proForma } = orderDocumentPaths
  const { creditNotes } = (await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body
  const papers = await Promise.all([
    textAt(confirmation(order._id), customer),
    textAt(invoice(order._id), customer),
    textAt(creditNote(order._id, creditNotes[0].number), customer),
    textAt(proForma(order._id), customer),
    textAt(dataSheetPath(product.sku), customer),
  ])
  for (const paper of papers) {
    expect(paper).toContain('€')
    expect(paper).not.toContain('$')
    expect(paper).not.toMatch(/dollar/i)
  }
  expect(papers[1]).toContain('Euros (EUR)')
  const xml = Buffer.from(await fileAt(invoiceXml(order._id, 'ubl'), customer)).toString()
  expect(xml).toContain('currencyID="EUR"')
  expect(xml).not.toContain('USD')
  const csv = (await shop.call('GET', '/api/invoices.csv', { as: admin })).body as string
  expect(csv).toContain(',EUR,')
  expect(csv).not.toContain('USD')
})

/** How a source would write money by itself: a sign beside a value, a code, a format of Intl. */
const OWN_MONEY = [
  /\$\$\{/,
  /(['"`])\$\1/,
  /\$\d+[.,]\d/,
  /(['"`])usd\1/i,
  /style: 'currency'/,
  /(in|US) dollars/,
]

/** Text of JSX. */
const JSX_MONEY = /^[^`]*>\$\{/

/** Parameters of statements. */
const NO_MONEY = new Set(['app/kit/move/postgres-side.ts'])

test('the sign and the code of a currency stand in one place of the sources', () => {
  const files = sourcesIn('app', 'sandboxes').filter(
    (file) => !/^app\/kit\/identity\/|\.test\.tsx?$/.test(file) && !NO_MONEY.has(file),
  )
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) =>
    readProjectFile(file)
      .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
      .split('\n')
      .filter((line) =>
        [...OWN_MONEY, ...(file.endsWith('.tsx') ? [JSX_MONEY] : [])].some((money) => money.test(line)),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
