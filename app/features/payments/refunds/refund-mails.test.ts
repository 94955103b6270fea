import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { createLineRefunds, type LineRefunds } from '#tests/support/line-refunds.ts'

let shop: LineRefunds
let customer: Person
beforeEach(async () => {
  shop = await createLineRefunds()
  customer = shop.setup.customer
  await verifyEmail(shop.setup.shop.shop, customer)
})
afterEach(() => shop[Symbol.asyncDispose]())

/** The newest mail to the customer. */
async function newestMail(): Promise<{ subject: string; text: string; html: string }> {
  await shop.setup.shop.runJobs()
  const headers = { Accept: 'application/json' }
  const { body } = await shop.setup.shop.call('GET', '/sandbox/mail', { headers })
  return body.find(({ to }: { to: string }) => to === customer.email)
}

test('the mail of a refund by line says that it is a part, of what, with the message and the credit note', async () => {
  const order = await shop.paidOrder()
  const message = 'Ten were <b>bent</b>.\nSorry, https://shop.example'
  await shop.refund(order, [[0, 10]], { delivery: true, message })
  const { subject, text, html } = await newestMail()
  expect(subject).toMatch(/^Your order is partly refunded: /)
  const [line] = order.lines
  for (const part of [
    'we have partly refunded your order: $7.48 of $23.47 went back to the card that paid it.',
    'Message from us: Ten were <b>bent</b>.\n  Sorry, https://shop.example\n',
    `Refunded ${line?.sku}: ${line?.product}: 10 pieces, $1.48\n`,
    'Refunded delivery: $6.00\n',
    'Credit note: CN-000001\n',
    'Refunded in all: $7.48',
  ])
    expect(text).toContain(part)
  expect(html).toContain('Ten were &lt;b&gt;bent&lt;/b&gt;.<br>Sorry, https://shop.example')
  expect(html).not.toContain('<b>bent')
  expect(text).not.toContain('A sample')
})

test('the mail of an amount names no pieces; that of the rest does not say that it is a part', async () => {
  const order = await shop.paidOrder()
  await shop.setup.requestParts(order, { amount: 3.47, message: ' ' })
  const part = await newestMail()
  expect(part.subject).toMatch(/^Your order is partly refunded: /)
  expect(part.text).toContain('$3.47 of $23.47 went back')
  expect(part.text).not.toMatch(/Message from us|Refunded delivery|Refunded [A-Z0-9-]+:/)
  await shop.setup.requestParts(order, { amount: 20 })
  const rest = await newestMail()
  expect(rest.subject).toMatch(/^Your order is refunded: /)
  expect(rest.text).toContain('we have refunded $20.00 to the card that paid your order.')
  expect(rest.text).toContain('Credit note: CN-000002\n')
  expect(rest.text).not.toContain('partly')
})
