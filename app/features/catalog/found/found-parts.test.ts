import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '#demo/seed.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { fillCatalogue } from '../../../../scripts/bench/fill-in-bulk.ts'
import { type FoundParts, listOfCategory, listProducts, readFound } from '../catalog.ts'
import type { Product } from '../schema.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  await seedDemo(app.shop)
})
afterAll(() => app[Symbol.asyncDispose]())

async function find(q: string, attributes: Record<string, string[]> = {}): Promise<FoundParts> {
  const found = await readFound(app.shop.db, { q, attributes })
  if (!found) throw new Error(`Nothing is found for ${q}.`)
  return found
}

const ALL = { skip: 0, limit: 100 }

/** All parts that the list finds, to count them one by one. */
const listed = async (q: string) => (await listProducts(app.shop.db, { q, limit: '100' })).rows

const valueWith = ({ category, attributes }: Product, key: string) =>
  key === 'category' ? category : attributes.find((each) => each.key === key)?.value

const countsOf = (found: FoundParts, key: string) =>
  new Map(found.counted.find((each) => each.key === key)?.values.map(({ value, count }) => [value, count]))

describe('what a search finds', () => {
  test.each(['m8', 'steel', 'DIN933', 'washers', 'HX-933-M8-40'])(
    '"%s": the parts, their sequence, and the counts of each filter are those of the list',
    async (q) => {
      const rows = await listed(q)
      const found = await find(q)
      expect([found.total, found.whole, found.corrected]).toEqual([
        rows.length,
        { total: rows.length },
        undefined,
      ])
      expect(await found.list(undefined, ALL)).toEqual(rows)
      for (const { key, values } of found.counted) {
        const withIt = rows.filter((row) => valueWith(row, key) !== undefined)
        expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(withIt.length)
        for (const { value, count } of values)
          expect(rows.filter((row) => valueWith(row, key) === value)).toHaveLength(count)
      }
      expect(found.facets.map(({ key }) => key)).toEqual(['category', ...found.shared.map(({ key }) => key)])
      for (const { key } of found.shared)
        expect(rows.filter((row) => valueWith(row, key) !== undefined).length * 2).toBeGreaterThan(
          rows.length,
        )
    },
  )

  test('is filtered by category and attributes; each filter is counted under the others', async () => {
    const rows = await listed('steel')
    const of = (category: string) => rows.filter((row) => row.category === category)
    const found = await find('steel', { category: ['hexagon-screws', 'nuts'], thread: ['M8', 'M12'] })
    const both = [...of('hexagon-screws'), ...of('nuts')]
    const chosen = both.filter((row) => ['M8', 'M12'].includes(String(valueWith(row, 'thread'))))
    expect(chosen.length).toBeGreaterThan(2)
    expect(chosen.length).toBeLessThan(both.length)
    expect([found.total, found.inCategories, found.whole.total]).toEqual([
      chosen.length,
      both.length,
      rows.length,
    ])
    const skus = (some: readonly Product[]) => some.map(({ sku }) => sku).sort()
    expect(skus(await found.list(undefined, ALL))).toEqual(skus(chosen))
    const m8 = both.filter((row) => valueWith(row, 'thread') === 'M8')
    expect(countsOf(found, 'thread').get('M8')).toBe(m8.length)
    const anyThread = rows.filter((row) => ['M8', 'M12'].includes(String(valueWith(row, 'thread'))))
    for (const [slug, count] of countsOf(found, 'category'))
      expect(anyThread.filter(({ category }) => category === slug)).toHaveLength(count)
    expect((await found.countWith(found.values.slice(0, 1))).total).toBe(both.length)
  })

  test('is sorted by a column, parts without a value last', async () => {
    const found = await find('steel')
    const lengths = (await found.list({ column: 'length', isDescending: true }, ALL)).map((row) =>
      valueWith(row, 'length'),
    )
    const known = lengths.filter((value) => value !== undefined).map(Number)
    expect(lengths.slice(0, known.length)).toEqual(known)
    expect(known).toEqual(known.toSorted((a, b) => b - a))
  })

  test('leaves out what it cannot read, and names it', async () => {
    const { attributes, ignored, total } = await find('m8', {
      category: ['nowhere'],
      length: ['long'],
      colour: ['red'],
    })
    expect([attributes, total]).toEqual([{}, (await listed('m8')).length])
    expect(ignored).toEqual([
      { name: 'category', value: 'nowhere' },
      { name: 'length', value: 'long' },
      { name: 'colour', value: 'red' },
    ])
  })

  // attack: search-load
  test('takes at most 50 categories and 50 values of an address', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `M${index}`)
    const { attributes } = await find('m8', { category: many, thread: many })
    expect(attributes.thread).toHaveLength(50)
  })

  test.each([
    ['hexagn screw', 'hexagon screw'],
    ['m8 wahser', 'm8 washer'],
  ])('"%s" is read as "%s"', async (q, corrected) => {
    expect((await find(q)).corrected).toBe(corrected)
  })

  test.each(['', ' ', 'nothing-has-this-name'])('%j finds nothing', async (q) => {
    expect(await readFound(app.shop.db, { q, attributes: {} })).toBe(undefined)
  })
})

describe('of more parts than are counted', () => {
  let shop: TestShop
  const q = 'machines'

  beforeAll(async () => {
    shop = await createTestShop()
    await fillCatalogue(shop.db, 8000)
  })
  afterAll(() => shop[Symbol.asyncDispose]())

  const findMany = async (attributes: Record<string, string[]> = {}) => {
    const found = await readFound(shop.db, { q, attributes })
    if (!found) throw new Error('Nothing is found.')
    return found
  }

  test('the newest say which filters there are, without counts, and the database filters all', async () => {
    const found = await findMany({ thread: ['M8'] })
    expect(found).toMatchObject({ whole: { total: 1000, isTotalCut: true }, total: undefined, counted: [] })
    expect(found.inCategories).toBe(undefined)
    expect(found.facets.find(({ key }) => key === 'thread')?.values.length).toBeGreaterThan(3)
    const { rows } = await listOfCategory(shop.db, found.filter, { limit: '100' })
    expect(rows).toHaveLength(100)
    expect(new Set(rows.map((row) => valueWith(row, 'thread')))).toEqual(new Set(['M8']))
  })

  test('those of one category are all read, counted and sorted', async () => {
    const [slug] = (await findMany()).facets[0]?.values ?? []
    const category = String(slug?.value)
    const found = await findMany({ category: [category] })
    const { total } = await listProducts(shop.db, { category, limit: '1' })
    expect([found.total, found.inCategories]).toEqual([total, total])
    expect(found.counted.map(({ key }) => key)).toContain('thread')
    expect(found.counted.map(({ key }) => key)).not.toContain('category')
    const sorted = await found.list({ column: 'length', isDescending: false }, ALL)
    const lengths = sorted.map((row) => Number(valueWith(row, 'length')))
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    expect((await found.countWith([])).isTotalCut).toBe(true)
  })
})
