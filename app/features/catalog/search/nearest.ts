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
interface NearestPart {
  readonly sku: string
  readonly name: string
  readonly image: string
}

/**
 * At most three parts for sale whose part numbers differ least from an unknown one, the nearest first. Compares those beside it
 * in the sequence of part numbers; unless three of these differ in a character at most, also the newest that have all of its
 * pieces but one.
 */
export async function nearestParts(db: Db, sku: string): Promise<NearestPart[]> {
  shows(CATALOGUE)
  const wanted = plainPartNumber(sku).slice(0, COMPARED_LENGTH)
  if (wanted === '') return []
  const beside = [...(await besideOf(db, wanted, 'asc')), ...(await besideOf(db, wanted, 'desc'))]
  const textOf = (row: ComparedPart) => row.sku_search.slice(0, COMPARED_LENGTH)
  const near = nearest(beside, wanted, textOf)
  const isEnough =
    near.length === MAXIMUM_NEAREST && near.every((row) => editDistance(textOf(row), wanted) <= 1)
  if (isEnough) return near.map(toNearestPart)
  const parts = new Map([...beside, ...(await withMostPieces(db, sku))].map((part) => [part.sku, part]))
  return nearest([...parts.values()], wanted, textOf).map(toNearestPart)
}

const toNearestPart = ({ sku, name, image }: ComparedPart): NearestPart => ({ sku, name, image })

const comparedColumns = ['sku', 'name', 'image', 'sku_search'] as const

type ComparedPart = Pick<ProductRow, (typeof comparedColumns)[number]>

/** The products whose part numbers follow the wanted one, or precede it. */
function besideOf(db: Db, wanted: string, direction: 'asc' | 'desc'): Promise<ComparedPart[]> {
  return db
    .selectFrom('products')
    .select(comparedColumns)
    .where('archived_at', 'is', null)
    .where('sku_search', direction === 'asc' ? '>=' : '<', wanted)
    .orderBy('sku_search', direction)
    .limit(COMPARED)
    .execute()
}

/** A part number has few pieces; more of a hostile one are not searched. */
const MAXIMUM_PIECES = 6

/** The newest products with all pieces of the part number except one, whichever that is. */
async function withMostPieces(db: Db, sku: string): Promise<ComparedPart[]> {
  const runs = sku.match(/\p{L}+|\d+/gu) ?? []
  const whole = [...new Set(wordsOf(runs.join(' ')).flatMap((word) => word.whole ?? []))].slice(
    0,
    MAXIMUM_PIECES,
  )
  if (whole.length < 2) return []
  const found = await Promise.all(
    whole.map((left) => {
      const others = whole.filter((word) => word !== left)
      return indexFor(db, { parts: others, whole: others }).newest(COMPARED, NO_LIMIT)
    }),
  )
  return db
    .selectFrom(productsForSaleWith(db, 'listing_sequence', [...new Set(found.flat())]).as('products'))
    .select(comparedColumns)
    .execute()
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
