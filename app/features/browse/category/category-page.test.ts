import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFirstProducts } from '#features/catalog/catalog.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { addressOf, PAGE_SIZE } from '../filters/selection.ts'
import { listMainCategories } from './category-overview.ts'
import { loadCategoryPage } from './category-page.ts'

let shop: TestShop

const thread = { key: 'thread', label: 'Thread', kind: 'text' } as const
const length = { key: 'length', label: 'Length', unit: 'mm', kind: 'number' } as const
const material = { key: 'material', label: 'Material', kind: 'text' } as const

const THREADS = ['M10', 'M5', 'M8']

/** 60 screws of 20 lengths, 3 nuts, and a category without parts. An import lists the first part as the newest. */
beforeAll(async () => {
  shop = await createTestShop()
  const part = (sku: string, category: string, attributes: Record<string, string | number>) =>
    samplePart({
      sku,
      name: `Part ${sku}`,
      category,
      attributes: { ...attributes, material: 'Steel' },
      prices: [
        { from: 100, price: 0.05 },
        { from: 1000, price: 0.04 },
      ],
      image: `/drawings/${sku}.svg`,
    })
  await addFirstProducts(shop, async () => ({
    categories: [
      { slug: 'fasteners', name: 'Fasteners', attributes: [] },
      { slug: 'screws', name: 'Screws', parent: 'fasteners', attributes: [thread, length, material] },
      { slug: 'nuts', name: 'Nuts', parent: 'fasteners', attributes: [thread, material] },
      // Every object has a property of this name.
      { slug: 'gears', name: 'Gears', attributes: [{ ...thread, key: 'constructor' }, material] },
      { slug: 'springs', name: 'Springs', attributes: [length, { ...material, key: 'constructor' }] },
    ],
    products: [
      ...Array.from({ length: 60 }, (_, index) =>
        part(`S-${index + 1}`, 'screws', { thread: THREADS[index % 3] ?? '', length: 10 + 2 * (index % 20) }),
      ),
      ...THREADS.map((size, index) => part(`N-${index + 1}`, 'nuts', { thread: size })),
      ...['A', 'B'].map((maker) => part(`G-${maker}`, 'gears', { constructor: maker })),
    ],
  }))
})
afterAll(() => shop[Symbol.asyncDispose]())

async function load(slug: string, search = '') {
  const page = await loadCategoryPage(shop, slug, new URLSearchParams(search))
  if (!page) throw new Error(`${slug} is unknown`)
  return page
}

const filterOf = async (slug: string, key: string, search = '') =>
  (await load(slug, search)).filters.find((filter) => filter.key === key)

describe('the page of a category', () => {
  test('has its parts with the values of the columns, and what is common in words', async () => {
    const { trail, count, layout, found, chosen } = await load('screws', 'thread=M5&length=12')
    expect(trail.map(({ path }) => path)).toEqual(['/parts', '/parts/fasteners', '/parts/screws'])
    expect(count).toBe('1 of 60 parts')
    expect(layout.columns.map(({ key }) => key)).toEqual(['thread', 'length'])
    expect(layout.common).toEqual(['Steel'])
    expect(found.rows.map(({ sku, values }) => [sku, values])).toEqual([['S-2', ['M5', 12]]])
    expect(chosen.map(({ label }) => label)).toEqual(['Thread', 'Length'])
  })

  test('of a category with others below it has their tiles and the columns most of them share', async () => {
    const { tiles, layout, found } = await load('fasteners')
    expect(tiles.map(({ slug, count, image }) => [slug, count, Boolean(image)])).toEqual([
      ['nuts', 3, true],
      ['screws', 60, true],
    ])
    expect([found.total, layout.columns.map(({ key }) => key)]).toEqual([63, ['thread']])
  })

  test('is undefined for an unknown category, and empty for one without parts', async () => {
    expect(await loadCategoryPage(shop, 'unknown', new URLSearchParams())).toBe(undefined)
    const { found, filters, wider } = await load('springs')
    expect([found.rows, filters, wider]).toEqual([[], [], []])
  })
})

describe('the filters of a category', () => {
  test('have texts in natural order with their counts under the other filters', async () => {
    const filter = await filterOf('screws', 'thread', 'length=10&thread=M8')
    expect(filter?.options).toEqual([
      { value: 'M5', text: 'M5', count: 1, isChosen: false },
      { value: 'M8', text: 'M8', count: 1, isChosen: true },
      { value: 'M10', text: 'M10', count: 1, isChosen: false },
    ])
    const none = await filterOf('screws', 'thread', 'length=..1')
    expect(none?.options.map(({ count }) => count)).toEqual([0, 0, 0])
  })

  test('have a range for many numbers, whatever else is chosen', async () => {
    const range = { from: '', to: '', minimum: 10, maximum: 48 }
    expect((await filterOf('screws', 'length'))?.range).toEqual(range)
    expect((await filterOf('screws', 'length', 'q=S-1'))?.range).toEqual(range)
    expect((await filterOf('screws', 'length', 'length=20..30'))?.range).toEqual({
      ...range,
      from: '20',
      to: '30',
    })
  })

  test('keep several chosen ranges as options', async () => {
    const filter = await filterOf('screws', 'length', 'length=10..12&length=40')
    expect(filter?.options.map(({ text, isChosen }) => [text, isChosen])).toEqual([
      ['10 to 12 mm', true],
      ['40 mm', true],
    ])
    expect(filter?.range).toMatchObject({ from: '', to: '' })
  })

  test('leave out an attribute with one value', async () => {
    expect(await filterOf('screws', 'material')).toBe(undefined)
    expect(await filterOf('screws', 'material', 'material=Steel')).toBeDefined()
  })

  test('that are not known are left out with a note', async () => {
    const { notes, found, selection } = await load('screws', 'foo=1&length=long&sort=toString&thread=M5')
    expect(notes).toEqual([
      'The filter “foo” is not known here and was left out.',
      '“long” is not a value of the filter Length and was left out.',
      'The table cannot be sorted by “toString”.',
    ])
    expect([found.total, addressOf(selection).search]).toEqual([20, 'thread=M5'])
  })

  test('are named once each, five at most', async () => {
    const unknown = Array.from({ length: 20 }, (_, index) => `foo${index >> 1}=${index}`)
    const { notes } = await load('screws', unknown.join('&'))
    expect(notes.map((text) => /“(.+)”/.exec(text)?.[1])).toEqual(['foo0', 'foo1', 'foo2', 'foo3', 'foo4'])
  })

  test('can be named like a member of every object', async () => {
    expect((await load('gears')).filters.map(({ key, options }) => [key, options.length])).toEqual([
      ['constructor', 2],
    ])
    const { filters, selection } = await load('gears', 'constructor=B&__proto__=B')
    expect(filters[0]?.options.filter(({ isChosen }) => isChosen).map(({ value }) => value)).toEqual(['B'])
    expect(addressOf(selection).search).toBe('constructor=B')
  })

  test('that find nothing say how many parts there are without each', async () => {
    const widerOf = async (search: string) =>
      (await load('screws', search)).wider.map(({ text, to }) => [text, to])
    expect(await widerOf('thread=M5&length=..5')).toEqual([
      ['Without Length up to 5 mm: 20 parts', '/parts/screws?thread=M5'],
    ])
    expect(await widerOf('length=10..12&thread=M99&q=part')).toEqual([
      ['Without Thread M99: 6 parts', '/parts/screws?length=10..12&q=part'],
    ])
    expect(await widerOf('thread=M5&length=..5&q=nothing')).toEqual([])
    expect(await widerOf('thread=M5')).toEqual([])
  })
})

describe('the pages of the table', () => {
  for (const search of ['', 'sort=length', 'sort=-sku']) {
    test(`have all parts once with "${search}"`, async () => {
      const first = await load('screws', search)
      const second = await load('screws', `${search}&page=2`)
      expect([first.found.rows.length, first.found.next !== undefined]).toEqual([PAGE_SIZE, true])
      expect([second.found.rows.length, second.found.next, second.found.position]).toEqual([
        10,
        undefined,
        { page: 2 },
      ])
      const skus = [...first.found.rows, ...second.found.rows].map(({ sku }) => sku)
      expect(new Set(skus).size).toBe(60)
    })

    test(`continue after the cursor with "${search}", and begin again after an invalid one`, async () => {
      const first = await load('screws', search)
      const after = await load('screws', `${search}&after=${first.found.next}`)
      expect([after.found.rows.length, after.found.next]).toEqual([10, undefined])
      for (const nonsense of ['after=x', 'after=999999', 'page=9']) {
        const { found } = await load('screws', `${search}&${nonsense}`)
        expect([found.position, found.rows]).toEqual([{ page: 1 }, first.found.rows])
      }
    })
  }

  test('are in the sequence of a column', async () => {
    const { found } = await load('screws', 'sort=thread')
    const threads = found.rows.map(({ values }) => values[0])
    expect([threads[0], threads[20], threads[40]]).toEqual(['M5', 'M8', 'M10'])
    const descending = await load('screws', 'sort=-length&thread=M8')
    expect(descending.found.rows[0]?.values).toEqual(['M8', 48])
  })
})

test('the overview has the main categories with those below them that have parts', async () => {
  const mainCategories = await listMainCategories(shop.db)
  expect(
    mainCategories.map(({ slug, count, tiles }) => [slug, count, tiles.map((tile) => tile.slug)]),
  ).toEqual([
    ['fasteners', 63, ['nuts', 'screws']],
    ['gears', 2, []],
  ])
  expect(mainCategories[0]?.tiles.map(({ image }) => image)).toEqual([
    '/drawings/N-1.svg',
    '/drawings/S-1.svg',
  ])
})
