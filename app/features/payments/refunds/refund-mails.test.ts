import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { createLineRefunds, type LineRefunds } from '#tests/support/line-refunds.ts'

const REFUND_FAILS = '4000000000005126'

let shop: LineRefunds
let customer: Person
beforeEach(async () => {
  shop = await createLineRefunds()
  customer = shop.setup.customer
  await verifyEmail(shop.setup.shop.shop, customer)
})
afterEach(() => shop[Symbol.asyncDispose]())

interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly { readonly filename: string }[]
}

/** The newest mail to the customer. */
async function newestMail(): Promise<Mail> {
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
    `Refunded, with VAT\n${line?.product}\n  ${line?.sku}\n  10 pieces: $1.48\n`,
    'Refunded delivery: $6.00\n',
    'Credit note: CN-000001\n',
    'Refunded in all: $7.48',
  ])
    expect(text).toContain(part)
  expect(html).toContain('Ten were &lt;b&gt;bent&lt;/b&gt;.<br>Sorry, https://shop.example')
  expect(html).not.toContain('<b>bent')
  expect(text).not.toContain('A sample')
})

test('the mail of a refund has its credit note attached', async () => {
  const order = await shop.paidOrder()
  await shop.refund(order, [[0, 10]])
  const { text, attachments } = await newestMail()
  expect(text).toContain('Your credit note is attached.')
  expect(attachments).toMatchObject([{ filename: 'CN-000001.pdf' }])
})

test('the mail of a refund whose credit note has no data leaves at once, and says nothing of a document', async () => {
  const order = await shop.paidOrder()
  await shop.refund(order, [[0, 10]])
  await shop.setup.shop.shop.db.updateTable('credit_notes').set({ document: null }).execute()
  const { subject, text, attachments } = await newestMail()
  expect(subject).toMatch(/^Your order is partly refunded: /)
  expect(text).toContain('Credit note: CN-000001')
  expect(text).not.toMatch(/attached|in My Orders/)
  expect(attachments).toBeUndefined()
})

test('a refund that fails after its mail has a mail too; before it, neither leaves', async () => {
  const order = await shop.paidOrder(REFUND_FAILS)
  await shop.refund(order, [[0, 10]])
  expect((await newestMail()).subject).toMatch(/^Your order is partly refunded: /)
  shop.setup.shop.shop.advance(6000)
  await shop.setup.shop.runJobs()
  const failed = await newestMail()
  expect(failed.subject).toMatch(/^A refund of your order failed: /)
  expect(failed.text).toContain('the bank returned our refund of $1.48, so it is not on your card.')
  expect(failed.text).toContain(`Not refunded, with VAT\n${order.lines[0]?.product}\n`)
  expect(failed.attachments).toBeUndefined()
  const other = await shop.paidOrder(REFUND_FAILS)
  const paid = await newestMail()
  await shop.refund(other, [[0, 10]])
  shop.setup.shop.shop.advance(6000)
  await shop.setup.shop.runJobs('payment sandbox')
  expect(await newestMail()).toEqual(paid)
  expect(await shop.setup.statesOf(other)).toEqual(['failed'])
})

test('the mail of an amount names no pieces; that of the rest does not say that it is a part', async () => {
  const order = await shop.paidOrder()
  await shop.setup.requestParts(order, { amount: 3.47, message: ' ' })
  const part = await newestMail()
  expect(part.subject).toMatch(/^Your order is partly refunded: /)
  expect(part.text).toContain('$3.47 of $23.47 went back')
  expect(part.text).not.toMatch(/Message from us|Refunded delivery|Refunded, with VAT/)
  await shop.setup.requestParts(order, { amount: 20 })
  const rest = await newestMail()
  expect(rest.subject).toMatch(/^Your order is refunded: /)
  expect(rest.text).toContain('we have refunded $20.00 to the card that paid your order.')
  expect(rest.text).toContain('Credit note: CN-000002\n')
  expect(rest.text).not.toContain('partly')
})

test('after a try without an answer the mail of a refund may have arrived, so its failure is told too', async () => {
  const order = await shop.paidOrder(REFUND_FAILS)
  await newestMail()
  await shop.refund(order, [[0, 10]])
  const { db } = shop.setup.shop.shop
  const untold = db
    .updateTable('outbox')
    .set({ attempts: 1, last_error: 'timeout', next_attempt_at: shop.setup.shop.shop.now() + 5000 })
  await untold.where('sent_at', 'is', null).execute()
  shop.setup.shop.shop.advance(6000)
  await shop.setup.shop.runJobs('payment sandbox')
  expect((await newestMail()).subject).toMatch(/^A refund of your order failed: /)
})
