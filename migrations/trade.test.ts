import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seedDemo } from '#demo/seed.ts'
import { listProducts } from '#features/catalog/catalog.ts'
import { migrate } from '#kit/db/migrate.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from './list.ts'

test('a shop of the first release is brought up to date with its products and orders', async () => {
  await using shop = await createTestShop({}, migrations.slice(0, 7))
  const { db } = shop
  const user = sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('user-1', 'Sample Customer', 'sample@example.com', false, '2026-01-01', '2026-01-01')`
  await user.execute(db)
  for (const number of [1, 2, 3]) {
    await sql`insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description, image,
        created_at, archived_at)
      values (${`product-${number}`}, ${`SKU-${number}`}, ${`sku-${number}`}, ${`Part ${number}`}, ${`part ${number}`},
        ${`part ${number}\nsku-${number}\na part`}, ${400 + number}, 1000, 'A part', '/part.svg', 1000,
        ${number === 3 ? 2000 : null})`.execute(db)
    await sql`insert into orders (id, user_id, name, email, phone, address, search_text, total_cents, currency, created_at,
        hold_until)
      values (${`order-${number}`}, 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 425, 'usd',
        1000, 2000)`.execute(db)
  }
  await migrate(shop.database, migrations)
  const products = (await listProducts(shop.db, { sort: 'name' })).rows
  expect(products).toMatchObject([
    {
      name: 'Part 1',
      price: 0.0401,
      prices: [{ from: 100, price: 0.0401 }],
      minimum: 100,
      step: 1,
      revision: 1,
    },
    { name: 'Part 2', attributes: [], updatedAt: '1970-01-01T00:00:01.000Z' },
  ])
  const customs = { weight: undefined, leadDays: undefined, origin: undefined, customsCode: undefined }
  for (const product of products) expect(product).toMatchObject(customs)
  await seedDemo(shop)
  expect((await listProducts(shop.db, { sort: 'name' })).rows).toEqual(products)
  const orders = await db.selectFrom('orders').select(['number', 'search_text']).execute()
  expect(new Set(orders.map(({ number }) => number)).size).toBe(3)
  for (const { number, search_text } of orders) {
    expect(number).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    expect(search_text).toBe(`part\n${number.toLowerCase()}`)
  }
})
