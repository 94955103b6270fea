import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { editDistance } from './edit-distance.ts'
import { indexFor } from './find-search.ts'
import { among, NO_LIMIT } from './product-index.ts'
import { normalText, plainPartNumber, singular, wordsOf } from './search-terms.ts'

const MAXIMUM_NEAREST = 3

/** Longer part numbers are compared by their beginning: the time grows with the square of the length. */
const COMPARED_LENGTH = 40

/** The number of part numbers that are compared, by each way to find some. */
const COMPARED = 20

/** A part for sale whose part number is like another one. */
interface NearestPart {
  readonly sku: string
  readonly name: string
  readonly image: string
}

/**
 * At most three parts for sale whose part numbers differ least from an unknown one, the nearest first. Compares those beside it
 * in the sequence of part numbers, and the newest that have all of its pieces but one.
 */
export async function nearestParts(shop: Pick<Shop, 'db' | 'kind'>, sku: string): Promise<NearestPart[]> {
  const wanted = plainPartNumber(sku).slice(0, COMPARED_LENGTH)
  if (wanted === '') return []
  const sequences = [
    ...(await besideOf(shop.db, wanted, 'asc')),
    ...(await besideOf(shop.db, wanted, 'desc')),
    ...(await withMostPieces(shop, sku)),
  ]
  const rows = await shop.db
    .selectFrom(among[shop.kind]('listing_sequence', [...new Set(sequences)]).as('products'))
    .select(['sku', 'name', 'image', 'sku_search'])
    .where('archived_at', 'is', null)
    .execute()
  return nearest(rows, wanted, ({ sku_search }) => sku_search.slice(0, COMPARED_LENGTH)).map(
    ({ sku_search: _, ...part }) => part,
  )
}

/** The products whose part numbers follow the wanted one, or precede it. */
async function besideOf(db: Db, wanted: string, direction: 'asc' | 'desc'): Promise<number[]> {
  const rows = await db
    .selectFrom('products')
    .select('listing_sequence')
    .where('archived_at', 'is', null)
    .where('sku_search', direction === 'asc' ? '>=' : '<', wanted)
    .orderBy('sku_search', direction)
    .limit(COMPARED)
    .execute()
  return rows.map(({ listing_sequence }) => listing_sequence)
}

/** A part number has few pieces; more of a hostile one are not searched. */
const MAXIMUM_PIECES = 6

/** The newest products with all pieces of the part number except one, whichever that is. */
async function withMostPieces(shop: Pick<Shop, 'db' | 'kind'>, sku: string): Promise<number[]> {
  const runs = sku.match(/\p{L}+|\d+/gu) ?? []
  const whole = [...new Set(wordsOf(runs.join(' ')).flatMap((word) => word.whole ?? []))].slice(
    0,
    MAXIMUM_PIECES,
  )
  if (whole.length < 2) return []
  const found = await Promise.all(
    whole.map((left) => {
      const others = whole.filter((word) => word !== left)
      return indexFor(shop, { parts: others, whole: others }).newest(COMPARED, NO_LIMIT)
    }),
  )
  return found.flat()
}

/** At most three categories whose slugs differ least from an unknown one, or share a word with it. */
export async function nearestCategories(db: Db, slug: string): Promise<{ slug: string; name: string }[]> {
  const wanted = normalText(slug).slice(0, COMPARED_LENGTH)
  const wordsIn = (text: string) => new Set(text.toLowerCase().split('-').map(singular))
  const given = wordsIn(slug)
  const categories = await db.selectFrom('categories').select(['slug', 'name']).orderBy('slug').execute()
  const sharing = categories.filter((category) => [...wordsIn(category.slug)].some((word) => given.has(word)))
  const like = nearest(categories, wanted, (category) => normalText(category.slug).slice(0, COMPARED_LENGTH))
  return [...new Set([...like, ...sharing])].slice(0, MAXIMUM_NEAREST)
}

/** The rows whose text differs from the wanted one in at most a third of its characters, the nearest first. */
function nearest<Row>(rows: readonly Row[], wanted: string, textOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, distance: editDistance(textOf(row), wanted) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .map(({ row }) => row)
    .slice(0, MAXIMUM_NEAREST)
}
