import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nextNumber } from '#kit/db/row-counts.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { forgetDocumentsOf } from './forget-documents.ts'
import '#kit/backup/tables.ts'

// attack: invoice-numbers
test('forgotten documents free their numbers, but none that was issued after a backup which was restored', async () => {
  await using app = await createTestApp()
  const { db } = app.shop
  const customer = await app.register()
  const product = await app.addProduct({ quantity: 1000 })
  const paid = async () => app.pay(customer, await app.order(customer, product))
  const numbers = async () =>
    (await db.selectFrom('invoices').select('number').orderBy('number').execute()).map(({ number }) => number)
  const forget = async (id: string) => forgetDocumentsOf(db, [id])
  await paid()
  const second = await paid()
  await forget(second._id)
  const third = await paid()
  expect(await numbers()).toEqual([1, 2])
  const gap = { first_number: 3, last_number: 14, restored_at: 1, reason: 'A sample' }
  await db
    .insertInto('number_gaps')
    .values({ ...gap, kind: 'invoices' })
    .execute()
  await db.updateTable('row_counts').set({ counted: 14 }).where('name', '=', 'invoices').execute()
  const fourth = await paid()
  expect(await numbers()).toEqual([1, 2, 15])
  await forget(fourth._id)
  await forget(third._id)
  await paid()
  expect(await numbers()).toEqual([1, 15])
})

// attack: invoice-numbers
test.runIf(process.env.TEST_DATABASE_URL)(
  'a number that another transaction has taken meanwhile is not given again',
  async () => {
    await using app = await createTestApp()
    const { db } = app.shop
    const customer = await app.register()
    const product = await app.addProduct({ quantity: 1000 })
    const forgotten = await app.pay(customer, await app.order(customer, product))
    const other = await app.order(customer, product)
    const invoice = await db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow()
    const paying = await db.startTransaction().execute()
    const number = await nextNumber(paying, 'invoices')
    await paying
      .insertInto('invoices')
      .values({ ...invoice, number, order_id: other._id })
      .execute()
    const forgetting = db.transaction().execute((trx) => forgetDocumentsOf(trx, [forgotten._id]))
    // It waits for the other one by then.
    await setTimeout(200)
    await paying.commit().execute()
    await forgetting
    expect(await db.transaction().execute((trx) => nextNumber(trx, 'invoices'))).toBe(number + 1)
  },
)
