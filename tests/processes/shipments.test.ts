import { expect, test } from 'vitest'
import { ADMIN, emptyStorage, startShop } from '../support/running-shop.ts'

interface Mail {
  readonly subject: string
  readonly text: string
}

test('a process that is killed before the mail of a shipment leaves loses and doubles none, and an undone one sends none', async () => {
  await using storage = await emptyStorage()
  await using one = await startShop({ storage })
  const admin = await one.signIn(ADMIN)
  const product = await one.addProduct(admin, { quantity: 5000 })
  const customer = await one.register()
  const place = async () => one.pay(customer, await one.order(customer, product))
  const [shipped, undone] = [await place(), await place()]
  const put = (ids: string[], status: string) =>
    one.call('PUT', '/api/orders', { as: admin, body: { ids, status } })
  expect((await put([shipped._id, undone._id], 'shipped')).body.modifiedCount).toBe(2)
  await one.kill()
  await one.restart()
  await using other = await startShop({ storage })
  expect((await put([undone._id], 'pending')).body.modifiedCount).toBe(1)

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
