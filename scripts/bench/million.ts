import { partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '../../tests/support/customer.ts'
import { ADMIN, type RunningShop } from '../../tests/support/running-shop.ts'
import { CATEGORIES } from './fill.ts'
import { fillShop } from './fill-in-bulk.ts'
import { measureLatency, type View } from './latency.ts'
import { SIZES } from './options.ts'
import { onEachDatabase, startFilledShop } from './shops.ts'
import { type Figure, latencyFigure } from './table.ts'

const { rows: ROWS } = SIZES

const GOAL_MS = 50

/** The page of a part that is not in memory, by the median. */
const PART_GOAL_MS = 10

/** Lists and searches of a warm shop with a million products and orders, one request after another. */
export function benchMillion(): Promise<Figure[]> {
  return onEachDatabase(async (database, server) => {
    await using open = await startFilledShop(server, (db, customers) =>
      fillShop(db, { products: ROWS, orders: ROWS }, customers),
    )
    const { shop, occasional } = open
    const figures: Figure[] = []
    const measure = async (view: View, limit: { medianMs: number } | { p99Ms: number }) => {
      const what = `${view.name}, ${ROWS.toLocaleString('en-US')} rows, ${database}`
      figures.push(latencyFigure(what, await measureLatency(view), limit))
    }
    const views = viewsOf(shop, ROWS, { admin: await shop.signIn(ADMIN), occasional })
    for (const view of views) await measure(view, { p99Ms: GOAL_MS })
    await measure(await partView(shop, ROWS), { medianMs: PART_GOAL_MS })
    return figures
  })
}

/** Parts from all over the catalogue, a different one each turn. */
async function partView(shop: RunningShop, rows: number): Promise<View> {
  const skus: string[] = []
  for (let place = 1; place <= 8; place += 1) {
    const after = cursorAt(Math.ceil((rows * place) / 8))
    const { body } = await shop.call('GET', `/api/product?limit=100&after=${after}`)
    skus.push(...(body as Product[]).map(({ sku }) => sku))
  }
  return {
    name: 'page of a part, not in memory',
    address: (turn) => shop.url + partPath(skus[turn % skus.length] ?? ''),
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  }
}

/** The cursor of the products below a listing sequence. */
const cursorAt = (sequence: number): string => Buffer.from(JSON.stringify([sequence])).toString('base64url')

const ORDER_STATES = [
  'unpaid',
  'pending',
  'shipped',
  'partly_shipped',
  'refunded',
  'to_ship',
  'to_ship_today',
  'late',
  'lapsing',
  'disputed',
]

const ordersByState = (turn: number): string =>
  `/api/orders?limit=50&from=2023-11-14&to=2023-11-15&status=${ORDER_STATES[turn % ORDER_STATES.length]}`

/** The categories with attributes. */
const LEAVES = CATEGORIES.filter(({ parent }) => parent !== null)

/** Each turn requests a different address, since the shop answers a repeated one from memory. */
function viewsOf(
  shop: RunningShop,
  rows: number,
  { admin, occasional }: { admin: Person; occasional: Person },
): View[] {
  const view = (name: string, path: (turn: number) => string, as?: Person): View => ({
    name,
    address: (turn) => shop.url + path(turn),
    headers: {
      'Accept-Encoding': 'gzip, deflate, br',
      ...(as && { Authorization: `Bearer ${as.token}` }),
    },
  })
  const search = (turn: number, words: string) =>
    `/api/product?limit=24&q=${encodeURIComponent(words + whitespaceOf(turn))}`
  const suggest = (turn: number, words: string) =>
    `/api/suggestion?q=${encodeURIComponent(words + whitespaceOf(turn))}`
  const pick = (words: readonly string[], turn: number) => words[turn % words.length] ?? ''
  const slugAt = (categories: typeof CATEGORIES, turn: number) => categories[turn % categories.length]?.slug
  const inCategory = (turn: number) => `${search(turn, '')}&category=${slugAt(CATEGORIES, turn)}`
  return [
    view('products, first page', (turn) => search(turn, '')),
    view(
      'products, deep page',
      (turn) => `/api/product?limit=24&after=${cursorAt(Math.ceil(rows / 2) - turn)}`,
    ),
    view('products, search by words', (turn) =>
      search(turn, `${pick(NAMES, turn)} m${2 + (turn % 15)} ${pick(METALS, turn % 7)}`),
    ),
    view('products, search by part of a word', (turn) =>
      search(turn, `${pick(WORD_PARTS, turn)} ${turn % 97}`),
    ),
    view('products, search as it is typed', (turn) => search(turn, pick(BEGINNINGS, turn))),
    view('products, search for what is nowhere', (turn) => search(turn, pick(NOT_FOUND, turn))),
    view('products, search by part number', (turn) => search(turn, pick(PART_NUMBERS, turn) + turn)),
    view('products, search by dimension', (turn) => search(turn, pick(DIMENSIONS, turn))),
    view('products, search with a wrong letter', (turn) => search(turn, pick(MISSPELT, turn))),
    view('suggestions as a word is typed', (turn) => suggest(turn, pick(BEGINNINGS, turn))),
    view('suggestions for words', (turn) => suggest(turn, pick([...SORTED, ...DIMENSIONS], turn))),
    view('suggestions with a wrong letter', (turn) => suggest(turn, pick(MISSPELT, turn))),
    view(
      'products, search sorted by price',
      (turn) => `${search(turn, pick(SORTED, turn))}&sort=${pick(['price', '-price'], turn)}`,
    ),
    view('products, search sorted by name', (turn) => `${search(turn, pick(SORTED, turn))}&sort=name`),
    view('products of a category', inCategory),
    view(
      'products of a category, sorted',
      (turn) => `${inCategory(turn)}&sort=${pick(['name', 'price', '-price'], turn)}`,
    ),
    view(
      'products of a category, by two attributes',
      (turn) => `${inCategory(turn)}&thread=M${2 + (turn % 11)}&length=..${turn % 200}`,
    ),
    view(
      'page of a category with its facets, two filters',
      (turn) => `/parts/${slugAt(LEAVES, turn)}?thread=M${2 + (turn % 11)}&length=..${turn % 200}`,
    ),
    view(
      'page of a category with its facets',
      (turn) => `/parts/${slugAt(LEAVES, turn)}?page=${1 + (turn % 9)}`,
    ),
    view('products, search by a number', (turn) => search(turn, `${rows - turn}`)),
    view('My Orders', () => `/api/myorders?email=${occasional.email}`, occasional),
    view('Manage Orders, first page', () => '/api/orders?limit=50', admin),
    view('Manage Orders, those to ship', () => '/api/orders?limit=50&status=pending', admin),
    view('Manage Orders, by state and days', ordersByState, admin),
  ]
}

/** Whitespace is not part of a word: it makes another address for the same search. */
const whitespaceOf = (turn: number): string => turn.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')

const NAMES = [
  'hexagon screw',
  'spring washer',
  'ball bearing',
  'din 933',
  'iso 4032',
  'dowel pin',
  'lock nut',
  'shaft seal',
]
const METALS = ['brass', 'zinc', 'stainless', '10.9', 'titanium', 'a2-70', '100cr6']
const WORD_PARTS = ['ashe', 'crew', 'xago', 'earin', 'galvan', 'lange', 'itrile', 'ound']

/** The first one to three characters of a search. Some are in every product, some in none. */
const BEGINNINGS = 's sc scr m m4 m12 9 93 933 w wa was qx ø3 a2 8.'.split(' ')

/** No product contains these, although many contain each part of some of them. */
const NOT_FOUND = ['zzz', 'qx', '☃', 'ound', 'washer screw', 'steemach', 'hexagon qx']

/** The beginnings of part numbers, as people write them. */
const PART_NUMBERS = ['hx-8-', 'hx8', 'hx 8 ', 'SE-12-', 'bb']

const DIMENSIONS = ['m8x40', 'm8 x 8', '8 × 12', 'din933', '8mm', '8 mm', 'M8×12 steel', 'screws m10']

/** With one wrong, missing or swapped letter in some words, or all. */
const MISSPELT = ['hexagn screw', 'wahser', 'beraing steel', 'scrwe m8', 'hexagno head scrwe', 'kxqzj wvvqq']

/** Words that nearly all, many, some and few products contain. */
const SORTED = ['steel', 'm8', 'screw', 'titanium', 'hexagon screw brass', 'ball bearing m3', '999']
