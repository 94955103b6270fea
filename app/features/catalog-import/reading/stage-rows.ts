import {
  findKnownProducts,
  findNameOwners,
  type KnownProduct,
  keyOf,
  nearestToEach,
} from '#features/catalog/catalog.ts'
import { LONGEST_SKU } from '#features/catalog/limits.ts'
import type { Category } from '#features/catalog/schema.ts'
import { findMissingImages } from '#features/images/images.ts'
import { newId } from '#kit/id.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import type { Shop } from '#kit/shop.ts'
import { listText } from '#kit/text/list-text.ts'
import type { SettledNumbers } from '../columns/settled-numbers.ts'
import type { SentPictures } from '../pictures/sent-pictures.ts'
import { withPicture } from '../pictures/with-picture.ts'
import type { RowFilter } from '../schema.ts'
import { type ComparedRow, compareRow, priceChange, wrongRow } from './compare-row.ts'
import { prepareCells, slugsByName } from './prepare-cells.ts'
import { createRowTally, type RowTally } from './row-tally.ts'
import { type RowCells, writeStoredCells } from './stored-cells.ts'
import '../tables.ts'

/** A row of a file. */
export interface FileRow extends RowCells {
  readonly row: number
  readonly isLeftOut?: boolean
}

/** Reads the rows of one import, in batches. */
export interface Staging {
  /** Compares the rows with the products and stores both. */
  add(rows: readonly FileRow[]): Promise<void>
  /** Marks the rows whose part number a later row has too, and counts all rows. */
  finish(): Promise<Record<RowFilter, number>>
}

interface Context {
  readonly shop: Shop
  readonly importId: string
  readonly categories: ReadonlyMap<string, Category>
  readonly numbers: SettledNumbers
  /** What a row with an unknown part number is. */
  readonly newParts: 'add' | 'refuse'
  readonly values: Readonly<Record<string, string>>
  readonly pictures: SentPictures
  readonly slugs: ReturnType<typeof slugsByName>
  /** The first row with each part number, and with each new name. */
  readonly firstSkus: Map<string, number>
  readonly firstNames: Map<string, number>
  /** The rows whose part number a later row has too. */
  readonly repeated: Set<number>
  readonly tally: RowTally
  /** Unknown part numbers for which near ones were sought. */
  sought: number
}

export function startStaging(
  shop: Shop,
  importId: string,
  file: Pick<Context, 'categories' | 'numbers' | 'newParts' | 'values' | 'pictures'>,
): Staging {
  const tally = createRowTally()
  const seen = { firstSkus: new Map(), firstNames: new Map(), repeated: new Set<number>() }
  const slugs = slugsByName(file.categories.values())
  const context: Context = { shop, importId, ...file, slugs, tally, ...seen, sought: 0 }
  return {
    add: async (rows) => {
      const values = (await compareAll(context, rows)).map((staged) => toValues(context, staged))
      if (values.length > 0) await shop.db.insertInto('import_rows').values(values).execute()
      for (const row of values) tally.count(row, 1)
    },
    finish: async () => {
      for (const some of inParts([...context.repeated], MARKED_AT_ONCE)) await markRepeated(context, some)
      return tally.counts
    },
  }
}

const MARKED_AT_ONCE = 200

interface StagedRow {
  readonly file: FileRow
  readonly sku: string
  readonly product: KnownProduct | undefined
  /** Of the product that the row would add. */
  readonly newId: string
  readonly result: ComparedRow
}

async function compareAll(context: Context, rows: readonly FileRow[]): Promise<StagedRow[]> {
  const skuOf = ({ cells }: FileRow): string => (cells.get('sku') ?? '').trim()
  const known = await findKnownProducts(context.shop.db, rows.map(skuOf))
  const read = rows.map((file) => {
    const sku = skuOf(file)
    const product = known.get(keyOf(sku))
    const id = newId(context.shop.now())
    return {
      file,
      sku,
      product,
      newId: id,
      result: compareOne(context, file, { sku, known: product, newId: id }),
    }
  })
  const compared = await withMissingImages(context.shop, await withNearest(context, read))
  const names = compared.flatMap(({ result }) => newNameOf(result) ?? [])
  const owners = await findNameOwners(context.shop.db, names)
  return compared.map((staged) => {
    const name = newNameOf(staged.result)
    if (name === undefined) return staged
    const owner = owners.get(keyOf(name))
    const before = rowBefore(context.firstNames, keyOf(name), staged.file.row)
    if (owner && owner.id !== staged.product?.id) return withTakenName(staged, `The part ${owner.sku}`)
    return before === undefined ? staged : withTakenName(staged, `Row ${before}`)
  })
}

/** Rows that name a picture which was never uploaded, or was deleted because no product used it, are wrong. */
async function withMissingImages(shop: Shop, rows: readonly StagedRow[]): Promise<StagedRow[]> {
  const missing = await findMissingImages(
    shop.db,
    rows.flatMap(({ result }) => newTextOf(result, 'image') ?? []),
  )
  const wrong = wrongRow({ column: 'image', detail: 'The shop has no such picture. Upload it first.' })
  return rows.map((row) =>
    missing.has(newTextOf(row.result, 'image') ?? '') ? { ...row, result: wrong } : row,
  )
}

const withTakenName = (staged: StagedRow, by: string): StagedRow => ({
  ...staged,
  result: wrongRow({ column: 'name', detail: `${by} has this name too.` }),
})

/** The row before this one with the same key. */
function rowBefore(first: Map<string, number>, key: string, row: number): number | undefined {
  const before = first.get(key)
  if (before === undefined) first.set(key, row)
  return before
}

interface NamedPart {
  readonly sku: string
  readonly known: KnownProduct | undefined
  readonly newId: string
}

function compareOne(context: Context, { row, cells, extra }: FileRow, part: NamedPart): ComparedRow {
  const { sku } = part
  const { firstSkus, repeated } = context
  if (extra.length > 0)
    return wrongRow({ column: 'sku', detail: 'The row has more cells than there are columns.' })
  if (sku === '') return wrongRow({ column: 'sku', detail: 'The part number is missing.' })
  const before = rowBefore(firstSkus, keyOf(sku), row)
  if (before === undefined) return compareFirst(context, cells, part)
  repeated.add(before)
  return wrongRow({ column: 'sku', detail: `Row ${before} has this part number too.` })
}

function compareFirst(context: Context, cells: FileRow['cells'], part: NamedPart): ComparedRow {
  const { shop, categories, numbers, newParts, values, slugs, pictures } = context
  const { sku, known, newId } = part
  if (!known && newParts === 'refuse') return wrongRow({ column: 'sku', detail: NO_SUCH_PART })
  const prepared = prepareCells(cells, { isNew: !known, values, slugs })
  const pictured = withPicture(prepared, { sku, isNew: !known }, pictures)
  if ('column' in pictured) return wrongRow(pictured)
  return compareRow(
    { cells: numbers.settle(pictured), known, newId },
    { categories, origins: shop.config.trustedOrigins },
  )
}

const NO_SUCH_PART = 'No such part.'

/** Finding near part numbers takes some statements, so that a file of other numbers does not have them in all of its rows. */
const SOUGHT_AT_MOST = 200

/** Says which part numbers are near an unknown one. */
async function withNearest(context: Context, rows: readonly StagedRow[]): Promise<StagedRow[]> {
  const isUnknown = ({ result }: StagedRow): boolean => result.errors[0]?.detail === NO_SUCH_PART
  const unknown = rows.filter(isUnknown).slice(0, SOUGHT_AT_MOST - context.sought)
  if (unknown.length === 0) return [...rows]
  context.sought += unknown.length
  const nearest = await nearestToEach(
    context.shop.db,
    unknown.map(({ sku }) => sku),
  )
  const found = new Map(unknown.map((row, index) => [row, nearest[index] ?? []]))
  return rows.map((row) => {
    const near = found.get(row) ?? []
    if (near.length === 0) return row
    const detail = `${NO_SUCH_PART} Near it: ${listText(near.map(({ sku }) => sku))}.`
    return { ...row, result: wrongRow({ column: 'sku', detail }) }
  })
}

/** What a row writes into a field; undefined when it leaves it as it is. */
function newTextOf({ changes }: ComparedRow, name: 'name' | 'image'): string | undefined {
  const change = changes.find(({ field }) => field === name)
  return change && String(change.to)
}

const newNameOf = (result: ComparedRow): string | undefined => newTextOf(result, 'name')

const MOST_ERRORS = 20

function toValues({ importId }: Context, { file, sku, product, newId, result }: StagedRow) {
  const isNew = result.kind === 'added'
  return {
    import_id: importId,
    row: file.row,
    sku: sku.slice(0, LONGEST_SKU),
    kind: result.kind,
    product_id: isNew ? newId : (product?.id ?? null),
    revision: isNew ? 0 : (product?.revision ?? null),
    price_change: priceChange(result),
    is_left_out: file.isLeftOut && (isNew || result.kind === 'changed') ? 1 : 0,
    changes: JSON.stringify(result.changes),
    errors: JSON.stringify(result.errors.slice(0, MOST_ERRORS)),
    cells: writeStoredCells(file),
  }
}

const WRONG = { kind: 'wrong', price_change: 0, is_left_out: 0 } as const

async function markRepeated({ shop, importId, tally }: Context, rows: readonly number[]): Promise<void> {
  const { changes, errors } = wrongRow({ column: 'sku', detail: 'A later row has this part number too.' })
  const before = await shop.db
    .selectFrom('import_rows')
    .select(['kind', 'price_change', 'is_left_out'])
    .where('import_id', '=', importId)
    .where('row', 'in', rows)
    .execute()
  await shop.db
    .updateTable('import_rows')
    .set({ ...WRONG, changes: JSON.stringify(changes), errors: JSON.stringify(errors) })
    .where('import_id', '=', importId)
    .where('row', 'in', rows)
    .execute()
  for (const row of before) {
    tally.count(row, -1)
    tally.count(WRONG, 1)
  }
}
