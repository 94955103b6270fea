import { findKnownProducts, keyOf } from '#features/catalog/catalog.ts'
import { LONGEST_CATEGORY_NAME, LONGEST_SKU } from '#features/catalog/limits.ts'
import type { Category } from '#features/catalog/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { foldText } from '#kit/text/fold-text.ts'
import type { FileColumn, KnownField, Reading } from '../schema.ts'
import { columnsOf } from './columns.ts'
import { fieldNamed } from './field-words.ts'
import { attributeNamed } from './known-fields.ts'
import type { SeenColumn } from './seen-columns.ts'

interface FileHeads {
  readonly heads: readonly string[]
  readonly seen: readonly SeenColumn[]
  readonly fields: readonly KnownField[]
  readonly categories: readonly Category[]
  readonly remembered: Reading | undefined
}

const PICTURE_NAME = /\.(?:png|jpe?g|webp|avif)$/i

/**
 * What each column of a file seems to mean: as files with the same heads did last, else by its name, else by its cells. Nothing is
 * said of one that names a number but has none, nor of one that could mean several things.
 */
export async function suggestColumns(db: Db, file: FileHeads): Promise<FileColumn[]> {
  const { heads, seen, fields, remembered, categories } = file
  const known = new Map(fields.map((each) => [each.field, each]))
  const columns = heads.map((head, index): FileColumn => {
    const { samples = [], twoWays, isNumeric = false, isNumber } = seen[index] ?? {}
    const base = {
      ...{ head, samples: [...samples], ...(twoWays && { twoWays }) },
      ...(isNumber && { isNumber: true as const }),
    }
    const before = remembered?.columns[index]
    if (before !== undefined && (before === '' || known.has(before)))
      return { ...base, field: before, why: 'remembered' }
    const named = namedField(head, known, categories)
    if (named === undefined || (known.get(named)?.isNumber && !isNumeric && samples.length > 0)) return base
    return { ...base, field: named, why: 'name' }
  })
  const suggested = await byContent(db, file, columns)
  return suggested.map((column, index) => ({ ...column, ...newCategories(column, seen[index], categories) }))
}

/** More categories than these are added on their own page: such a column is rather another thing. */
const MOST_NEW = 20

/** The cells of a column that are no category yet, if nothing says that it is something else. */
function newCategories(
  { field, twoWays }: FileColumn,
  seen: SeenColumn | undefined,
  categories: readonly Category[],
): Pick<FileColumn, 'newCategories'> {
  if (!seen || seen.isCut || seen.isNumber || twoWays || (field !== undefined && field !== 'category'))
    return {}
  const known = new Set(categories.flatMap(({ slug, name }) => [slug, foldText(name)]))
  const unknown = new Map(
    seen.cells.filter((cell) => !known.has(foldText(cell))).map((cell) => [foldText(cell), cell]),
  )
  const names = [...unknown.values()]
  const isLikely =
    names.length > 0 &&
    names.length <= MOST_NEW &&
    names.every((name) => name.length <= LONGEST_CATEGORY_NAME)
  return isLikely ? { newCategories: names } : {}
}

function namedField(
  head: string,
  known: ReadonlyMap<string, KnownField>,
  categories: readonly Category[],
): string | undefined {
  const [own = ''] = columnsOf([head])
  if (known.has(own)) return own
  return attributeNamed(head, categories) ?? fieldNamed(head)
}

/** Columns whose names say nothing: part numbers of the shop, its categories, and names of pictures are known by themselves. */
async function byContent(
  db: Db,
  { seen, categories }: FileHeads,
  columns: readonly FileColumn[],
): Promise<FileColumn[]> {
  const taken = new Set(columns.map(({ field }) => field))
  const isFree = (index: number): boolean => columns[index]?.field === undefined
  const found = new Map<number, string>()
  const texts = seen.map(({ cells }, index) => (isFree(index) ? cells : []))
  const skus = taken.has('sku')
    ? new Map()
    : await findKnownProducts(db, [...new Set(texts.flat().filter(isShort))])
  const names = new Set(categories.flatMap(({ slug, name }) => [slug, foldText(name)]))
  for (const [index, cells] of texts.entries()) {
    if (cells.length === 0) continue
    if (cells.filter((cell) => skus.has(keyOf(cell))).length * 2 > cells.length) found.set(index, 'sku')
    else if (cells.every((cell) => names.has(foldText(cell)))) found.set(index, 'category')
    else if (cells.every((cell) => PICTURE_NAME.test(cell))) found.set(index, 'image')
  }
  const counts = Map.groupBy(found.values(), (field) => field)
  return columns.map((column, index) => {
    const field = found.get(index)
    const isOnly = field !== undefined && !taken.has(field) && counts.get(field)?.length === 1
    return isOnly ? { ...column, field, why: 'content' } : column
  })
}

const isShort = (cell: string): boolean => cell.length <= LONGEST_SKU
