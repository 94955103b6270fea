import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import { openDatabase } from '#kit/db/db.ts'
import { MINUTE_MS } from '#kit/time.ts'
import type { Person } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { workBesideOrder } from '#tests/support/product-locks.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { STAFF_MAIL_EVERY_MS, staffMailJob } from './staff-mails.ts'

let app: TestApp
let admin: Person
let customer: Person

const DESK = 'desk@shop.example'
const STOCK = 'stock@shop.example'

/** With the number of the order. */
const NEW_ORDER = expect.stringMatching(/^1 new order: [A-Z0-9]{4}-[A-Z0-9]{4}$/)

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  customer = await app.register({ name: '<b>Desk & Co</b>' })
  await send({ newOrders: [DESK], lowStock: [STOCK] })
})
afterEach(() => app[Symbol.asyncDispose]())

async function send(mails: object): Promise<void> {
  const { body } = await app.call('GET', '/api/settings', { as: admin })
  expect((await app.call('PUT', '/api/settings', { body: { ...body, mails }, as: admin })).status).toBe(200)
}

const run = () => app.runJobs('mail the staff')

const mailsTo = async (address: string) => (await mailsIn(app.shop)).filter(({ to }) => to === address)

const subjects = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)

async function buy(product: ManagedProduct | Awaited<ReturnType<TestApp['addProduct']>>, quantity = 100) {
  return app.pay(customer, await app.order(customer, product, quantity))
}

async function addPart(
  sku: string,
  fields: { quantity: number; reorderPoint?: number },
): Promise<ManagedProduct> {
  const part = samplePart({ name: sku, sku, ...fields })
  return (await app.call('POST', '/api/product', { body: part, as: admin })).body
}

const stock = (part: ManagedProduct, change: number) =>
  app.call('POST', `/api/product/${part._id}/stock`, { body: { change, reason: 'counted' }, as: admin })

test('paid orders are in one mail, orders on hold are not, and what is paid within ten minutes is in the next', async () => {
  const part = await app.addProduct({ price: 0.05, quantity: 5000 })
  const first = await buy(part, 1000)
  await buy(part)
  await app.order(customer, part)
  await run()
  const [mail, ...others] = await mailsTo(DESK)
  expect([mail?.subject, others]).toEqual(['2 new orders', []])
  const { publicUrl } = app.shop.config
  expect(mail?.text).toContain(
    `${first.number}\n  <b>Desk & Co</b>\n  1,000 pieces: $50.00\n  ${publicUrl}/dashboard/order/${first._id}`,
  )
  expect(mail?.html).toContain('&lt;b&gt;Desk &amp; Co&lt;/b&gt;')
  expect(mail?.html).not.toContain('<b>Desk')
  for (const secret of [customer.email, '1 Sample Street', '+1 555 0100'])
    expect(`${mail?.text}${mail?.html}`).not.toContain(secret)

  await buy(part)
  app.shop.advance(STAFF_MAIL_EVERY_MS - MINUTE_MS)
  await run()
  expect(await mailsTo(DESK)).toHaveLength(1)
  await buy(part)
  app.shop.advance(MINUTE_MS)
  await run()
  await run()
  expect(await subjects(DESK)).toEqual(['2 new orders', '2 new orders'])
  expect(await subjects(STOCK)).toEqual([])
})

test('of processes at once one tells of an order, and each address gets a mail', async () => {
  await send({ newOrders: [DESK, STOCK], lowStock: [] })
  await using other = openOther()
  await buy(await app.addProduct())
  await Promise.all([run(), other.job.run(), run(), other.job.run()])
  expect([await subjects(DESK), await subjects(STOCK)]).toEqual([[NEW_ORDER], [NEW_ORDER]])
})

test('a crash while a mail is written loses nothing and tells nothing twice', async () => {
  const low = await addPart('LOW', { quantity: 1000, reorderPoint: 900 })
  await buy(low)
  const { config } = app.shop
  const broken = {
    ...app.shop,
    config: Object.defineProperty({ ...config }, 'publicUrl', {
      get: () => {
        throw new Error('The process ends.')
      },
    }),
  }
  await expect(staffMailJob(broken).run()).rejects.toThrow('The process ends.')
  expect([await mailsTo(DESK), await mailsTo(STOCK)]).toEqual([[], []])
  await run()
  await run()
  expect(await subjects(DESK)).toEqual([NEW_ORDER])
  expect(await subjects(STOCK)).toEqual(['1 part at or below its reorder point'])
})

test('a part is told of once until its stock was above its reorder point', async () => {
  const first = await addPart('FIRST', { quantity: 1000, reorderPoint: 900 })
  const second = await addPart('SECOND', { quantity: 5000, reorderPoint: 900 })
  await addPart('THIRD', { quantity: 0 })
  await app.order(customer, first, 100)
  await run()
  const [mail] = await mailsTo(STOCK)
  expect(mail?.subject).toBe('1 part at or below its reorder point')
  expect(mail?.text).toContain(
    `FIRST\n  FIRST\n  900 pieces in stock, reorder point 900\n  ${app.shop.config.publicUrl}/dashboard/product/${first._id}`,
  )
  await app.order(customer, first, 100)
  await stock(second, -4500)
  await run()
  expect(await mailsTo(STOCK)).toHaveLength(1)
  app.shop.advance(STAFF_MAIL_EVERY_MS)
  await run()
  expect((await mailsTo(STOCK))[1]?.text).not.toContain('FIRST')
  await stock(first, 101)
  await run()
  await stock(first, -1)
  app.shop.advance(STAFF_MAIL_EVERY_MS)
  await run()
  expect((await mailsTo(STOCK))[2]?.text).toContain('FIRST')
  app.shop.advance(STAFF_MAIL_EVERY_MS)
  await run()
  expect(await mailsTo(STOCK)).toHaveLength(3)
})

test('a part that is above again when the mail may leave is not in it', async () => {
  const part = await addPart('PART', { quantity: 900, reorderPoint: 900 })
  const other = await addPart('OTHER', { quantity: 1000, reorderPoint: 900 })
  await run()
  await stock(other, -100)
  await run()
  await stock(other, 100)
  app.shop.advance(STAFF_MAIL_EVERY_MS)
  await run()
  expect((await mailsTo(STOCK)).map(({ text }) => text?.includes(part.sku))).toEqual([true])
})

test('without addresses nothing is sent; one that is added is told of all low parts, and of later orders', async () => {
  await send({ newOrders: [], lowStock: [] })
  const part = await addPart('PART', { quantity: 1000, reorderPoint: 900 })
  await buy(part)
  await run()
  await send({ newOrders: [DESK], lowStock: [STOCK] })
  await run()
  expect([await subjects(DESK), (await subjects(STOCK)).length]).toEqual([[], 1])
  await buy(part)
  await run()
  expect(await subjects(DESK)).toEqual([NEW_ORDER])
})

test('a clock that was wrong for a while stops no mail', async () => {
  await buy(await app.addProduct())
  app.shop.advance(60 * STAFF_MAIL_EVERY_MS)
  await run()
  app.shop.advance(-60 * STAFF_MAIL_EVERY_MS)
  await buy(await app.addProduct())
  await run()
  expect(await subjects(DESK)).toHaveLength(2)
})

// SQLite has one writer at a time.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a mail locks low parts in the sequence in which orders lock them, whichever is named first',
  async () => {
    const few = await addPart('FEW', { quantity: 800, reorderPoint: 900 })
    const fewest = await addPart('FEWEST', { quantity: 0, reorderPoint: 900 })
    await workBesideOrder(app.shop, [few, fewest], run)
    expect((await mailsTo(STOCK))[0]?.text).toMatch(/FEWEST[\s\S]+FEW\n/)
  },
)

/** Another process of the shop, with its own connection to the database. */
function openOther() {
  const { dataDir, databaseUrl } = app.shop.config
  const database = openDatabase({ dataDir, databaseUrl })
  const { jobs } = createApp({ ...app.shop, db: database.db }, database)
  const job = jobs.find(({ name }) => name === 'mail the staff')
  if (!job) throw new Error('There is no such job.')
  return { job, [Symbol.asyncDispose]: () => database.close() }
}
