import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAIL } from '#kit/mail/transport.ts'
import { claim, findDue, markSent } from '#kit/outbox/outbox.ts'
import { MAIL_AFTER_MS, UNDO_MS } from '#kit/time.ts'
import { orderOfLines, type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order } from '../schema.ts'

let shop: TestApp
let customer: Person
let admin: Person
let order: Order

const open = async (environment?: Record<string, string>): Promise<void> => {
  shop = await createTestApp(environment)
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  admin = await shop.registerAdmin()
  const lines = [
    { product: await shop.addProduct({ name: 'Bolt' }), quantity: 100 },
    { product: await shop.addProduct({ name: 'Nut', quantity: 2000 }), quantity: 1200 },
  ]
  order = (await shop.call('POST', '/api/order', { as: customer, body: orderOfLines(lines) })).body
  await shop.pay(customer, order)
}

beforeEach(async () => {
  await open()
  // Those of the order: mails of its shipments come after them.
  await shop.runJobs('mail')
})
afterEach(() => shop[Symbol.asyncDispose]())

/** Ships and returns the id of the shipment. */
async function ship(body: object = {}): Promise<string> {
  const answer = await shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body })
  expect(answer.status).toBe(201)
  return answer.body.shipments.at(-1)._id
}

const cancelShipment = async (shipmentId: string): Promise<void> => {
  const path = `/api/order/${order._id}/shipments/${shipmentId}`
  expect((await shop.call('DELETE', path, { as: admin })).status).toBe(200)
}

const put = (status: string) => shop.call('PUT', `/api/order/${order._id}`, { as: admin, body: { status } })

interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The mails that have left about shipping, the oldest first. */
async function received(): Promise<ReceivedMail[]> {
  await shop.runJobs('mail')
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  return body.filter(({ subject }: ReceivedMail) => subject.includes('shipped')).reverse()
}

const titles = async (): Promise<string[]> =>
  (await received()).map(({ subject }) => subject.split(':')[0] ?? '')

/** The mails that can still leave. */
const waiting = async (): Promise<number> =>
  (await shop.shop.db.selectFrom('outbox').select('id').where('next_attempt_at', 'is not', null).execute())
    .length

test('each shipment sends one mail, after the time in which it can be undone, with its pieces and where they are', async () => {
  await ship({ carrier: 'DHL', tracking: 'JD 42', lines: [{ position: 1, quantity: 1000 }] })
  shop.shop.advance(UNDO_MS)
  expect(await titles()).toEqual([])
  shop.shop.advance(MAIL_AFTER_MS - UNDO_MS)
  const [part, ...others] = await received()
  expect(others).toEqual([])
  expect(part?.subject).toBe(`A part of your order is shipped: ${order.number}, Nut`)
  for (const text of [
    'A mail tells you when more leaves.',
    /^Nut\n.*\n {2}1,000 pieces, /m,
    'Carrier: DHL',
    'Tracking number: JD 42',
    'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=JD42',
    `Order number: ${order.number}`,
  ])
    expect(part?.text).toMatch(text)
  await ship()
  shop.shop.advance(MAIL_AFTER_MS)
  const rest = (await received())[1]
  expect(rest?.subject).toBe(`A part of your order is shipped: ${order.number}, Bolt and 1 more`)
  expect(rest?.text).toContain('With it all of your order is shipped.')
  expect(rest?.text).not.toContain('Carrier')
})

test('of two shipments that make an order whole only the mail of the last says so', async () => {
  await ship({ lines: [{ position: 0, quantity: 100 }] })
  await ship()
  shop.shop.advance(MAIL_AFTER_MS)
  const texts = (await received()).map(({ text }) => text)
  const first = texts.find((text) => text.includes('\nBolt\n'))
  const last = texts.find((text) => text.includes('\nNut\n'))
  expect(first).toContain('A mail tells you when more leaves.')
  expect(first).not.toContain('all of your order')
  expect(last).toContain('With it all of your order is shipped.')
})

test('what is undone within ten seconds sends no mail, then or later', async () => {
  await cancelShipment(await ship())
  await put('shipped')
  await put('pending')
  await shop.runJobs('mail')
  expect(await waiting()).toBe(0)
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual([])
})

test('an undo that arrives a moment after its ten seconds sends no mail', async () => {
  const shipped = await ship()
  shop.shop.advance(UNDO_MS + 500)
  expect(await titles()).toEqual([])
  await cancelShipment(shipped)
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual([])
})

test('what is shipped again after an undo sends one mail', async () => {
  await cancelShipment(await ship())
  await put('shipped')
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual(['Your order is shipped'])
})

test('a shipment that is cancelled after its mail sends one mail more', async () => {
  const first = await ship({ lines: [{ position: 0, quantity: 1 }] })
  const second = await ship({ lines: [{ position: 0, quantity: 1 }] })
  shop.shop.advance(MAIL_AFTER_MS)
  await titles()
  await cancelShipment(first)
  shop.shop.advance(MAIL_AFTER_MS)
  expect((await received()).at(-1)?.text).toContain('a part of your order was marked as shipped too early')
  const third = await ship()
  await put('pending')
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual([
    'A part of your order is shipped',
    'A part of your order is shipped',
    'Your order is not shipped yet',
    'Your order is not shipped yet',
  ])
  expect((await received()).at(-1)?.text).toContain('your order was marked as shipped too early')
  expect(new Set([first, second, third]).size).toBe(3)
})

test('a shipment whose mail is leaving at that moment counts as one whose mail has left', async () => {
  const shipped = await ship()
  shop.shop.advance(MAIL_AFTER_MS)
  const [mail] = (await findDue(shop.shop, MAIL, 100)).slice(-1)
  if (!mail) throw new Error('The mail is not due.')
  expect(await claim(shop.shop, mail)).toBe(true)
  await cancelShipment(shipped)
  shop.shop.advance(MAIL_AFTER_MS)
  // It waits for the one that is leaving.
  expect(await titles()).toEqual([])
  await markSent(shop.shop, mail)
  expect(await titles()).toEqual(['Your order is not shipped yet'])
})

test('a shipment whose mail could not be sent is cancelled without a mail', async () => {
  await shop[Symbol.asyncDispose]()
  await open({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shop@example.com' })
  // Those that the mail of the shipment would wait for.
  await shop.shop.db.updateTable('outbox').set({ next_attempt_at: null }).execute()
  const shipped = await ship()
  shop.shop.advance(MAIL_AFTER_MS)
  const mails = () =>
    shop.shop.db
      .selectFrom('outbox')
      .select(['id', 'attempts', 'last_error', 'next_attempt_at'])
      .orderBy('id')
      .execute()
  for (let round = 0; round < 10; round += 1) {
    await shop.runJobs('mail')
    shop.shop.advance(1000)
  }
  const before = await mails()
  expect(before.at(-1)).toMatchObject({ last_error: expect.any(String), next_attempt_at: expect.any(Number) })
  await cancelShipment(shipped)
  expect(await mails()).toEqual([...before.slice(0, -1), { ...before.at(-1), next_attempt_at: null }])
})
