import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSalesShop } from '#tests/support/sales-shop.ts'

type Shop = Awaited<ReturnType<typeof createSalesShop>>
type Line = readonly [order: string, position: number]

const ofOneOrder = async (shop: Shop): Promise<Line[]> => {
  const order = await shop.sell([
    [0, 100],
    [1, 100],
  ])
  return [
    [order, 1],
    [order, 0],
  ]
}

const ofTwoOrders = async (shop: Shop): Promise<Line[]> => [
  [await shop.sell([[1, 100]]), 0],
  [await shop.sell([[0, 100]]), 0],
]

// SQLite has one writer at a time.
test.runIf(process.env.TEST_DATABASE_URL).each([
  ['of one restocked order', ofOneOrder],
  ['of two restocked orders', ofTwoOrders],
])('shipments %s that are cancelled and a payment wait for each other', async (_, sell) => {
  await using shop = await createSalesShop([0.05, 0.06])
  const { db } = shop.shop
  const as = await shop.registerAdmin()
  const lines = await sell(shop)
  for (const [order, position] of lines) {
    const body = { lines: [{ position, quantity: 50 }] }
    expect((await shop.call('POST', `/api/order/${order}/shipments`, { as, body })).status).toBe(201)
  }
  await db.updateTable('orders').set({ restocked_at: shop.shop.now() }).execute()
  const cancelShipments = () => {
    const body = { ids: lines.map(([order]) => order), status: 'pending' }
    return shop.call('PUT', '/api/orders', { as, body })
  }
  const taken = await db.transaction().execute(async (trx) => {
    // As a payment of both products locks them.
    const lock = (index: number) =>
      sql`update sold_products set quantity = quantity where product_id = ${shop.products[index]?._id}`.execute(
        trx,
      )
    await lock(0)
    const answer = cancelShipments()
    await pause(200)
    await lock(1)
    return { answer }
  })
  expect((await taken.answer).body).toMatchObject({ refused: [] })
})
