import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listProducts, publishProduct } from '#features/catalog/catalog.ts'
import { runStatements } from '#kit/db/migrate.ts'
import { createTestShop } from '../tests/support/test-shop.ts'
import { productSearch } from './0007-product-search.ts'
import { searchFromTheNewest } from './0010-search-from-the-newest.ts'
import { fourLettersInARow } from './0014-four-letters-in-a-row.ts'
import { newestFirst } from './0015-newest-first.ts'
import { twelveLettersInARow } from './0016-twelve-letters-in-a-row.ts'
import { areasOfPlaces } from './0017-areas-of-places.ts'

const UNDO = {
  sqlite: [
    'drop trigger products_published',
    'drop trigger products_archived',
    'drop trigger products_rewritten',
    'drop view product_grams',
    'drop table product_search',
  ],
  postgres: [
    'drop index products_search',
    'drop function product_grams',
    'drop trigger products_published on products',
    'drop trigger products_archived on products',
    'drop function products_published()',
    'drop function products_archived()',
  ],
}

const UNDO_BOTH = [
  'drop table row_counts',
  'drop index products_newest',
  'alter table products drop column place',
  'create index products_newest on products (created_at desc, id desc) where archived_at is null',
]

test('a shop with products gets them indexed, counted and put in their order', async () => {
  await using shop = await createTestShop()
  await shop.db.transaction().execute(async (trx) => {
    await runStatements(trx, [...UNDO[shop.kind], ...UNDO_BOTH])
    for (const [name, createdAt, archivedAt] of [
      ['Third', 3, null],
      ['First', 1, null],
      ['Gone', 4, 5],
      ['Second', 2, null],
    ] as const) {
      await sql`insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description,
          image, created_at, archived_at)
        values (${name}, ${name}, ${name}, ${name}, ${name}, ${`${name.toLowerCase()} washer`}, 1, 1, '', '',
          ${createdAt}, cast(${archivedAt} as bigint))`.execute(trx)
    }
    await productSearch.up(trx, shop.kind)
    await searchFromTheNewest.up(trx, shop.kind)
    await fourLettersInARow.up(trx, shop.kind)
    await newestFirst.up(trx, shop.kind)
    await twelveLettersInARow.up(trx, shop.kind)
    await areasOfPlaces.up(trx, shop.kind)
  })
  const listed = async (q?: string) => {
    const { rows, total } = await listProducts(shop, { q })
    return [total, ...rows.map(({ name }) => name)]
  }
  expect(await listed()).toEqual([3, 'Third', 'Second', 'First'])
  expect(await listed('washer')).toEqual([3, 'Third', 'Second', 'First'])
  expect(await listed('irs')).toEqual([1, 'First'])
  const fourth = { name: 'Fourth washer', price: 1, quantity: 1, description: 'New.', image: '/a.svg' }
  await publishProduct(shop, fourth)
  expect(await listed('washer')).toEqual([4, 'Fourth washer', 'Third', 'Second', 'First'])
})
