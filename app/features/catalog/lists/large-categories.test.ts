import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { CATEGORIES } from '../../../../scripts/bench/fill.ts'
import { fillCatalogue } from '../../../../scripts/bench/fill-in-bulk.ts'
import { countInCategory, listProducts } from '../catalog.ts'
import { type AttributeFilter, readCategoryFilter } from '../categories/category-filter.ts'
import { attributeRows } from '../products/attributes.ts'
import type { ProductRow } from '../products/product-rows.ts'
import { type ProductSort, productSorts } from '../schema.ts'

let shop: TestShop
let products: ProductRow[]

/**
 * 150 products for each of 40 kinds. `some` has 1,050 products, more than are counted, in 43 categories, which are read
 * separately; `all` has 5,850 in 236, which are read together.
 */
beforeAll(async () => {
  shop = await createTestShop()
  await fillCatalogue(shop.db, 6000)
  await putBelow('some', KINDS.slice(0, 7))
  await putBelow('all', ['some', ...KINDS.slice(7, 39)])
  products = await shop.db.selectFrom('products').selectAll().execute()
})
afterAll(() => shop[Symbol.asyncDispose]())

const KINDS = CATEGORIES.filter(({ parent }) => parent === null).map(({ slug }) => slug)

async function putBelow(parent: string, slugs: readonly string[]): Promise<void> {
  await shop.db.insertInto('categories').values({ slug: parent, name: parent, parent: null }).execute()
  await shop.db.updateTable('categories').set({ parent }).where('slug', 'in', slugs).execute()
}

const isWithin = (row: ProductRow, category: string): boolean => {
  const kind = KINDS.indexOf(row.category?.split('-')[0] ?? '')
  return kind < ({ some: 7, all: 39 }[category] ?? 0)
}

const ORDERS = {
  newest: ['listing_sequence', -1],
  name: ['name_key', 1],
  price: ['price_e4', 1],
  '-price': ['price_e4', -1],
} as const satisfies Record<ProductSort, [keyof ProductRow, 1 | -1]>

function expectedIds(isHit: (row: ProductRow) => boolean, category: string, sort: ProductSort): string[] {
  const [column, sign] = ORDERS[sort]
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
  return products
    .filter((row) => isWithin(row, category) && isHit(row))
    .sort((a, b) => sign * (compare(a[column], b[column]) || compare(a.id, b.id)))
    .map(({ id }) => id)
}

interface Question {
  readonly attributes?: AttributeFilter
  readonly q?: string
  readonly isHit: (row: ProductRow) => boolean
}

const valuesOf = ({ attributes }: ProductRow) => JSON.parse(attributes) as { thread: string; length: number }

const QUESTIONS: Readonly<Record<string, Question>> = {
  'without a filter': { isHit: () => true },
  'with a frequent and a rare attribute': {
    attributes: { thread: ['M8', 'M10'], series: ['3..5'] },
    isHit: (row) => /"thread":"M(8|10)"/.test(row.attributes) && /"series":[345],/.test(row.attributes),
  },
  'with frequent attributes': {
    attributes: { package: ['Package 0', 'Package 1', 'Package 2'], length: ['..10'] },
    isHit: (row) => valuesOf(row).length <= 10,
  },
  'with a frequent word': { q: 'mm', isHit: () => true },
  'with a rare word and an attribute': {
    q: 'brass',
    attributes: { thread: ['M8'] },
    isHit: (row) => row.search_text.includes('brass') && valuesOf(row).thread === 'M8',
  },
  'with a word that is nowhere': { q: 'qx', isHit: () => false },
}

describe.each(['some', 'all'])('the products of the category "%s"', (category) => {
  test.each(Object.entries(QUESTIONS))(
    '%s: every page, in every sort order',
    async (_, { isHit, ...query }) => {
      for (const sort of productSorts) {
        const expected = expectedIds(isHit, category, sort)
        const ids: string[] = []
        let after: string | undefined
        do {
          const page = await listProducts(shop.db, { ...query, category, sort, limit: '100', after })
          expect([page.total, page.isTotalCut]).toEqual([
            Math.min(1000, expected.length),
            expected.length > 1000 ? true : undefined,
          ])
          ids.push(...page.rows.map(({ _id }) => _id))
          after = page.next
        } while (after !== undefined && ids.length < 500)
        expect(ids, sort).toEqual(expected.slice(0, ids.length))
        expect(ids.length).toBe(Math.min(500, expected.length))
        const fourth = await listProducts(shop.db, { ...query, category, sort, limit: '12', skip: 36 })
        expect(fourth.rows.map(({ _id }) => _id)).toEqual(expected.slice(36, 48))
        const { total, isTotalCut } = fourth
        const filter = await readCategoryFilter(shop.db, { ...query, category })
        expect(await countInCategory(shop.db, filter)).toEqual({ total, isTotalCut })
      }
    },
  )
})

test('a product is found by as many values as a filter can have, each of another attribute; one more is refused', async () => {
  const attributes = Array.from({ length: 50 }, (_, n) => ({
    key: `k${n}`,
    label: 'K',
    kind: 'number' as const,
  }))
  await shop.db.insertInto('category_attributes').values(attributeRows('hx', { attributes })).execute()
  const product_id = products[0]?.id ?? ''
  const facets = attributes.map(({ key }) => ({ product_id, category: 'hx', key, number_value: 1 }))
  await shop.db.insertInto('product_facets').values(facets).execute()
  const asked = Object.fromEntries(attributes.map(({ key }) => [key, ['1']]))
  const find = (filter: AttributeFilter) => listProducts(shop.db, { category: 'some', attributes: filter })
  expect((await find(asked)).rows.map(({ _id }) => _id)).toEqual([product_id])
  expect((await find({ ...asked, k49: ['2'] })).rows).toEqual([])
  await expect(find({ ...asked, k49: ['1', '2'] })).rejects.toMatchObject({ status: 422 })
})
