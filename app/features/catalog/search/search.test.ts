import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '#demo/seed.ts'
import type { Person } from '#tests/support/customer.ts'
import { replacementOf, samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { nearestCategories, nearestParts, nearestToEach } from '../catalog.ts'
import type { Product, Suggestions } from '../schema.ts'

let shop: TestApp

const search = async (q: string, more = ''): Promise<Product[]> => {
  const answer = await shop.call('GET', `/api/product?q=${encodeURIComponent(q)}${more}`)
  expect(answer.status, q).toBe(200)
  return answer.body
}

const names = async (q: string, more = '') => (await search(q, more)).map(({ name }) => name)
const skus = async (q: string) => (await search(q)).map(({ sku }) => sku)

const suggest = async (q: string): Promise<Suggestions> =>
  (await shop.call('GET', `/api/suggestion?q=${encodeURIComponent(q)}`)).body

describe('a search of the sample catalogue', () => {
  beforeAll(async () => {
    shop = await createTestApp()
    await seedDemo(shop.shop)
  })
  afterAll(() => shop[Symbol.asyncDispose]())

  test.each([
    'HX-933-M8-40',
    'HX933M840',
    'hx 933 m8 40',
    'hx-933 M840',
    ...[
      '(HX-933-M8-40)',
      '[HX-933-M8-40],',
      '"HX-933-M8-40".',
      '„HX-933-M8-40“',
      '‘HX-933-M8-40’',
      '#HX-933-M8-40',
    ],
    ...[
      'HX_933_M8_40',
      '_HX-933-M8-40_',
      'HX/933/M8/40',
      'HX.933.M8.40',
      'HX\\_933\\_M8\\_40',
      'HX–933—M8‑40',
    ],
    'M8x40',
    'm8 x 40',
    'M8×40',
    'M8 X 40 mm',
    '8 × 40 everyday',
  ])('"%s" has the screw M8 × 40 first', async (q) => {
    expect((await skus(q))[0]).toBe('HX-933-M8-40')
  })

  test.each(['DIN933', 'din 933', 'Din-933'])('"%s" finds the screws of this standard only', async (q) => {
    expect((await skus(q)).sort()).toEqual(['HX-933-M8-16', 'HX-933-M8-40'])
  })

  test.each([
    ['washers', /washer/i, 5],
    ['nuts', /\bnut\b/i, 5],
    ['bushes', /bush/i, 2],
    ['screws', /screw/i, 10],
    ['bearings', /bearing/i, 8],
    ['wahsers', /washer/i, 5],
    ['hexagn screw', /hexagon .*screw/i, 4],
    ['hexagno scrwe', /hexagon .*screw/i, 4],
    ['beraing', /bearing/i, 8],
    ['wsher', /washer/i, 5],
    ['nutt', /\bnut\b/i, 5],
  ])('"%s" has the parts of that name first', async (q, name, count) => {
    const found = await names(q)
    const isNamed = found.map((each) => name.test(each))
    expect(isNamed.filter(Boolean).length).toBeGreaterThanOrEqual(count)
    expect(isNamed).toEqual(isNamed.toSorted((a, b) => Number(b) - Number(a)))
  })

  test.each(['m6 socket screw 20 mm stainless steel', 'socket screw m6 20mm stainless'])(
    '"%s" finds a length that the name has without its unit',
    async (q) => {
      expect(await skus(q)).toEqual(['SC-912-M6-20'])
    },
  )

  test.each(['8mm', '8 mm', '8 MM'])('"%s" has parts with 8 mm before those with 18 mm', async (q) => {
    const found = await search(q)
    const isWhole = found.map(({ name, description }) => /(?<![\d.])8 mm/.test(`${name} ${description}`))
    expect(isWhole.filter(Boolean).length).toBeGreaterThan(3)
    expect(isWhole).toContain(false)
    expect(isWhole).toEqual(isWhole.toSorted((a, b) => Number(b) - Number(a)))
    expect(found[0]?.name).toContain('8 mm')
  })

  test('every word is found anywhere, also in parts; several pages have the same sequence as one', async () => {
    expect(await names('EXAGO everyda')).toEqual(['Hexagon head screw M8 × 40, DIN 933'])
    const all = await names('m8')
    expect(all.length).toBeGreaterThan(10)
    const pages: string[] = []
    let after = ''
    do {
      const { body, headers } = await shop.call('GET', `/api/product?q=m8&limit=3${after}`)
      pages.push(...body.map(({ name }: Product) => name))
      after = /[?&](after=[^&>]+)/.exec(headers.get('Link') ?? '')?.[1] ?? ''
      after &&= `&${after}`
    } while (after)
    expect(pages).toEqual(all)
    expect(await names('m8', '&sort=name')).toEqual(
      all.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    )
    expect((await names('m8', '&category=nuts')).sort()).toEqual([
      'Hexagon flange nut M8, DIN 6923',
      'Hexagon nut M8, DIN 934',
    ])
  })

  test('suggestions are categories and the first hits', async () => {
    const { categories, parts } = await suggest('Nuts')
    expect(categories).toEqual([{ slug: 'nuts', name: 'Nuts', count: 5 }])
    expect(parts.map(({ name }) => name)).toEqual((await names('nuts')).slice(0, 8))
    expect(parts[0]).toEqual({
      sku: expect.any(String),
      name: expect.any(String),
      image: expect.stringMatching(/^\/drawings\//),
      price: expect.any(Number),
    })
    expect((await suggest('screw')).categories.map(({ name }) => name)).toEqual([
      'Countersunk screws',
      'Hexagon screws',
      'Socket screws',
    ])
    expect((await suggest('springs')).categories.map(({ name }) => name)).toEqual([
      'Seals and springs',
      'Springs',
      'Washers and disc springs',
    ])
    expect((await suggest('fastners')).categories).toEqual([
      { slug: 'fasteners', name: 'Fasteners', count: expect.any(Number) },
    ])
    for (const q of ['', '  ']) expect(await suggest(q)).toEqual({ categories: [], parts: [] })
    expect(await suggest('zzz')).toEqual({ categories: [], parts: [] })
    expect((await shop.call('GET', `/api/suggestion?q=${'x'.repeat(201)}`)).status).toBe(422)
  })

  test('the parts nearest to an unknown part number have similar ones', async () => {
    const nearest = async (sku: string) => (await nearestParts(shop.shop.db, sku)).map((part) => part.sku)
    for (const sku of [
      'HX-933-M8-41',
      'hx933m84',
      'XH-933-M8-40',
      'HX-934-M8-40',
      'HX-933-M8-400',
      'H-933-M8-40',
    ])
      expect((await nearest(sku))[0], sku).toBe('HX-933-M8-40')
    expect((await nearest('HX-933-M8-40x')).length).toBeLessThanOrEqual(3)
    const unlike = ['', '---', 'zzzzzzzzzz', '🔩', '1'.repeat(500), 'a1'.repeat(300)]
    for (const sku of unlike) expect(await nearest(sku), sku).toEqual([])
    const skus = ['HX-934-M8-40', ...unlike, 'H-933-M8-40', 'hx933m84']
    const each = await nearestToEach(shop.shop.db, skus)
    for (const [at, sku] of skus.entries())
      expect(each[at], sku).toEqual(await nearestParts(shop.shop.db, sku))
  })

  test('the categories nearest to an unknown slug have similar ones', async () => {
    const nearest = async (slug: string) =>
      (await nearestCategories(shop.shop.db, slug)).map((each) => each.slug)
    expect((await nearest('nut'))[0]).toBe('nuts')
    expect((await nearest('hexagon-screw'))[0]).toBe('hexagon-screws')
    expect(await nearest('screws')).toHaveLength(3)
    expect(await nearest('zzz')).toEqual([])
    expect(await nearest('x'.repeat(5000))).toEqual([])
  })

  // attack: search-load
  test('hostile searches are answered', async () => {
    const texts = [
      '-',
      '%',
      '_',
      '"',
      "'",
      '*',
      '\\',
      '␟',
      '🔩',
      'a-',
      '1x',
      '1 x ',
      'a"',
      '(',
      ' AND ',
      'ﷺ',
      '\u0001',
      'é',
      'x*',
      '8 mm',
      'z1',
    ]
    for (const text of texts) {
      const q = text.repeat(200).slice(0, 200)
      await search(text)
      await search(q)
      expect((await shop.call('GET', `/api/suggestion?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
    }
    for (const after of ['WzAsIiIsMF0', 'WzksIngiLDk5OTk5OV0', 'Wy0xLCJ4IiwtMV0'])
      await search('screw', `&after=${after}`)
    const wrong = await shop.call('GET', '/api/product?q=screw&after=WzFd')
    expect(wrong.status).toBe(422)
  })
})

describe('a search of other products', () => {
  let admin: Person
  const add = async (name: string, sku: string, description = 'A part.') =>
    (
      await shop.call('POST', '/api/product', {
        body: samplePart({ name, sku, description }),
        as: admin,
      })
    ).body

  beforeAll(async () => {
    shop = await createTestApp()
    admin = await shop.registerAdmin()
  })
  afterAll(() => shop[Symbol.asyncDispose]())

  test('ranks part numbers, whole words, parts of words, descriptions and parts of numbers, in this sequence', async () => {
    const part = await add('Unlike 1', 'KL-8', 'One.')
    const beginning = await add('Unlike 2', 'KL-8-2')
    const whole = await add('Some kl 8', 'A-1')
    const named = await add('Some uukl 8 mm', 'A-2')
    const described = await add('Unlike 3', 'A-3', 'Kl and 8.')
    const inPart = await add('Some kl 80', 'A-4')
    const other = await add('Unlike 4', 'A-5', 'kl and 18.')
    const newerWhole = await add('Another kl 8', 'A-6')
    const expected = [part, beginning, newerWhole, whole, named, described, inPart, other].map(
      ({ sku }) => sku,
    )
    expect(await skus('kl 8')).toEqual(expected)
    expect((await suggest('kl 8')).parts.map(({ sku }) => sku)).toEqual(expected)
    expect(await skus('kl-8')).toEqual([part.sku, beginning.sku])
  })

  test('a word is corrected only where nothing is found otherwise, and to any known word', async () => {
    await add('Gasket of graphite', 'G-1')
    await add('Basket of wire', 'G-2')
    expect(await names('gaskte')).toEqual(['Gasket of graphite'])
    expect(await names('basketz wire')).toEqual(['Basket of wire'])
    // Another word is replaced only if it is found nowhere.
    expect(await names('gaskte wire')).toEqual([])
    expect(await names('gaske')).toEqual(['Gasket of graphite'])
    expect(await names('g-3 gasket')).toEqual([])
    await add('Gaskte of cork', 'G-3')
    expect(await names('gaskte')).toEqual(['Gaskte of cork'])
  })

  test('follows each change, archiving and restoring of a product', async () => {
    const product = await add('Pulley M30 × 9', 'PU-30-9')
    const queries = ['pulleys', 'm30x9', 'pu309', 'puley']
    const found = async () => Promise.all(queries.map(async (q) => (await skus(q)).includes('PU-30-9')))
    const path = `/api/product/${product._id}`
    expect(await found()).toEqual([true, true, true, true])
    await shop.call('DELETE', path, { as: admin })
    expect(await found()).toEqual([false, false, false, false])
    expect(await nearestParts(shop.shop.db, 'PU-30-8')).toEqual([])
    await shop.call('POST', `${path}/restore`, { as: admin })
    expect(await found()).toEqual([true, true, true, true])
    const now = (await shop.call('GET', `/api/order/${product._id}`)).body
    const body = replacementOf(now, { name: 'Sheave M31 × 9', sku: 'PU-31-9' })
    expect((await shop.call('PUT', path, { body, as: admin })).status).toBe(200)
    expect(await found()).toEqual([false, false, false, false])
    for (const q of ['sheaves', '31 x 9', 'pu319', 'shaeve']) expect(await skus(q), q).toEqual(['PU-31-9'])
  })
})
