import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFirstProducts } from '#features/catalog/catalog.ts'
import { newId } from '#kit/id.ts'
import { collectShown } from '#kit/public-cache/shown.ts'
import { manyScrews, SCREWS, screwCategories } from '#tests/support/many-screws.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { loadCategoryPage } from '../category/category-page.ts'
import type { PartsGrid } from './parts-grid.ts'

let shop: TestShop

const SIZES = [
  { key: 'diameter', label: 'Diameter', kind: 'number', unit: 'mm' },
  { key: 'length', label: 'Length', kind: 'number', unit: 'mm' },
] as const

/** The screws, one of another material, a pin without a length and 1,001 with one, and a category whose parts have the same sizes. */
beforeAll(async () => {
  shop = await createTestShop()
  const rods = Array.from({ length: 72 }, (_, at) =>
    samplePart({ category: 'rods', attributes: { diameter: 2 + (at % 4), length: 10 * (1 + (at % 6)) } }),
  )
  const titanium = samplePart({
    sku: 'HX-TI-M8-40',
    category: SCREWS,
    attributes: { thread: 'M8', length: 40, material: 'Titanium', finish: 'Plain' },
  })
  const products = [
    ...manyScrews(),
    titanium,
    ...rods,
    samplePart({ category: 'pins', attributes: { diameter: 1 } }),
  ]
  await addFirstProducts(shop, async () => ({
    categories: [
      ...screwCategories.map(({ attributes, ...category }) => ({ ...category, attributes: [...attributes] })),
      { slug: 'pins', name: 'Pins', attributes: [...SIZES] },
      { slug: 'rods', name: 'Rods', attributes: [...SIZES] },
    ],
    products: products.map((product, at) => ({ ...product, sku: product.sku ?? `P-${at}` })),
  }))
  await addPins(1001)
})

async function addPins(count: number): Promise<void> {
  const { listing_sequence: _, ...one } = await shop.db
    .selectFrom('products')
    .selectAll()
    .where('category', '=', 'pins')
    .executeTakeFirstOrThrow()
  const pins = Array.from({ length: count }, (_, at) => ({
    id: newId(),
    name: `pin ${at}`,
    sizes: { diameter: 1 + (at % 30), length: 10 + Math.floor(at / 30) },
  }))
  for (let at = 0; at < count; at += ROWS_A_STATEMENT) {
    const some = pins.slice(at, at + ROWS_A_STATEMENT)
    const rows = some.map(({ id, name, sizes }) => ({
      ...one,
      id,
      sku: name,
      sku_key: name,
      name,
      name_key: name,
      attributes: JSON.stringify(sizes),
    }))
    const facets = some.flatMap(({ id: product_id, sizes }) =>
      Object.entries(sizes).map(([key, number_value]) => ({
        product_id,
        category: 'pins',
        key,
        number_value,
      })),
    )
    await shop.db.insertInto('products').values(rows).execute()
    await shop.db.insertInto('product_facets').values(facets).execute()
  }
}

const ROWS_A_STATEMENT = 200

afterAll(() => shop[Symbol.asyncDispose]())

async function load(slug: string, search = '') {
  const page = await loadCategoryPage(shop, slug, new URLSearchParams(search))
  if (!page) throw new Error(`${slug} is unknown`)
  return page
}

const viewOf = async (slug: string, search = '') => {
  const { shownAs, found } = await load(slug, search)
  return [shownAs.grid ? 'grid' : 'table', shownAs.isOffered, found.rows.length]
}

const cellsOf = ({ sections }: PartsGrid) =>
  sections.flatMap(({ tables }) =>
    tables.flatMap(({ rows, columns }) =>
      rows.flatMap(({ value, cells }) =>
        cells.map((cell, at) => ({ row: value, column: columns[at], cell })),
      ),
    ),
  )

describe('the grid of a category', () => {
  test('lists a part that has nothing to share a section with by itself', async () => {
    const { grid } = (await load(SCREWS)).shownAs
    const cell = { sku: 'HX-TI-M8-40', price: 0.0425, quantity: 1000 }
    expect(grid?.others).toEqual([{ title: 'Titanium, Plain', sizes: 'M8 × 40', cell }])
  })

  test('has each part once, in the cell of its sizes, by what it is made of', async () => {
    const { grid } = (await load(SCREWS)).shownAs
    if (!grid) throw new Error('There is no grid.')
    expect(grid.sections.map(({ rows, columns }) => [rows.key, columns.key])).toEqual(
      Array.from({ length: 4 }, () => ['length', 'thread']),
    )
    expect(grid.without).toBe(0)
    const all = manyScrews()
    expect(grid.sections.map(({ title, count }) => [title, count])).toEqual(
      [
        ['Steel 8.8, Zinc plated', '88'],
        ['Steel 10.9, Plain', '109'],
        ['Stainless steel A2-70, Plain', 'A2'],
        ['Brass, Plain', 'MS'],
      ].map(([title, code]) => [title, all.filter(({ sku }) => sku?.startsWith(`HX-${code}-`)).length]),
    )
    const shown = cellsOf(grid).flatMap(({ row, column, cell }) =>
      cell && 'sku' in cell ? [{ row, column, cell }] : [],
    )
    expect(shown.map(({ cell }) => cell.sku).sort()).toEqual(all.map(({ sku }) => sku).sort())
    for (const { row, column, cell } of shown)
      expect(cell.sku.endsWith(`-${column}-${row}`), cell.sku).toBe(true)
  })

  test('says price and stock, in sequence of size', async () => {
    const { grid } = (await load(SCREWS)).shownAs
    const cells = grid ? cellsOf(grid) : []
    const find = (sku: string) => cells.find(({ cell }) => cell && 'sku' in cell && cell.sku === sku)?.cell
    const { price } = manyScrews().find(({ sku }) => sku === 'HX-88-M8-40') ?? {}
    expect(find('HX-88-M8-40')).toEqual({ sku: 'HX-88-M8-40', price, quantity: 320, stock: 'low' })
    expect(find('HX-88-M8-45')).toMatchObject({ quantity: 0, stock: 'none' })
    expect(find('HX-88-M8-50')).not.toHaveProperty('stock')
    const [first] = grid?.sections ?? []
    const lengths = first?.tables.flatMap(({ rows }) => rows.map(({ value }) => Number(value))) ?? []
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    expect(first?.tables[1]?.columns).toEqual([
      'M3',
      'M4',
      'M5',
      'M6',
      'M8',
      'M10',
      'M12',
      'M16',
      'M20',
      'M24',
    ])
  })

  test('is what many parts are shown as, unless the address asks for the table', async () => {
    expect(await viewOf(SCREWS)).toEqual(['grid', true, 0])
    expect(await viewOf(SCREWS, 'material=Steel')).toEqual(['grid', true, 0])
    for (const search of ['view=table', 'sort=price', 'page=2', 'view=grid&sort=price'])
      expect([search, ...(await viewOf(SCREWS, search))]).toEqual([search, 'table', true, 50])
  })

  test('of few parts is shown to those who chose it, a single thread too', async () => {
    expect(await viewOf(SCREWS, 'thread=M8')).toEqual(['table', true, 50])
    expect(await viewOf(SCREWS, 'thread=M8&view=grid')).toEqual(['grid', true, 0])
    expect(await viewOf(SCREWS, 'thread=M8&length=40&view=grid')).toEqual(['table', false, 4])
    const { shownAs } = await load(SCREWS, 'thread=M8&length=40&view=grid')
    expect(shownAs.note).toBe('These parts are shown as a table: no two sizes tell them apart.')
    expect((await load(SCREWS, 'thread=M99&view=grid')).shownAs.note).toBe(undefined)
  })

  test('has 1,000 parts at most: more are a table, which says so', async () => {
    const note = 'Filters that leave 1,000 parts or fewer show them as a grid by size too.'
    expect(await viewOf('pins')).toEqual(['table', false, 50])
    expect((await load('pins')).shownAs.note).toBe(note)
    expect((await load('pins', 'view=grid')).shownAs.note).toBe(note)
    expect((await load('pins', 'sort=price')).shownAs.note).toBe(undefined)
    const { grid } = (await load('pins', 'diameter=1..20')).shownAs
    expect([grid?.without, grid?.sections.length]).toEqual([1, 1])
  })

  test('is none where parts have the same sizes, nor in a category of others', async () => {
    expect(await viewOf('rods')).toEqual(['table', false, 50])
    expect((await load('rods', 'view=grid')).shownAs.note).toBe(
      'These parts are shown as a table: no two sizes tell them apart.',
    )
    expect(await viewOf('fasteners')).toEqual(['table', false, 50])
  })
})

test('a table offers the grid without looking whether sizes span the parts', async () => {
  for (const search of ['view=table', 'sort=price', 'page=2'])
    expect([search, ...(await viewOf('rods', search))]).toEqual([
      search,
      'table',
      true,
      search === 'page=2' ? 22 : 50,
    ])
  const { shownAs } = await load('rods', 'view=grid')
  expect(shownAs).toEqual({
    isOffered: false,
    note: 'These parts are shown as a table: no two sizes tell them apart.',
  })
})

test('only a grid is rendered again for each stock that changes, whatever its parts', async () => {
  const tagsOf = async (search: string) => (await collectShown(() => load(SCREWS, search))).tags
  expect(await tagsOf('')).toEqual(expect.arrayContaining(['stock', 'catalogue', `category-${SCREWS}`]))
  expect((await tagsOf('')).length).toBeLessThan(10)
  expect(await tagsOf('view=table')).not.toContain('stock')
})
