import { test } from 'vitest'
import { ADMIN, emptyStorage, startShop } from '../support/running-shop.ts'

interface Mail {
  readonly subject: string
  readonly text: string
}

/** Two mails wait for eleven seconds each, on a slow computer. */
const TIMEOUT_MS = 90_000

// Both wait for mails, beside each other.
test.concurrent('a process that is killed before the mail of a shipment leaves loses and doubles none, and an undone one sends none', {
  timeout: TIMEOUT_MS,
}, async ({ expect }) => {
  await using storage = await emptyStorage()
  await using one = await startShop({ storage })
  const admin = await one.signIn(ADMIN)
  const product = await one.addProduct(admin, { quantity: 5000 })
  const customer = await one.register()
  const place = async () => one.pay(customer, await one.order(customer, product))
  const [shipped, undone] = [await place(), await place()]
  const put = (ids: string[], status: string) =>
    one.call('PUT', '/api/orders', { as: admin, body: { ids, status } })
  // Running before, so that on a slow computer too the undo comes before the mail would leave.
  await using other = await startShop({ storage })
  expect((await put([shipped._id, undone._id], 'shipped')).body.modifiedCount).toBe(2)
  await one.kill()
  const undo = { ids: [undone._id], status: 'pending' }
  expect((await other.call('PUT', '/api/orders', { as: admin, body: undo })).body.modifiedCount).toBe(1)
  await one.restart()

  const mails = async (): Promise<Mail[]> => {
    const { body } = await other.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
    return body.filter(({ subject }: Mail) => subject.includes('shipped'))
  }
  await expect.poll(async () => (await mails()).length, { timeout: 30_000, interval: 200 }).toBe(1)
  expect((await mails())[0]?.text).toContain(`Order: ${shipped._id}`)
  const last = await place()
  await put([last._id], 'shipped')
  await expect.poll(async () => (await mails()).length, { timeout: 30_000, interval: 200 }).toBe(2)
  expect(new Set((await mails()).map(({ text }) => /^Order: (\w+)$/m.exec(text)?.[1]))).toEqual(
    new Set([shipped._id, last._id]),
  )
})

test.concurrent('the cancellation of a shipment outlives a killed process too: one that is undone after it sends no mail, the other sends one', {
  timeout: TIMEOUT_MS,
}, async ({ expect }) => {
  await using storage = await emptyStorage()
  await using one = await startShop({ storage })
  await using shop = await startShop({ storage })
  const admin = await shop.signIn(ADMIN)
  const product = await shop.addProduct(admin, { quantity: 5000 })
  const customer = await shop.register()
  const place = async () => shop.pay(customer, await shop.order(customer, product))
  const orders = [await place(), await place()]
  const put = async (status: string): Promise<string[]> => {
    const body = { ids: orders.map(({ _id }) => _id), status }
    return (await one.call('PUT', '/api/orders', { as: admin, body })).body.shipments
  }
  const titles = async (): Promise<string[]> => {
    const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
    return body
      .filter(({ subject }: Mail) => subject.includes('shipped'))
      .map(({ subject, text }: Mail) => `${subject.split(':')[0]} ${/^Order: (\w+)$/m.exec(text)?.[1]}`)
  }
  const shipments = await put('shipped')
  await expect.poll(async () => (await titles()).length, { timeout: 30_000, interval: 200 }).toBe(2)
  await put('pending')
  await one.kill()
  const [undone, other] = orders
  const restored = await Promise.all(
    shipments.map((id) =>
      shop.call('POST', `/api/order/${undone?._id}/restored-shipments`, {
        as: admin,
        body: { shipments: [id] },
      }),
    ),
  )
  expect(restored.map(({ status }) => status).sort()).toEqual([200, 404])
  await expect.poll(async () => (await titles()).length, { timeout: 30_000, interval: 200 }).toBe(3)
  expect((await titles())[0]).toBe(`Your order is not shipped yet ${other?._id}`)
})
