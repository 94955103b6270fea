import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { faultsOfInvoices } from '../../scripts/torture/audit-invoices.ts'
import { faultsOfRefunds } from '../../scripts/torture/audit-refunds.ts'
import { openShopInFuture } from '../../scripts/torture/jobs.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../support/running-shop.ts'

const ORDERS = 6
/** Of $1.00 each, for orders of $4.25. */
const REFUNDS = 6

// attack: excess-refund
// attack: invoice-numbers
test('refunds asked of two processes, of which one is killed, are made once each, never exceed what came in, and have a credit note each', {
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
    Array.from({ length: ORDERS }, async () => one.pay(customer, await one.order(customer, product))),
  )
  let answered = 0
  const refund = async (shop: RunningShop, orderId: string, key: string) => {
    const { status } = await shop.call('POST', `/api/order/${orderId}/refunds`, {
      as: admin,
      body: { amount: 1, reason: 'A sample' },
      headers: { 'Idempotency-Key': `${orderId} ${key}` },
    })
    answered += 1
    if (answered === (ORDERS * REFUNDS) / 3) await other.kill()
    return status
  }
  // The calls to the process that is killed fail; some of them had reached the provider.
  await Promise.allSettled(
    orders.flatMap(({ _id }) =>
      Array.from({ length: REFUNDS }, (_, index) =>
        refund(index % 2 === 0 ? one : other, _id, String(index)),
      ),
    ),
  )
  {
    await using ahead = await openShopInFuture(storage, 2 * MINUTE_MS)
    await ahead.runJobs('complete refunds')
  }
  await other.restart()
  for (const { _id } of orders)
    for (let index = 0; index < REFUNDS; index += 1) await refund(other, _id, String(index))
  const { db, close } = openDatabase(storage)
  try {
    const rows = await db.selectFrom('orders').selectAll().execute()
    expect(rows.map(({ refunded_cents }) => refunded_cents)).toEqual(orders.map(() => 400))
    const orderRefunds = await db.selectFrom('order_refunds').selectAll().execute()
    expect(orderRefunds.map(({ state }) => state)).toEqual(Array(ORDERS * 4).fill('succeeded'))
    const bodies = await db.selectFrom('sandbox_stripe').select('body').where('kind', '=', 'refund').execute()
    const providerRefunds = bodies.map(({ body }) => JSON.parse(body) as Stripe.Refund)
    expect(providerRefunds).toHaveLength(ORDERS * 4)
    expect(faultsOfRefunds({ orders: rows, orderRefunds, providerRefunds })).toEqual([])
    const invoices = await db.selectFrom('invoices').selectAll().orderBy('number').execute()
    const creditNotes = await db.selectFrom('credit_notes').selectAll().orderBy('number').execute()
    expect(creditNotes).toHaveLength(ORDERS * 4)
    expect(faultsOfInvoices({ orders: rows, invoices, creditNotes, providerRefunds })).toEqual([])
  } finally {
    await close()
  }
})
