import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { fillProducts } from '../../../../scripts/bench/fill.ts'
import { listProducts, nearestParts, suggest } from '../catalog.ts'
import { toRow } from '../products/product-rows.ts'
import { searchColumns } from './search-terms.ts'

let shop: TestShop

beforeEach(async () => {
  shop = await createTestShop()
})
afterEach(() => shop[Symbol.asyncDispose]())

test('the products of the bench have the columns that the shop writes', async () => {
  await fillProducts(shop.db, 400)
  const rows = await shop.db.selectFrom('products').selectAll().execute()
  expect(rows).toHaveLength(400)
  const wordsIn = (text: string) => new Set(text.split(' '))
  for (const row of rows) {
    const { search_words, ...columns } = searchColumns(row)
    expect(row).toMatchObject(columns)
    expect(wordsIn(row.search_words)).toEqual(wordsIn(search_words))
  }
})

/** What the products are, by their number modulo 10, and the tiers of these in a search for "gizmos". */
const KINDS = [
  { name: 'Gizmo', sku: 'A', tier: 2 },
  { name: 'Large gizmos', sku: 'B', tier: 2 },
  { name: 'Megagizmo', sku: 'C', tier: 3 },
  { name: 'Cover', sku: 'D', description: 'For gizmos.', tier: 4 },
  { name: 'Gizmo of sorts', sku: 'GIZMOS', tier: 1 },
  { name: 'Gizmo', sku: 'E', tier: 2 },
  { name: 'Megagizmo', sku: 'F', tier: 3 },
  { name: 'Gizmo cover', sku: 'G', tier: 2 },
  { name: 'Cover', sku: 'H', description: 'For gizmos.', tier: 4 },
  { name: 'Something else', sku: 'I' },
] as const

/** Publishes products, the last one first in the list. Returns the tier and the part number of each. */
async function publish(count: number) {
  const products = Array.from({ length: count }, (_, number) => {
    const kind = KINDS[number % KINDS.length] ?? KINDS[0]
    const { name, sku, description = 'A part.' } = { description: undefined, ...kind }
    return { name: `${name} ${number}`, sku: `${sku}-${number % 70}-${number}`, description, kind, number }
  })
  const rows = products.map(({ name, sku, description, number }) => ({
    ...toRow(samplePart({ name, sku, description })),
    id: `part-${number}`,
    created_at: number,
    updated_at: number,
  }))
  for (let start = 0; start < count; start += 500)
    await shop.db
      .insertInto('products')
      .values(rows.slice(start, start + 500).map((row) => ({ ...row, archived_at: null })))
      .execute()
  return products
}

// 900 hits are all ranked; of 1,350 the whole words come first, then all others.
test.each([
  [1000, 900],
  [1500, 1350],
])('every page of a search among %i products lists the next hits, each hit once', async (count, hits) => {
  const products = await publish(count)
  const isRanked = hits <= 1000
  const ranked = products.flatMap(({ kind, sku, number }) =>
    'tier' in kind ? [{ tier: isRanked ? kind.tier : Math.min(kind.tier, 3), sku, number }] : [],
  )
  const keyOf = (sku: string) => sku.toLowerCase().replaceAll('-', '')
  ranked.sort(
    (a, b) =>
      a.tier - b.tier || (a.tier === 1 ? (keyOf(a.sku) < keyOf(b.sku) ? -1 : 1) : b.number - a.number),
  )
  const expected = ranked.map(({ sku }) => sku)
  expect(expected).toHaveLength(hits)
  const found: string[] = []
  let after: string | undefined
  do {
    const page = await listProducts(shop.db, { q: 'gizmos', limit: '70', after })
    expect([page.total, page.isTotalCut]).toEqual(isRanked ? [hits, undefined] : [1000, true])
    found.push(...page.rows.map(({ sku }) => sku))
    after = page.next
  } while (after)
  expect(found).toEqual(expected)
  for (const skip of [36, 140, 800]) {
    const page = await listProducts(shop.db, { q: 'gizmos', limit: '12', skip })
    expect(
      page.rows.map(({ sku }) => sku),
      `${skip}`,
    ).toEqual(expected.slice(skip, skip + 12))
  }
  const { parts } = await suggest(shop.db, 'gizmos')
  expect(parts.map(({ sku }) => sku)).toEqual(expected.slice(0, 8))
})

// On PostgreSQL the newest 512 are read before the index.
test('the nearest part is found by its other pieces, whether it is among the newest or not', async () => {
  await publish(1500)
  for (const number of [115, 1185]) {
    const others = `${number % 70}-${number}`
    const [first] = await nearestParts(shop.db, `B-${others}`)
    expect(first?.sku).toBe(`E-${others}`)
  }
})
