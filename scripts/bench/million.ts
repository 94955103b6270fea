import { partPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '../../tests/support/customer.ts'
import type { RunningShop } from '../../tests/support/running-shop.ts'
import { CATEGORIES } from './fill.ts'
import { fillShop } from './fill-in-bulk.ts'
import { measureLatency } from './measure.ts'
import { SIZES } from './options.ts'
import { bearerOf, counted, onEachFilled } from './shops.ts'
import { type Figure, type Limit, latencyFigure } from './table.ts'

const { rows: ROWS } = SIZES

const GOAL = { p99Ms: 50 }
const PART_GOAL = { medianMs: 10 }

type Views = Readonly<Record<string, (turn: number) => string>>

/** Lists and searches of a warm shop with a million products and orders, one request after another. */
export const benchMillion = (): Promise<Figure[]> =>
  onEachFilled(
    (db, customers) => fillShop(db, { products: ROWS, orders: ROWS }, customers),
    async ({ database, shop, admin, occasional }) => {
      const figures: Figure[] = []
      const measure = async (views: Views, limit: Limit, as?: Person) => {
        const headers = { 'Accept-Encoding': 'gzip, deflate, br', ...(as && bearerOf(as)) }
        for (const [name, path] of Object.entries(views)) {
          const measured = await measureLatency({ address: (turn) => shop.url + path(turn), headers })
          figures.push(latencyFigure(`${name}, ${counted(ROWS)} rows, ${database}`, measured, limit))
        }
      }
      await measure(PUBLIC_VIEWS, GOAL)
      await measure({ 'My Orders': () => `/api/myorders?email=${occasional.email}` }, GOAL, occasional)
      await measure(ADMIN_VIEWS, GOAL, admin)
      const skus = await readSkus(shop)
      const partAt = (turn: number) => partPath(skus[turn % skus.length] ?? '')
      await measure({ 'page of a part, not in memory': partAt }, PART_GOAL)
      return figures
    },
  )

/** Parts from all over the catalogue. */
async function readSkus(shop: RunningShop): Promise<string[]> {
  const skus: string[] = []
  for (let place = 1; place <= 8; place += 1) {
    const path = `/api/product?limit=100&after=${cursorAt(Math.ceil((ROWS * place) / 8))}`
    skus.push(...((await shop.call('GET', path)).body as Product[]).map(({ sku }) => sku))
  }
  return skus
}

/** The cursor of the products below a listing sequence. */
const cursorAt = (sequence: number): string => Buffer.from(JSON.stringify([sequence])).toString('base64url')

/** Whitespace is not part of a word: it makes another address for the same search. */
const whitespaceOf = (turn: number): string => turn.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')

const NAMES = 'hexagon screw,spring washer,ball bearing,din 933,iso 4032,dowel pin,lock nut,shaft seal'.split(
  ',',
)
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

const ORDER_STATES =
  'unpaid pending shipped partly_shipped refunded to_ship to_ship_today late lapsing disputed'.split(' ')

/** The categories with attributes. */
const LEAVES = CATEGORIES.filter(({ parent }) => parent !== null)

const pick = (words: readonly string[], turn: number): string => words[turn % words.length] ?? ''
const search = (turn: number, words: string): string =>
  `/api/product?limit=24&q=${encodeURIComponent(words + whitespaceOf(turn))}`
const suggest = (turn: number, words: string): string =>
  `/api/suggestion?q=${encodeURIComponent(words + whitespaceOf(turn))}`
const slugAt = (categories: typeof CATEGORIES, turn: number) => categories[turn % categories.length]?.slug
const inCategory = (turn: number): string => `${search(turn, '')}&category=${slugAt(CATEGORIES, turn)}`
const twoFilters = (turn: number): string => `thread=M${2 + (turn % 11)}&length=..${turn % 200}`

/** Each turn requests a different address, since the shop answers a repeated one from memory. */
const PUBLIC_VIEWS: Views = {
  'products, first page': (turn) => search(turn, ''),
  'products, deep page': (turn) => `/api/product?limit=24&after=${cursorAt(Math.ceil(ROWS / 2) - turn)}`,
  'products, search by words': (turn) =>
    search(turn, `${pick(NAMES, turn)} m${2 + (turn % 15)} ${pick(METALS, turn % 7)}`),
  'products, search by part of a word': (turn) => search(turn, `${pick(WORD_PARTS, turn)} ${turn % 97}`),
  'products, search as it is typed': (turn) => search(turn, pick(BEGINNINGS, turn)),
  'products, search for what is nowhere': (turn) => search(turn, pick(NOT_FOUND, turn)),
  'products, search by part number': (turn) => search(turn, pick(PART_NUMBERS, turn) + turn),
  'products, search by dimension': (turn) => search(turn, pick(DIMENSIONS, turn)),
  'products, search with a wrong letter': (turn) => search(turn, pick(MISSPELT, turn)),
  'suggestions as a word is typed': (turn) => suggest(turn, pick(BEGINNINGS, turn)),
  'suggestions for words': (turn) => suggest(turn, pick([...SORTED, ...DIMENSIONS], turn)),
  'suggestions with a wrong letter': (turn) => suggest(turn, pick(MISSPELT, turn)),
  'products, search sorted by price': (turn) =>
    `${search(turn, pick(SORTED, turn))}&sort=${pick(['price', '-price'], turn)}`,
  'products, search sorted by name': (turn) => `${search(turn, pick(SORTED, turn))}&sort=name`,
  'products of a category': inCategory,
  'products of a category, sorted': (turn) =>
    `${inCategory(turn)}&sort=${pick(['name', 'price', '-price'], turn)}`,
  'products of a category, by two attributes': (turn) => `${inCategory(turn)}&${twoFilters(turn)}`,
  'page of a category with its facets, two filters': (turn) =>
    `/parts/${slugAt(LEAVES, turn)}?${twoFilters(turn)}`,
  'page of a category with its facets': (turn) => `/parts/${slugAt(LEAVES, turn)}?page=${1 + (turn % 9)}`,
  'products, search by a number': (turn) => search(turn, `${ROWS - turn}`),
}

const ADMIN_VIEWS: Views = {
  'Manage Orders, first page': () => '/api/orders?limit=50',
  'Manage Orders, those to ship': () => '/api/orders?limit=50&status=pending',
  'Manage Orders, by state and days': (turn) =>
    `/api/orders?limit=50&from=2023-11-14&to=2023-11-15&status=${pick(ORDER_STATES, turn)}`,
}
