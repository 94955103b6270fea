import { expect, test } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import { GOOD_CARD, intentOf } from '../support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../support/running-shop.ts'

const ORDERS = 24

// attack: invoice-numbers
test('twenty-four orders paid at once in two processes, of which one is killed, have invoices 1 to 24', {
  timeout: 60_000,
}, async () => {
  await using storage = await emptyStorage()
  const environment = { RATE_LIMITS: 'sign-in' }
  await using one = await startShop({ storage, environment })
  await using other = await startShop({ storage, environment })
  const admin = await one.signIn(ADMIN)
  const customer = await one.register()
  const product = await one.addProduct(admin, { quantity: 100_000 })
  const started = await Promise.all(
    Array.from({ length: ORDERS }, async () => {
      const order = await one.order(customer, product)
      return { order, secret: await one.startPayment(customer, order) }
    }),
  )
  // The webhooks of the sandbox report the payments too.
  await Promise.all(started.map(({ secret }) => one.confirmCard(secret, GOOD_CARD)))
  let answered = 0
  // Each order in both processes, in opposite sequence. The calls to the process that is killed fail.
  const settle = (shop: RunningShop, list: typeof started) =>
    Promise.allSettled(
      list.map(async ({ order, secret }) => {
        const { status } = await shop.settle(customer, order, intentOf(secret))
        answered += 1
        if (answered === ORDERS / 3) await other.kill()
        return status
      }),
    )
  await Promise.all([settle(one, started), settle(other, started.toReversed())])
  await other.restart()
  const again = await settle(other, started)
  expect(again.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))).toEqual(
    started.map(() => 200),
  )
  const database = openDatabase(storage)
  try {
    const invoices = await database.db.selectFrom('invoices').selectAll().orderBy('number').execute()
    expect(invoices.map(({ number }) => number)).toEqual(started.map((_, index) => index + 1))
    expect(new Set(invoices.map((invoice) => invoice.order_id))).toEqual(
      new Set(started.map(({ order }) => order._id)),
    )
  } finally {
    await database.close()
  }
})
