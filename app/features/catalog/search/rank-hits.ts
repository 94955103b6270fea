import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Page } from '#kit/server/paging.ts'
import { indexForAny, partsOf, type Search } from './find-search.ts'
import {
  containsAll,
  hasAllWhole,
  NO_LIMIT,
  type ProductIndex,
  productsForSaleWith,
} from './product-index.ts'
import { asPartNumber, hasWhole, type SearchColumns, type SearchWord } from './search-terms.ts'

/**
 * How well a product matches, best first. "Whole" is as in {@link SearchColumns}: in "m8x40" the words "m8" and "40" are whole,
 * "4" is not.
 */
const TIERS = {
  /** The search is the part number, or its beginning. */
  partNumber: 0,
  beginning: 1,
  /** Name and part number have every word as a whole word. */
  whole: 2,
  /** Name and part number contain every word, and the numbers are whole. */
  named: 3,
  /** The description contains a word, and the numbers are whole. */
  described: 4,
  /** Some number is part of a longer one; again name and part number first. */
  namedInPart: 5,
  other: 6,
} as const

/** Behind those of a tier that have the words as they were typed, "ISO 4032", are those that mean the same, "DIN 934". */
const IN_OTHER_WORDS = 0.5

/** The position of a hit: its tier, then its part number in the tiers of part numbers, then the newest first. */
export interface RankedHit {
  readonly tier: number
  readonly sku_search: string
  readonly listing_sequence: number
}

/** Whether no number of the search is only a part of a longer one. Among frequent hits it may be. */
export const hasWholeNumbers = ({ tier }: RankedHit): boolean => Math.floor(tier) <= TIERS.described

export const RANK_SHAPE = ['number', 'string', 'number'] as const

export const cursorOf = ({ tier, sku_search, listing_sequence }: RankedHit) => [
  tier,
  sku_search,
  listing_sequence,
]

/** A page after a cursor and after that many rows more. */
export interface Section extends Page {
  readonly skip: number
}

/**
 * The hits of a section by relevance, and one more. Up to `most` hits are all read and ranked. Of more hits those by part
 * number come first, then those with whole words, then all others.
 */
export async function rankHits(
  db: Db,
  search: Search,
  most: number,
  { after, skip, limit }: Section,
): Promise<RankedHit[]> {
  const position = after && toPosition(after)
  const needed = skip + limit + 1
  const newest = await rankNewest(db, search)
  if (search.newest.length <= most)
    return newest
      .sort(compare)
      .filter((hit) => !position || compare(position, hit) < 0)
      .slice(skip, needed)
  // The parts of the index that are not ranked are listed by their tiers alone.
  const ranked = newest.map((hit) => ({ ...hit, tier: Math.floor(hit.tier) }))
  const frequent = { ...search, ranked: ranked.sort((a, b) => b.listing_sequence - a.listing_sequence) }
  const hits: RankedHit[] = []
  for (const read of [readByPartNumber, readWhole, readOthers])
    if (hits.length < needed) hits.push(...(await read(db, frequent, needed - hits.length, position)))
  return hits.slice(skip)
}

const toPosition = ([tier = 0, sku = '', sequence = 0]: readonly (string | number)[]): RankedHit => ({
  tier: Number(tier),
  sku_search: String(sku),
  listing_sequence: Number(sequence),
})

function compare(a: RankedHit, b: RankedHit): number {
  if (a.tier !== b.tier) return a.tier - b.tier
  if (a.tier <= TIERS.beginning && a.sku_search !== b.sku_search) return a.sku_search < b.sku_search ? -1 : 1
  return b.listing_sequence - a.listing_sequence
}

type Ranked = SearchColumns & { readonly listing_sequence: number }

async function rankNewest(db: Db, search: Search): Promise<RankedHit[]> {
  const rows = await db
    .selectFrom(productsForSaleWith(db, 'listing_sequence', search.newest).as('products'))
    .select(['listing_sequence', 'sku_search', 'search_words', 'search_text'])
    .where('archived_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    tier: Math.min(...search.ways.map((way, at) => tierOf(row, way) + (at === 0 ? 0 : IN_OTHER_WORDS))),
    sku_search: row.sku_search,
    listing_sequence: row.listing_sequence,
  }))
}

/** How well a hit matches. */
function tierOf({ sku_search, search_words, search_text }: Ranked, words: readonly SearchWord[]): number {
  const partNumber = asPartNumber(words)
  if (partNumber !== undefined && sku_search.startsWith(partNumber))
    return sku_search === partNumber ? TIERS.partNumber : TIERS.beginning
  const isWhole = ({ whole }: SearchWord) => whole !== undefined && search_words.includes(` ${whole} `)
  if (words.every(isWhole)) return TIERS.whole
  const named = search_text.slice(0, search_text.lastIndexOf('\n'))
  const isNamed = words.every(({ part }) => named.includes(part))
  const numbers = words.filter((word) => /\d/.test(word.part) && !isWhole(word))
  if (isNamed && numbers.every(({ part }) => hasWhole(named, part))) return TIERS.named
  if (numbers.every(({ part }) => hasWhole(search_text, part))) return TIERS.described
  return isNamed ? TIERS.namedInPart : TIERS.other
}

/** A search with more hits than are ranked. The newest of them are, newest first. */
interface FrequentSearch extends Search {
  readonly ranked: readonly RankedHit[]
}

type Read = (
  db: Db,
  search: FrequentSearch,
  limit: number,
  after: RankedHit | undefined,
) => Promise<RankedHit[]>

/** Greater than each text that begins with this one. */
const endOf = (beginning: string): string => `${beginning}\u{10FFFF}`

/** The hits whose part number begins with the search, by part number. */
const readByPartNumber: Read = async (db, { ways: [words] }, limit, after) => {
  const partNumber = asPartNumber(words)
  if (partNumber === undefined || (after && after.tier > TIERS.beginning)) return []
  const rows = await db
    .selectFrom('products')
    .select(['sku_search', 'listing_sequence'])
    .where('archived_at', 'is', null)
    .where('sku_search', '>=', after?.sku_search ?? partNumber)
    .where('sku_search', '<', endOf(partNumber))
    .where(containsAll('products.search_text', partsOf(words)))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(sku_search > ${after?.sku_search} or listing_sequence < ${after?.listing_sequence})`,
      ),
    )
    .orderBy('sku_search')
    .orderBy('listing_sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    tier: row.sku_search === partNumber ? TIERS.partNumber : TIERS.beginning,
  }))
}

/** The condition that the part number does not begin with the search. */
function isOtherPartNumber(words: readonly SearchWord[]) {
  const partNumber = asPartNumber(words)
  if (partNumber === undefined) return sql<boolean>`1 = 1`
  return sql<boolean>`not (sku_search >= ${partNumber} and sku_search < ${endOf(partNumber)})`
}

/** The ways of which the index has every word as a whole word, with these. */
const wholeWays = ({ ways }: Search) =>
  ways.flatMap((words) => {
    const whole = words.flatMap((word) => word.whole ?? [])
    return whole.length === words.length ? [{ words, whole }] : []
  })

/** The hits with whole words, newest first. */
const readWhole: Read = async (db, search, limit, after) => {
  const found = wholeWays(search)
  if (found.length === 0 || (after && after.tier > TIERS.whole)) return []
  const only = isOtherPartNumber(search.ways[0])
  const queries = found.map(({ words, whole }) => ({ parts: partsOf(words), whole, only }))
  const before = after?.tier === TIERS.whole ? after.listing_sequence : NO_LIMIT
  const isWhole = ({ tier }: RankedHit) => tier === TIERS.whole
  return newestOf(search, isWhole, TIERS.whole, indexForAny(db, queries), limit, before)
}

/** All other hits, newest first. */
const readOthers: Read = async (db, search, limit, after) => {
  const others = wholeWays(search).map(({ whole }) => sql`not ${hasAllWhole(whole)}`)
  const only = sql<boolean>`${sql.join([isOtherPartNumber(search.ways[0]), ...others], sql` and `)}`
  const before = after && after.tier > TIERS.whole ? after.listing_sequence : NO_LIMIT
  const queries = search.ways.map((way) => ({ parts: partsOf(way), only }))
  const index = indexForAny(db, queries)
  return newestOf(search, ({ tier }) => tier > TIERS.whole, TIERS.other, index, limit, before)
}

/** The newest hits of a tier below a listing sequence. The index is asked only for those that are not ranked already. */
async function newestOf(
  { ranked, newest }: FrequentSearch,
  isInTier: (hit: RankedHit) => boolean,
  tier: number,
  index: ProductIndex,
  limit: number,
  before: number,
): Promise<RankedHit[]> {
  const known = ranked.filter((hit) => isInTier(hit) && hit.listing_sequence < before).slice(0, limit)
  const older = Math.min(before, newest.at(-1) ?? before)
  const more = known.length < limit ? await index.newest(limit - known.length, older) : []
  const sequences = [...known.map(({ listing_sequence }) => listing_sequence), ...more]
  return sequences.map((listing_sequence) => ({ tier, sku_search: '', listing_sequence }))
}
