import { expect, test } from 'vitest'
import { orderDocumentPaths } from '#features/documents/paths.ts'
import type { Order } from '#features/orders/orders.ts'
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

// attack: invoice-numbers
test('an invoice that two processes render at once, of which one is killed, is one file for ever', {
  timeout: 60_000,
}, async () => {
  await using storage = await emptyStorage()
  const environment = { RATE_LIMITS: 'sign-in' }
  await using one = await startShop({ storage, environment })
  await using other = await startShop({ storage, environment })
  const admin = await one.signIn(ADMIN)
  const customer = await one.register()
  const product = await one.addProduct(admin, { quantity: 100_000 })
  const orders = await Promise.all(
    Array.from({ length: 6 }, async () => one.pay(customer, await one.order(customer, product))),
  )
  const read = async ({ url }: RunningShop, { _id }: Order) => {
    const headers = { Authorization: `Bearer ${customer.token}` }
    const answer = await fetch(url + orderDocumentPaths.invoice(_id), { headers })
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer()).toString('latin1')
  }
  const answered: (readonly [id: string, file: string])[] = []
  const readAll = async (shop: RunningShop) => {
    for (const order of orders) {
      answered.push([order._id, await read(shop, order)])
      if (answered.length === 4) await other.kill()
    }
  }
  // The mails of the payments render them too. What the process that is killed was asked for fails.
  const [, killed] = await Promise.allSettled([readAll(one), readAll(other)])
  expect(killed.status).toBe('rejected')
  await other.restart()
  for (const shop of [one, other])
    for (const order of orders) answered.push([order._id, await read(shop, order)])
  for (const { _id } of orders) {
    const files = answered.flatMap(([id, file]) => (id === _id ? [file] : []))
    expect(files.length).toBeGreaterThanOrEqual(3)
    expect(new Set(files).size).toBe(1)
  }
})
