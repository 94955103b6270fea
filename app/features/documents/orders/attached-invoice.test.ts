import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Order, orderMailTemplates } from '#features/orders/orders.ts'
import { HOUR_MS } from '#kit/time.ts'
import { TaskEndedError } from '#kit/worker/task-worker.ts'
import { ORIGIN, type Person, verifyEmail } from '#tests/support/customer.ts'
import { createMailer, mailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { dataSheetPath } from '../part-paths.ts'
import { orderDocumentPaths } from '../paths.ts'

const SAMPLE = { filename: 'INV-000001.pdf', contentType: 'application/pdf', content: new Uint8Array([1]) }

let shop: TestApp
let order: Order
let customer: Person
let sku: string

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  const product = await shop.addProduct()
  sku = product.sku
  order = await shop.order(customer, product)
  await shop.runJobs('mail')
  await shop.pay(customer, order)
})
afterEach(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

/** The mails about the payment that the customer has got. */
async function paidMails() {
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  return body.filter(
    (mail: { to: string; subject: string }) =>
      mail.to === customer.email && mail.subject.startsWith('Your order is paid'),
  )
}

/** Runs the mail job at each time at which the mail is tried; resolves to the waits (s) between. */
async function runUntilSent(attachInvoice: () => Promise<typeof SAMPLE>): Promise<number[]> {
  const { job } = createMailer(shop.shop, orderMailTemplates(attachInvoice))
  const waits: number[] = []
  const nextAttempt = async () =>
    (await mailsIn(shop.shop)).find(({ next_attempt_at }) => next_attempt_at !== null)?.next_attempt_at
  for (let next = await nextAttempt(); next; next = await nextAttempt()) {
    await job.run()
    const waitMs = ((await nextAttempt()) ?? 0) - shop.shop.now()
    if (waitMs <= 0) continue
    expect(await paidMails()).toEqual([])
    waits.push(Math.round(waitMs / 10_000) * 10)
    // Not before its time.
    await job.run()
    shop.shop.advance(waitMs)
  }
  shop.shop.advance(HOUR_MS)
  await job.run()
  return waits
}

/** Requests thirty data sheets at once, and waits until their places are taken. */
async function requestSheets() {
  const statuses: number[] = []
  const requests = Array.from({ length: 30 }, async () => {
    const { status } = await shop.app.fetch(new Request(`${ORIGIN}${dataSheetPath(sku)}`))
    statuses.push(status)
  })
  await vi.waitFor(() => expect(statuses).toContain(503), { timeout: 20_000 })
  return { statuses, requests }
}

// attack: document-load
test('documents of orders are answered while thirty data sheets are requested at once', async () => {
  const { statuses, requests } = await requestSheets()
  const { confirmation, invoice } = orderDocumentPaths
  const documents = await Promise.all(
    [confirmation(order._id), invoice(order._id)].map((path) => shop.call('GET', path, { as: customer })),
  )
  expect(documents.map(({ status }) => status)).toEqual([200, 200])
  // They have not waited for the requests before them.
  expect(statuses.length).toBeLessThan(30)
  await Promise.all(requests)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

// attack: document-load
test('the mail of a paid order has its invoice while thirty data sheets are requested at once', async () => {
  const { statuses, requests } = await requestSheets()
  await shop.runJobs('mail')
  // The mail has not waited for the requests before it.
  expect(statuses.length).toBeLessThan(30)
  const mails = await paidMails()
  expect(mails).toMatchObject([{ attachments: [{ filename: 'INV-000001.pdf' }] }])
  expect(mails[0].text).toContain('Your invoice is attached.')
  await Promise.all(requests)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

test('a mail whose invoice cannot be rendered twice is tried again, and leaves once with it', async () => {
  let calls = 0
  const waits = await runUntilSent(async () => {
    calls += 1
    if (calls <= 2) throw new TaskEndedError('The task took over 10000 ms.')
    return SAMPLE
  })
  expect([calls, waits]).toEqual([3, [10, 20]])
  const mails = await paidMails()
  expect(mails).toMatchObject([{ attachments: [{ filename: SAMPLE.filename }] }])
  expect(mails[0].text).toContain('Your invoice is attached.')
})

test('a mail whose invoice can never be rendered leaves once without it, says where it is, and the log says why', async () => {
  const warn = vi.spyOn(shop.shop.log, 'warn')
  const attachInvoice = vi.fn().mockRejectedValue(new TaskEndedError('The task took over 10000 ms.'))
  expect(await runUntilSent(attachInvoice)).toEqual([10, 20, 40, 80])
  expect(attachInvoice).toHaveBeenCalledTimes(5)
  const mails = await paidMails()
  expect(mails).toHaveLength(1)
  expect(mails[0].text).toContain('Your invoice is with the order in My Orders.')
  expect(mails[0].attachments).toBeUndefined()
  expect(warn.mock.calls.map(([, message]) => message)).toEqual([
    // For all four attempts: the reason is the same.
    'a mail could not be sent',
    'a document could not be attached to its mail',
  ])
  expect(warn.mock.lastCall?.[0]).toMatchObject({ err: expect.any(TaskEndedError), orderId: order._id })
})
