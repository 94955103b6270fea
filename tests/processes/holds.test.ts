import { expect, test } from 'vitest'
import { ADMIN, emptyStorage, startShop } from '../support/running-shop.ts'

const ORDERS = 10
// 7.2 seconds. The reminder is sent in the last 1.2 seconds.
const HOLD_HOURS = '0.002'

interface Mail {
  readonly subject: string
  readonly text: string
}

test('with two processes each hold lapses once and sends one mail', async () => {
  await using storage = await emptyStorage()
  await using one = await startShop({ storage, environment: { HOLD_HOURS } })
  await using other = await startShop({ storage, environment: { HOLD_HOURS } })
  const product = await one.addProduct(await one.signIn(ADMIN), { quantity: 5000 })
  // Each with an account of its own: an unverified e-mail gets a few mails a day.
  const customers = await Promise.all(Array.from({ length: ORDERS }, () => one.register()))
  const orders = await Promise.all(
    customers.map((customer, n) => (n % 2 ? one : other).order(customer, product)),
  )
  const stock = async () => (await one.call('GET', `/api/order/${product._id}`)).body.quantity
  expect(await stock()).toBe(5000 - 100 * ORDERS)
  await expect.poll(stock, { timeout: 20_000, interval: 200 }).toBe(5000)

  const mailsAbout = async (title: string): Promise<Mail[]> => {
    const { body } = await other.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
    return body.filter(({ subject }: Mail) => subject.startsWith(title))
  }
  const ordersOf = (mails: readonly Mail[]) =>
    mails.map(({ text }) => /^Order: (\w+)$/m.exec(text)?.[1]).toSorted()
  const placed = orders.map(({ _id }) => _id).toSorted()
  await expect
    .poll(async () => ordersOf(await mailsAbout('Your order was cancelled')), { timeout: 10_000 })
    .toEqual(placed)
  // A busy machine can miss the reminder, but never sends it twice.
  const reminded = ordersOf(await mailsAbout('Your order waits for its payment'))
  expect(reminded).toEqual(placed.filter((id) => reminded.includes(id)))
  expect(await stock()).toBe(5000)
})
