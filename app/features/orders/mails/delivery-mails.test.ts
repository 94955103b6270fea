import { afterEach, beforeEach, expect, test } from 'vitest'
import { arrivesText } from '#features/delivery/texts.ts'
import { HOUR_MS, MAIL_AFTER_MS } from '#kit/time.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { openTrade, orderTo, TRADED, ZURICH } from '#tests/support/delivery-shop.ts'
import { sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order } from '../orders.ts'

let shop: TestApp
let customer: Person

beforeEach(async () => {
  shop = await createTestApp()
  await openTrade(shop)
  customer = await shop.register({ name: 'Zoé Durand' })
})
afterEach(() => shop[Symbol.asyncDispose]())

/** The newest mail to the customer with this title. */
async function mailed(title: string): Promise<{ text: string; html: string }> {
  await shop.runJobs()
  const headers = { Accept: 'application/json' }
  const { body } = await shop.call('GET', '/sandbox/mail', { headers })
  return body.find(
    ({ to, subject }: { to: string; subject: string }) => to === customer.email && subject.startsWith(title),
  )
}

const place = async (terms: Record<string, unknown> = {}): Promise<Order> =>
  orderTo(shop, customer, await shop.addProduct(TRADED), { delivery: 'express', ...terms })

const ship = async ({ _id }: Order, body: object) => {
  const path = `/api/order/${_id}/shipments`
  expect((await shop.call('POST', path, { as: await shop.registerAdmin(), body })).status).toBe(201)
  shop.shop.advance(MAIL_AFTER_MS)
}

const SUMS = `Goods: $200.00
Delivery (Express): $19.00
VAT (20 %): $43.80
Total: $262.80
`

const ADDRESS = `Deliver to: Atelier Exemple
  Zoé Durand
  12 rue de l’Exemple
  69002 LYON
  FRANCE
`

const deliveryOf = ({ delivery }: Order): string =>
  `Delivery: Express, Sample Carrier, DAP\n  ${arrivesText(delivery?.arrives ?? { from: '', to: '' })}\n`

test('mails say what is added to the lines, what is payable, how it is delivered, where to and when it arrives', async () => {
  await verifyEmail(shop.shop, customer)
  const order = await place()
  const placed = await mailed('Your order is placed')
  for (const text of [SUMS, ADDRESS, deliveryOf(order)]) expect(placed.text).toContain(text)
  expect(placed.html).toContain('Atelier Exemple<br>Zoé Durand<br>12 rue')
  await shop.pay(customer, order)
  const paid = await mailed('Your order is paid')
  for (const text of ['your payment of $262.80', SUMS, ADDRESS, deliveryOf(order)])
    expect(paid.text).toContain(text)
  await ship(order, {})
  const shipped = await mailed('Your order is shipped')
  for (const text of [SUMS, ADDRESS, deliveryOf(order)]) expect(shipped.text).toContain(text)
})

test('the mail of a part says when it arrives, and not what all of the order costs', async () => {
  await verifyEmail(shop.shop, customer)
  const order = await place()
  await shop.pay(customer, order)
  await ship(order, { lines: [{ position: 0, quantity: 40 }] })
  const { text } = await mailed('A part of your order is shipped')
  for (const shown of [ADDRESS, deliveryOf(order)]) expect(text).toContain(shown)
  for (const sum of ['Total', 'Goods', 'VAT']) expect(text).not.toContain(sum)
})

test('the reminder says what is payable, and the law’s note where no tax is charged', async () => {
  await verifyEmail(shop.shop, customer)
  const order = await place({ deliverTo: ZURICH })
  shop.shop.advance(Date.parse(order.holdUntil ?? '') - shop.shop.now() - HOUR_MS)
  const { text } = await mailed('Your order waits for its payment')
  expect(text).toContain('Delivery (Express): $19.00\nTotal: $219.00\n')
  expect(text).toContain('Tax: No tax is charged: export\n  Export: exempt from VAT')
  expect(text).toContain('Deliver to: Urs Beispiel\n  Beispielweg 3\n  CH-8001 Zürich\n  SWITZERLAND\n')
  expect(text).not.toContain('Arrives')
})

test('mails are from the seller of the settings, who gets the answers', async () => {
  const mails = async () => {
    await shop.runJobs('mail')
    return (await sandboxMailsIn(shop.shop)).map(({ sender, reply_to }) => [sender, reply_to])
  }
  expect((await mails()).at(-1)).toEqual(['Sample Parts GmbH', null])
  const admin = await shop.registerAdmin()
  const { body } = await shop.call('GET', '/api/settings', { as: admin })
  const seller = { ...body.seller, name: 'Muster & Söhne', email: 'sales@shop.example' }
  const changed = { ...body, seller }
  expect((await shop.call('PUT', '/api/settings', { body: changed, as: admin })).status).toBe(200)
  await place()
  expect((await mails()).at(-1)).toEqual(['Muster & Söhne', 'sales@shop.example'])
})

// attack: mails-to-others
test('a mail to an unverified address has no line of the address', async () => {
  await place()
  const { text } = await mailed('Your order is placed')
  expect(text).toContain(SUMS)
  for (const own of ['Zoé', 'Durand', 'rue de', 'Deliver to']) expect(text).not.toContain(own)
})

test('an order in one line has its mail as before, with the delivery of the shop', async () => {
  await verifyEmail(shop.shop, customer)
  const order = await shop.order(customer, await shop.addProduct(TRADED))
  const { text } = await mailed('Your order is placed')
  expect(text).toContain('Deliver to: 1 Sample Street, Sample Town\n')
  expect(text).toContain(`Total: $${order.payable}`)
})
