import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { fillCatalogue, fillInBulk } from '../../../../scripts/bench/fill-in-bulk.ts'
import { listProducts } from '../catalog.ts'
import { archiveProduct, createProduct } from '../products/change-products.ts'
import { productSorts } from '../schema.ts'

const ADMIN = { id: 'admin', email: 'admin@example.com' }

let shop: TestShop

const publish = (name: string, more: { sku?: string; description?: string } = {}) =>
  createProduct(shop, ADMIN, samplePart({ name, description: 'A part.', ...more }))

async function found(q: string): Promise<string[]> {
  const { rows, total } = await listProducts(shop.db, { q })
  expect(total, q).toBe(rows.length)
  return rows.map(({ name }) => name).sort()
}

const NAMES = [
  'Hexagon nut M8 × 1.25',
  'Hexagon screw M8×40 50%',
  'Washer "wide" under_score',
  'Scheibe größe Ø12 ÄÖÜ',
  'NOT AND OR NEAR(2) rust*',
  "Quote ' and ; -- drop",
  'Back\\slash {brace} ^caret:col',
  '螺钉 六角',
  'end zq',
  'Chain -+-+-+-+-+-+-+',
]

describe('a search', () => {
  beforeAll(async () => {
    shop = await createTestShop()
    for (const [index, name] of NAMES.entries()) {
      await publish(name, { sku: `SKU-${index}`, description: index === 6 ? 'Tail-7' : 'Of steel.def' })
    }
  })
  afterAll(() => shop[Symbol.asyncDispose]())

  test.each([
    ['every word, in any order', 'nut hexagon', [0]],
    ['part of a word', 'exago', [0, 1]],
    ['whatever the case', 'HEXAGON SCREW', [1]],
    ['a word of two letters', 'm8', [0, 1]],
    ['a word of one letter', '×', [0, 1]],
    ['two short words', 'm8 40', [1]],
    ['a short word and a long one', 'm8 screw', [1]],
    ['a short word at the very end', 'ef', [8]],
    ['a percent sign as it is', '50%', [1]],
    ['one percent sign', '%', [1]],
    ['an underscore as it is', 'under_score', [2]],
    ['an underscore that stands for nothing else', 'und_r', []],
    ['quotes', '"wide"', [2]],
    ['one quote', '"', [2]],
    ['letters without their accents, and ß as it is written in capitals', 'GROSSE', [3]],
    ['letters beyond ASCII in capitals', 'GRÖßE äöü', [3]],
    ['a short word beyond ASCII', 'ø1', [3]],
    ['two letters of another script', '螺钉', [7]],
    ['one letter of another script', '六', [7]],
    ['operators as words', 'AND NOT OR', [4]],
    ['an operator alone', 'near(2)', [4]],
    ['a star', 'rust*', [4]],
    ['a star that stands for nothing else', 'hexa*', []],
    ['a single quote', "'", [5]],
    ['dashes', '--', [5]],
    ['a dash before a word', '-hexagon', []],
    ['a backslash', 'back\\slash', [6]],
    ['brackets, a caret and a colon', '{brace} ^caret:col', [6]],
    ['nothing', 'zzz', []],
    ['punctuation in a row', '-+-+-+-+-+-+-+', [9]],
    ['nothing where every part of the word is there and the word is not', '-+-+-+-+-+-+-+-+', []],
    ['words on both sides of what cannot be seen', 'm8\u0000screw\u0001', [1]],
    ['nothing of two letters', 'qx', []],
    ['nothing of one letter', '☃', []],
    ['a word that is there and one that is not', 'hexagon qx', []],
    ['ten words, and no more', 'm8 × 4 40 50% hex exa xag ago screw notthere', [1]],
    ['words that lie in different fields', 'tail-7 caret', [6]],
    ['more parts of words than a search mostly has', 'hexagon screw m8×40 50% sku-1 steel.def exagon', [1]],
  ] as const)('finds %s', async (_what, q, indexes) => {
    const expected =
      q === 'ef' ? NAMES.filter((_, index) => index !== 6) : indexes.map((index) => NAMES[index] ?? '')
    expect(await found(q)).toEqual([...expected].sort())
  })
})

describe('a list', () => {
  beforeEach(async () => {
    shop = await createTestShop()
  })
  afterEach(() => shop[Symbol.asyncDispose]())

  test('search and count show at once that a product was archived, renamed or added', async () => {
    const { _id } = await publish('Old name')
    await publish('Another')
    expect(await found('old')).toEqual(['Old name'])
    await shop.db
      .updateTable('products')
      .set({ name: 'New title', search_text: 'new title' })
      .where('id', '=', _id)
      .execute()
    expect([await found('old'), await found('ti')]).toEqual([[], ['New title']])
    expect((await listProducts(shop.db, {})).total).toBe(2)
    await archiveProduct(shop, ADMIN, _id)
    expect([await found('title'), await found('ti'), await found('art')]).toEqual([[], [], ['Another']])
    expect((await listProducts(shop.db, {})).total).toBe(1)
    await publish('New title')
    expect(await found('title')).toEqual(['New title'])
    expect((await listProducts(shop.db, {})).total).toBe(2)
  })

  test('a refused duplicate name changes neither the index nor the count', async () => {
    await publish('Twice', { description: 'first' })
    await expect(publish('Twice', { description: 'second' })).rejects.toThrow()
    expect([await found('first'), await found('second')]).toEqual([['Twice'], []])
    expect((await listProducts(shop.db, {})).total).toBe(1)
  })

  test('up to a thousand hits are counted exactly in a shop that is not large', async () => {
    await fillCatalogue(shop.db, 4000)
    const texts = await shop.db.selectFrom('products').select('search_text').execute()
    for (const q of ['screw', 'pin', 'nut m2', 'hinge']) {
      const words = q.split(' ')
      const total = texts.filter((row) => words.every((word) => row.search_text.includes(word))).length
      expect(total).toBeLessThan(1000)
      const page = await listProducts(shop.db, { q, limit: '1' })
      expect([page.total, page.isTotalCut], q).toEqual([total, undefined])
    }
  })

  test('every sort order lists every hit once, for any number of hits', { timeout: 90_000 }, async () => {
    await fillCatalogue(shop.db, 12_400)
    await archiveProduct(shop, ADMIN, 'bench-product-1000000000')
    await sql`update products set search_text = search_text || ' veteran' where listing_sequence <= 1500`.execute(
      shop.db,
    )
    await sql`update products set search_text = search_text || ' newcomer' where listing_sequence > 12300`.execute(
      shop.db,
    )
    await sql`update products set search_text = search_text || ' sundry'
      where listing_sequence % 1000 = 0 or listing_sequence <= 4000 and listing_sequence % 20 = 0`.execute(
      shop.db,
    )
    const { total, isTotalCut } = await listProducts(shop.db, { q: 'sundry', limit: '1' })
    expect([total, isTotalCut]).toEqual([208, undefined])
    const all = await shop.db.selectFrom('products').selectAll().where('archived_at', 'is', null).execute()
    // One hit; several; more than the counted maximum; nearly all; only the oldest; only the newest; and each with short words.
    for (const q of [
      '',
      'number 79.',
      'bush m8 brass',
      'bush',
      'screw',
      's',
      'm2',
      'm2 screw',
      '4 screw',
      'veteran',
      'newcomer',
      'sundry',
      'steel s',
      'machines',
      'qx',
    ]) {
      const words = q.toLowerCase().split(' ')
      const hits = all.filter((row) => words.every((word) => row.search_text.includes(word)))
      for (const sort of productSorts) {
        const [column, sign] = {
          newest: ['listing_sequence', -1],
          name: ['name_key', 1],
          price: ['price_e4', 1],
          '-price': ['price_e4', -1],
        }[sort] as ['listing_sequence' | 'name_key' | 'price_e4', 1 | -1]
        const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
        const expected = hits.toSorted(
          (a, b) => sign * (compare(a[column], b[column]) || compare(a.id, b.id)),
        )
        const walked = await walk(q, sort, hits.length)
        expect(walked, `${q} by ${sort}`).toEqual(expected.map((row) => row.id).slice(0, walked.length))
        expect(walked.length).toBe(Math.min(hits.length, 500))
        const passed = await listProducts(shop.db, { q, sort, limit: '12', skip: 36 })
        expect(
          passed.rows.map(({ _id }) => _id),
          `${q} by ${sort}, the fourth page`,
        ).toEqual(walked.slice(36, 48))
      }
    }
  })

  test('hits are found at every position in a large shop', async () => {
    const count = 150_000
    await fillInBulk(shop.db, ['products'], async (trx) => {
      await sql`
        with recursive numbers (number) as (
          select 1 union all select number + 1 from numbers where number < ${sql.lit(count)})
        insert into products (id, sku, sku_key, name, name_key, search_text, price_e4, quantity, description, image,
          created_at, archived_at, listing_sequence)
        select 'part-' || number, 'sku-' || number, 'sku-' || number, 'part-' || number, 'part-' || number,
          case when number % 300 = 0 then 'spread ' else '' end
            || case when number <= 60000 and number % 100 = 0 then 'ancient ' else '' end
            || case when number <= 60000 and number % 1000 = 0 then 'old ' else '' end
            || case when number <= 60000 and number % 40 = 0 then 'many ' else '' end
            || case when number > 149970 then 'modern ' else '' end
            || case when number % 20 = 0 then 'frequent ' else '' end
            || case when number % 1500 = 0 or number / 10000 = 9 then 'clumped ' else '' end,
          1, 1, '', '', number, cast(null as bigint), number
        from numbers`.execute(trx)
    })
    const texts = await shop.db
      .selectFrom('products')
      .select(['id', 'listing_sequence', 'search_text'])
      .execute()
    texts.sort((a, b) => b.listing_sequence - a.listing_sequence)
    for (const q of [
      'spread',
      'ancient',
      'old',
      'many',
      'modern',
      'frequent',
      'clumped',
      'spread clumped',
      'frequent old',
    ]) {
      const hits = texts.filter((row) => q.split(' ').every((word) => row.search_text.includes(word)))
      const walked = await walk(q, 'newest', hits.length)
      expect(walked, q).toEqual(hits.map(({ id }) => id).slice(0, walked.length))
      expect(walked.length, q).toBe(Math.min(hits.length, 500))
    }
  })
})

/** The ids of up to five pages. Checks the count of each page. */
async function walk(q: string, sort: (typeof productSorts)[number], count: number): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await listProducts(shop.db, { q, sort, after })
    if (page.isTotalCut) {
      expect(count, `${q} by ${sort}`).toBeGreaterThan(page.total)
      expect(page.total, `${q} by ${sort}`).toBe(1000)
    } else expect(page.total, `${q} by ${sort}`).toBe(count)
    ids.push(...page.rows.map(({ _id }) => _id))
    after = page.next
  } while (after && ids.length < 500)
  return ids
}
