import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { mailSignal } from '#kit/signals.ts'
import { HOUR_MS, MAIL_AFTER_MS, MINUTE_MS } from '#kit/time.ts'
import { orderFor, orderOfLines, type Person, verifyEmail } from '#tests/support/customer.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order } from '../orders.ts'

const PART = '<b>Sample</b> & part'
const NAME = '<b>Win</b> at https://evil.example now'
const DELIVERY = 'Call +1 555 0199\nhttps://evil.example/claim'

let shop: TestApp
let customer: Person
let product: Product
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register({ name: NAME })
  await verifyEmail(shop.shop, customer)
  product = await shop.addProduct({ name: PART, price: 0.0425, quantity: 1000 })
  order = await shop.order(customer, product)
})
afterEach(() => shop[Symbol.asyncDispose]())

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly { filename: string; contentType: string; url: string }[]
}

/** The mails about orders to the customer, oldest first. */
async function orderMails(): Promise<Mail[]> {
  await shop.runJobs()
  return (await mailedTo(customer)).filter(({ subject }) => subject.endsWith(PART))
}

/** Every mail to this person, oldest first. */
async function mailedTo({ email }: Person): Promise<Mail[]> {
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  return body.filter(({ to }: Mail) => to === email).reverse()
}

const titles = async (): Promise<string[]> =>
  (await orderMails()).map(({ subject }) => subject.split(': ')[0] ?? '')

const ship = async (status: string) =>
  shop.call('PUT', `/api/order/${order._id}`, { as: await shop.registerAdmin(), body: { status } })

test('the mail of a placed order has its facts and the payment link, and no markup from user input', async () => {
  const [mail, ...others] = await orderMails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Your order is placed: ${order.number}, ${PART}`)
  for (const fact of [
    `${PART}\n  ${product.sku}\n  100 pieces, $0.0425 per piece: $4.25\nTotal: $4.25`,
    'Deliver to: 1 Sample Street, Sample Town',
    `http://localhost:3000/dashboard/payment/${order._id}`,
    `http://localhost:3000/dashboard/order/${order._id}`,
    `Order number: ${order.number}`,
  ]) {
    expect(mail?.text).toContain(fact)
  }
  const [day] = new Date(order.holdUntil ?? '').toUTCString().slice(5).split(' ')
  expect(mail?.text).toMatch(new RegExp(`Held until: 0?${Number(day)} \\w+ \\d{4} at \\d\\d:\\d\\d UTC`))
  expect(mail?.html).toContain('&lt;b&gt;Sample&lt;/b&gt; &amp; part')
  expect(mail?.html).not.toContain('<b>Sample')
  expect(mail?.html).toContain(`href="http://localhost:3000/dashboard/payment/${order._id}"`)
})

test('the mail to a verified customer has the name, and no markup from it', async () => {
  const [mail] = await orderMails()
  expect(mail?.text).toContain(`Hello ${NAME},`)
  expect(mail?.html).toContain('Hello &lt;b&gt;Win&lt;/b&gt; at https://evil.example now,')
  expect(mail?.html).not.toContain('href="https://evil.example')
})

// attack: mails-to-others
test('no mail to an unverified e-mail contains a text of its account, until it is verified', async () => {
  const unverified = await shop.register({ name: NAME })
  const place = async (as: Person) => {
    const words = { own: 'evil-4711', note: 'Call evil.example' }
    const { lines, ...rest } = orderOfLines([{ product, quantity: 100 }])
    const texts = { poNumber: 'evil 4711', note: 'Call us at evil.example' }
    const contact = { address: DELIVERY, phone: '+1 555 0199' }
    const body = { ...rest, ...contact, ...texts, lines: lines.map((line) => ({ ...line, ...words })) }
    const placed = await shop.call('POST', '/api/order', { body, as })
    expect(placed.status).toBe(201)
    return placed.body as Order
  }
  const [paid, cancelled] = [await place(unverified), await place(unverified)]
  await place(unverified)
  await shop.runJobs('mail')
  await shop.pay(unverified, paid)
  const admin = await shop.registerAdmin()
  for (const status of ['shipped', 'pending']) {
    await shop.call('PUT', `/api/order/${paid._id}`, { as: admin, body: { status } })
    shop.shop.advance(MAIL_AFTER_MS)
    await shop.runJobs('mail')
  }
  await shop.call('DELETE', `/api/myorder/${cancelled._id}`, { as: unverified })
  for (let n = 0; n < 2; n++) {
    shop.shop.advance(50.5 * MINUTE_MS)
    await shop.runJobs()
  }
  const mails = await mailedTo(unverified)
  expect(new Set(mails.map(({ subject }) => subject.split(':')[0]))).toEqual(
    new Set([
      'Confirm your e-mail address',
      'Your order is placed',
      'Your order is paid',
      'Your order is shipped',
      'Your order is not shipped yet',
      'You cancelled your order',
      'Your order waits for its payment',
      'Your order was cancelled',
    ]),
  )
  for (const { subject, text, html, attachments } of mails) {
    expect(attachments).toBeUndefined()
    for (const written of [subject, text, html]) expect(written).not.toMatch(/evil|555|Win|Call/)
    expect(text).toMatch(/^Hello,$/m)
  }
  for (const { text } of mails.filter(({ subject }) => /order/.test(subject)))
    expect(text).toContain(product.sku)
  const again = await place(await shop.signIn(unverified))
  await verifyEmail(shop.shop, unverified)
  await shop.runJobs('mail')
  const last = (await mailedTo(unverified)).at(-1)
  expect(last?.text).toContain(`Order: ${again._id}`)
  expect(last?.text).toContain(`Hello ${NAME},`)
  expect(last?.text).toContain('Deliver to: Call +1 555 0199 https://evil.example/claim')
  expect(last?.text).toContain('Your part number: evil-4711\n  Note: Call evil.example')
})

// attack: mail-bomb
test('an unverified e-mail gets eight mails a day that its account caused, and twelve with those of the staff', async () => {
  const withheld: unknown[] = []
  const stop = mailSignal.listen(({ outcome, template }) => outcome === 'withheld' && withheld.push(template))
  const unverified = await shop.register()
  for (let n = 0; n < 9; n++) {
    const placed = await shop.order(unverified, product)
    await shop.call('DELETE', `/api/myorder/${placed._id}`, { as: unverified })
  }
  await shop.runJobs('mail')
  expect(await mailedTo(unverified)).toHaveLength(8)
  // Of the verification and nine orders, each placed and cancelled.
  expect(withheld).toHaveLength(19 - 8)
  const admin = await shop.registerAdmin()
  for (let n = 0; n < 5; n++) {
    const body = { ...orderFor(product), customer: unverified.email }
    expect((await shop.call('POST', '/api/order', { body, as: admin })).status).toBe(201)
  }
  await shop.runJobs('mail')
  const mails = await mailedTo(unverified)
  expect(mails).toHaveLength(12)
  expect(mails.slice(8).every(({ text }) => text.includes('we have placed this order for you'))).toBe(true)
  await shop.call('POST', '/api/auth/send-verification-email', { body: { email: unverified.email } })
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: unverified.email } })
  await shop.runJobs('mail')
  expect((await mailedTo(unverified)).slice(12).map(({ subject }) => subject)).toEqual([
    'Reset your password',
  ])
  stop()
  expect(withheld).toHaveLength(13)
  // What is withheld is not tried again.
  shop.shop.advance(24 * HOUR_MS)
  await shop.runJobs('mail')
  expect(await mailedTo(unverified)).toHaveLength(13)
  await shop.order(await shop.signIn(unverified), product)
  await shop.runJobs('mail')
  expect(await mailedTo(unverified)).toHaveLength(14)
})

test('another attempt of a mail to an unverified e-mail is not counted again', async () => {
  const unverified = await shop.register()
  for (let n = 0; n < 7; n++) await shop.order(unverified, product)
  const attempts = () => shop.shop.db.updateTable('outbox').set({ attempts: 1 }).execute()
  await shop.runJobs('mail')
  expect(await mailedTo(unverified)).toHaveLength(8)
  await shop.order(unverified, product)
  await attempts()
  await shop.runJobs('mail')
  expect(await mailedTo(unverified)).toHaveLength(9)
})

test('a mail lists the first twenty of many lines, and leads to the page of the order with all', async () => {
  const lines = []
  for (let count = 0; count < 23; count += 1) lines.push({ product: await shop.addProduct(), quantity: 100 })
  const { body } = await shop.call('POST', '/api/order', { body: orderOfLines(lines), as: customer })
  await shop.runJobs('mail')
  const mail = (await mailedTo(customer)).at(-1)
  expect(mail?.subject).toBe(`Your order is placed: ${body.number}, ${lines[0]?.product.name} and 22 more`)
  for (const written of [mail?.text, mail?.html]) {
    expect(written).toContain(`20. ${lines[19]?.product.name}`)
    expect(written).not.toContain(lines[20]?.product.sku)
    expect(written).toContain('and 3 more')
    expect(written).toContain(body.number)
    expect(written).toContain(`http://localhost:3000/dashboard/order/${body._id}`)
  }
})

test('a refused order sends no mail', async () => {
  const refused = { body: orderFor(product, 100, 1), as: customer }
  expect((await shop.call('POST', '/api/order', refused)).status).toBe(409)
  expect(await titles()).toEqual(['Your order is placed'])
})

test('each payment, shipping and reversion of an order sends one mail', async () => {
  await shop.pay(customer, order)
  expect(await titles()).toEqual(['Your order is placed', 'Your order is paid'])
  await ship('shipped')
  await ship('shipped')
  shop.shop.advance(MAIL_AFTER_MS)
  await shop.runJobs('mail')
  await ship('pending')
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual([
    'Your order is placed',
    'Your order is paid',
    'Your order is shipped',
    'Your order is not shipped yet',
  ])
})

test('an order that the customer cancels sends one mail', async () => {
  for (const status of [200, 404]) {
    const answer = await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
    expect(answer.status).toBe(status)
  }
  expect(await titles()).toEqual(['Your order is placed', 'You cancelled your order'])
})

test('one mail is sent when a sixth of the hold is left, and one when it has lapsed', async () => {
  shop.shop.advance(60 * HOUR_MS - 10_000)
  expect(await titles()).toEqual(['Your order is placed'])
  shop.shop.advance(11_000)
  await Promise.all([shop.runJobs(), shop.runJobs()])
  const [, reminder, ...others] = await orderMails()
  expect(reminder?.subject).toBe(`Your order waits for its payment: ${order.number}, ${PART}`)
  expect(reminder?.text).toContain(`/dashboard/payment/${order._id}`)
  expect(others).toEqual([])
  shop.shop.advance(12 * HOUR_MS)
  await Promise.all([shop.runJobs(), shop.runJobs()])
  expect(await titles()).toEqual([
    'Your order is placed',
    'Your order waits for its payment',
    'Your order was cancelled',
  ])
})

test('a paid order sends no reminder', async () => {
  await shop.pay(customer, order)
  shop.shop.advance(61 * HOUR_MS)
  expect(await titles()).toEqual(['Your order is placed', 'Your order is paid'])
})

test('an order gets no reminder after its hold has ended', async () => {
  shop.shop.advance(72 * HOUR_MS)
  await shop.runJobs('send hold reminders')
  const { reminded_at } = await shop.shop.db
    .selectFrom('orders')
    .select('reminded_at')
    .executeTakeFirstOrThrow()
  expect(reminded_at).toBeNull()
  expect(await titles()).toEqual(['Your order is placed', 'Your order was cancelled'])
})

test('without a mail server orders work, and readiness only warns of it', async () => {
  await using offline = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shop@example.com' })
  expect((await offline.call('GET', '/readyz')).body).not.toHaveProperty('warnings')
  const buyer = await offline.register()
  const placed = await offline.order(buyer, await offline.addProduct())
  await offline.runJobs()
  expect((await offline.pay(buyer, placed)).paid).toBe(true)
  const ready = await offline.call('GET', '/readyz')
  expect(ready.status).toBe(200)
  expect(ready.body).toMatchObject({ status: 'ok', warnings: [expect.stringMatching(/mails .*: \d+$/)] })
})

const paidMail = async () =>
  (await orderMails()).find(({ subject }) => subject.startsWith('Your order is paid'))

test('the mail of a paid order has its invoice', async () => {
  await shop.pay(customer, order)
  const mail = await paidMail()
  expect(mail?.text).toContain('Your invoice is attached.')
  expect(mail?.attachments).toMatchObject([{ filename: 'INV-000001.pdf', contentType: 'application/pdf' }])
  const file = await shop.app.fetch(new Request(`http://localhost:3000${mail?.attachments?.[0]?.url}`))
  const [page] = readPdf(new Uint8Array(await file.arrayBuffer())).pages
  for (const text of ['Invoice INV-000001', order.number, '$4.25']) expect(page).toContain(text)
})
