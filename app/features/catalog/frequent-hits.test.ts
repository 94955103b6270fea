import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillInBulk, fillProducts } from '../../../scripts/bench/fill.ts'
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts'
import { listProducts, suggest } from './catalog.ts'
import type { ProductRow } from './product-rows.ts'
import { searchColumns } from './search-terms.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  await fillInBulk(shop.database, ['products'], (trx) => fillProducts(trx, shop.kind, 12_400))
})
afterAll(() => shop[Symbol.asyncDispose]())

test('the products of the bench have the columns that the shop writes', async () => {
  const rows = await shop.db.selectFrom('products').selectAll().where('listing_sequence', '<=', 800).execute()
  const wordsIn = (text: string) => new Set(text.split(' '))
  for (const row of rows) {
    const { search_words, ...columns } = searchColumns(row)
    expect(row).toMatchObject(columns)
    expect(wordsIn(row.search_words)).toEqual(wordsIn(search_words))
  }
})

/** Makes hits of every kind: by part number, with a whole word, and with a part of a word. */
async function mixKinds(): Promise<void> {
  await sql`update products set search_words = replace(search_words, ' screw ', ' ') where listing_sequence % 3 = 0 and search_text like '%screw%'`.execute(
    shop.db,
  )
  await sql`update products set sku_search = 'screws' || listing_sequence % 7
    where listing_sequence % 50 = 0 and search_text like '%screw%'`.execute(shop.db)
}

// With the least number of hits. More than 1,000 are not all ranked.
describe('hits of every kind', () => {
  beforeAll(mixKinds)
  test.each([
    ['screws', 1550],
    ['crew', 1550],
    ['washer', 620],
  ])('every page of "%s" lists the next hits, each hit once', { timeout: 120_000 }, async (q, least) => {
    const all = await shop.db.selectFrom('products').selectAll().execute()
    const part = q === 'screws' ? 'screw' : q
    const tierOf = (row: ProductRow) => {
      if (row.sku_search.startsWith(q)) return 0
      return row.search_words.includes(` ${part} `) ? 1 : 2
    }
    const hits = all
      .filter((row) => row.search_text.includes(part))
      .sort(
        (a, b) =>
          tierOf(a) - tierOf(b) ||
          (tierOf(a) === 0 && a.sku_search !== b.sku_search ? (a.sku_search < b.sku_search ? -1 : 1) : 0) ||
          b.listing_sequence - a.listing_sequence,
      )
      .map(({ id }) => id)
    expect(hits.length).toBeGreaterThanOrEqual(least)
    const ids: string[] = []
    let after: string | undefined
    do {
      const page = await listProducts(shop, { q, limit: '100', after })
      expect([page.total, page.isTotalCut]).toEqual(
        hits.length > 1000 ? [1000, true] : [hits.length, undefined],
      )
      ids.push(...page.rows.map(({ _id }) => _id))
      after = page.next
    } while (after && ids.length < 2500)
    expect(ids).toEqual(hits.slice(0, ids.length))
    expect(ids.length).toBe(Math.min(hits.length, 2500))
    const fourth = await listProducts(shop, { q, limit: '12', skip: 36 })
    expect(fourth.rows.map(({ _id }) => _id)).toEqual(hits.slice(36, 48))
    const { parts } = await suggest(shop, q)
    expect(parts.map(({ sku }) => sku)).toEqual(
      hits.slice(0, 8).map((id) => all.find((row) => row.id === id)?.sku),
    )
  })
})
