import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { singular } from '#kit/text/singular.ts'
import type { ProductRow } from '../products/product-rows.ts'
import { CATALOGUE } from '../public/tags.ts'
import { editDistance } from './edit-distance.ts'
import { indexFor } from './find-search.ts'
import { NO_LIMIT, productsForSaleWith } from './product-index.ts'
import { normalText, plainPartNumber, wordsOf } from './search-terms.ts'

const MAXIMUM_NEAREST = 3

/** Longer part numbers are compared by their beginning: the time grows with the square of the length. */
const COMPARED_LENGTH = 40

/** The number of part numbers that are compared, by each way to find some. */
const COMPARED = 20

/** A part for sale whose part number is like another one. */
export interface NearestPart {
  readonly sku: string
  readonly name: string
  readonly image: string
}

/**
 * At most three parts for sale whose part numbers differ least from an unknown one, the nearest first. Compares those beside it
 * in the sequence of part numbers; unless three of these differ in a character at most, also the newest that have all of its
 * pieces but one.
 */
export const nearestParts = async (db: Db, sku: string): Promise<NearestPart[]> =>
  (await nearestToEach(db, [sku]))[0] ?? []

/** The parts as {@link nearestParts} finds them, for each of several part numbers. */
export async function nearestToEach(db: Db, skus: readonly string[]): Promise<NearestPart[][]> {
  shows(CATALOGUE)
  const wanted = skus.map((sku) => plainPartNumber(sku).slice(0, COMPARED_LENGTH))
  const beside = await besideEach(db, wanted)
  const enough = wanted.map((text, at) => {
    const near = nearest(beside[at] ?? [], text, comparedText)
    const isEnough =
      near.length === MAXIMUM_NEAREST && near.every((row) => editDistance(comparedText(row), text) <= 1)
    return text === '' || isEnough ? near : undefined
  })
  const similar = await withMostPieces(
    db,
    skus.map((sku, at) => (enough[at] ? '' : sku)),
  )
  return wanted.map((text, at) => {
    const compared = [...(beside[at] ?? []), ...(similar[at] ?? [])]
    const parts = new Map(compared.map((part) => [part.sku, part]))
    return (enough[at] ?? nearest([...parts.values()], text, comparedText)).map(toNearestPart)
  })
}

const toNearestPart = ({ sku, name, image }: ComparedPart): NearestPart => ({ sku, name, image })

const comparedColumns = ['sku', 'name', 'image', 'sku_search'] as const

type ComparedPart = Pick<ProductRow, (typeof comparedColumns)[number]>

const comparedText = (row: ComparedPart): string => row.sku_search.slice(0, COMPARED_LENGTH)

/** For each of the wanted part numbers the products whose part numbers follow it, and those that precede it. */
async function besideEach(db: Db, wanted: readonly string[]): Promise<ComparedPart[][]> {
  const columns = sql.join(comparedColumns.map((column) => sql.ref(column)))
  const beside = (at: number, comparison: string, direction: string) => sql`
    select ${sql.lit(at)} as place, ${columns} from (
      select ${columns} from products where archived_at is null and sku_search ${sql.raw(comparison)} ${wanted[at]}
      order by sku_search ${sql.raw(direction)} limit ${COMPARED}) as beside`
  const selects = wanted.flatMap((text, at) =>
    text === '' ? [] : [beside(at, '>=', 'asc'), beside(at, '<', 'desc')],
  )
  if (selects.length === 0) return []
  const all = sql<ComparedPart & { place: number }>`${sql.join(selects, sql` union all `)}`
  const { rows } = await all.execute(db)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return wanted.map((_, at) => byPlace.get(at) ?? [])
}

/** A part number has few pieces; more of a hostile one are not searched. */
const MAXIMUM_PIECES = 6

/** For each part number the newest products with all pieces of it except one, whichever that is. */
async function withMostPieces(db: Db, skus: readonly string[]): Promise<ComparedPart[][]> {
  // Similar part numbers share most of their pieces.
  const known = new Map<string, Promise<number[]>>()
  const find = (pieces: readonly string[]): Promise<number[]> => {
    const key = pieces.join(' ')
    const found = known.get(key) ?? indexFor(db, { parts: pieces, whole: pieces }).newest(COMPARED, NO_LIMIT)
    known.set(key, found)
    return found
  }
  const sequences: number[][] = []
  for (const sku of skus) {
    const pieces = piecesOf(sku)
    const found =
      pieces.length < 2 ? [] : pieces.map((left) => find(pieces.filter((piece) => piece !== left)))
    sequences.push((await Promise.all(found)).flat())
  }
  const all = [...new Set(sequences.flat())]
  if (all.length === 0) return []
  const rows = await db
    .selectFrom(productsForSaleWith(db, 'listing_sequence', all).as('products'))
    .select([...comparedColumns, 'listing_sequence'])
    .execute()
  return sequences.map((some) => {
    const among = new Set(some)
    return rows.filter(({ listing_sequence }) => among.has(listing_sequence))
  })
}

function piecesOf(sku: string): string[] {
  const runs = sku.match(/\p{L}+|\d+/gu) ?? []
  return [...new Set(wordsOf(runs.join(' ')).flatMap(({ whole }) => whole ?? []))].slice(0, MAXIMUM_PIECES)
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
