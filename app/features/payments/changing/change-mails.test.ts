import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { claim, findDue, markSentIn } from '#kit/outbox/outbox.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { linesBody, orderLines, putLines } from '#tests/support/changed-lines.ts'
import { type Person, type Pieces, verifyEmail } from '#tests/support/customer.ts'
import { mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let bolt: Product
let order: Order

const LADDER = [
  { from: 100, price: 2 },
  { from: 500, price: 1 },
]

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  bolt = await shop.addProduct({ sku: 'BOLT-8', quantity: 1000, price: 2, prices: LADDER })
  order = await orderLines(shop, customer, [{ product: bolt, quantity: 200 }])
})
afterEach(() => shop[Symbol.asyncDispose]())

const put = (lines: readonly Pieces[]) => putLines(shop, customer, order, linesBody(lines))

const changeMails = async () => {
  await shop.runJobs('mail')
  return (await sandboxMailsIn(shop.shop)).filter(({ subject }) => subject.includes('was changed'))
}

// attack: mail-bomb
test('of many changes the first is mailed at once and the others in one mail, from the first old to the last new', async () => {
  for (const quantity of [300, 400, 500]) {
    expect((await put([{ product: bolt, quantity }])).status).toBe(200)
    await shop.runJobs('mail')
  }
  expect(await changeMails()).toHaveLength(1)
  const waiting = (await mailsIn(shop.shop)).filter(({ template }) => template === 'order lines changed')
  expect(waiting).toHaveLength(1)
  shop.shop.advance(5 * MINUTE_MS)
  const [first, second, ...others] = await changeMails()
  expect(others).toEqual([])
  expect(first?.text).toContain('BOLT-8: 200 → 300')
  expect(second?.text).toContain('BOLT-8: 300 → 500')
  expect(second?.text).toContain('total: $600.00 → $500.00')
  expect(second?.text).not.toContain('400')
})

test('lines that are the same again when the mail is to leave need none', async () => {
  for (const quantity of [300, 400, 300]) {
    expect((await put([{ product: bolt, quantity }])).status).toBe(200)
    await shop.runJobs('mail')
  }
  shop.shop.advance(5 * MINUTE_MS)
  expect(await changeMails()).toHaveLength(1)
})

test('a mail that was read to be sent, when another change comes, leaves with that change', async () => {
  // Mails of an order leave in sequence.
  await shop.runJobs('mail')
  expect((await put([{ product: bolt, quantity: 300 }])).status).toBe(200)
  const due = await findDue<{ template?: string }>(shop.shop, 'mail', 10)
  const read = due.find(({ payload }) => payload.template === 'order lines changed')
  if (!read) throw new Error('A mail is due.')
  expect((await put([{ product: bolt, quantity: 500 }])).status).toBe(200)
  expect(await claim(shop.shop, read)).toBe(false)
  const sent = await shop.shop.db.transaction().execute((trx) => markSentIn(trx, shop.shop.now(), [read]))
  expect(sent.size).toBe(0)
  shop.shop.advance(1)
  const [mail] = await changeMails()
  expect(mail?.text).toContain('BOLT-8: 200 → 500')
})
