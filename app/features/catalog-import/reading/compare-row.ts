import {
  checkProduct,
  fieldChanges,
  type KnownProduct,
  PRODUCT_FIELDS,
  partModel,
} from '#features/catalog/catalog.ts'
import { drawingPath } from '#features/catalog/paths.ts'
import type { AttributeValues, Category } from '#features/catalog/schema.ts'
import type { PriceBreak } from '#features/pricing/price-line.ts'
import type { GivenTerms } from '#features/pricing/price-terms.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import { toPictureAddress } from '#kit/input/internal-path.ts'
import { attributeColumn } from '../columns/columns.ts'
import { readLadder, type TypedLadder, withLadder } from '../columns/ladder-columns.ts'
import { keepsBreaks, mergeTerms } from './merge-terms.ts'
import { attributeValues, type GivenValues, type RowError, readCells } from './read-cells.ts'

/** A row of a file with the product that it names, if there is one. */
export interface FoundRow {
  /** By column, without those that are left out. */
  readonly cells: ReadonlyMap<string, string>
  readonly known: KnownProduct | undefined
  /** The id of the product that the row adds if there is none. */
  readonly newId?: string
}

interface ImportingShop {
  /** By slug. */
  readonly categories: ReadonlyMap<string, Category>
  /** Pictures at these are the shop's own. */
  readonly origins?: readonly string[]
}

/** What a row would change. */
export interface ComparedRow {
  readonly kind: 'added' | 'changed' | 'unchanged' | 'wrong'
  readonly changes: readonly FieldChange[]
  readonly errors: readonly RowError[]
}

export const wrongRow = (...errors: readonly RowError[]): ComparedRow => ({
  kind: 'wrong',
  changes: [],
  errors,
})

/** Compares a row with its product. Whether part numbers and names are unique is for the caller. */
export function compareRow(
  { cells, known, newId }: FoundRow,
  { categories, origins = [] }: ImportingShop,
): ComparedRow {
  if (known && !known.isForSale) return wrongRow({ column: 'sku', detail: notForSaleText(known) })
  const { given, ladder } = readRow(cells, known)
  const category = fieldOf(given, known, 'category')
  const attributes = attributeValues(
    (known?.fields.attributes ?? {}) as Record<string, unknown>,
    given.attributes,
    categories.get(String(category))?.attributes,
  )
  const unread = [...given.errors, ...attributes.errors]
  const input = {
    ...Object.fromEntries(PRODUCT_FIELDS.map((name) => [name, fieldOf(given, known, name)])),
    ...mergeTerms(known?.fields as Required<GivenTerms> | undefined, given.fields),
    image:
      imageOf(fieldOf(given, known, 'image'), known, origins) ??
      drawnImage(newId, categories.get(String(category)), attributes.values),
    attributes: attributes.values,
    // A part number that differs only in case is the same.
    sku: known?.fields.sku ?? given.fields.get('sku'),
  }
  const checked = checkProduct(input, categories)
  if ('problems' in checked)
    return wrongRow(
      ...withoutRepeated(
        unread,
        checked.problems.map((problem) => toRowError(problem, given, known, ladder)),
      ),
    )
  if (unread.length > 0) return wrongRow(...unread)
  const changes = fieldChanges(known?.fields, checked.fields)
  if (!known) return { kind: 'added', changes, errors: [] }
  return { kind: changes.length === 0 ? 'unchanged' : 'changed', changes, errors: [] }
}

const notForSaleText = ({ isUnpublished }: KnownProduct): string =>
  isUnpublished
    ? 'This part is not for sale yet. Put it up for sale first, or edit it on its page.'
    : 'This part is archived. Restore it first.'

/** The values of a row, with the ladder that its columns make. */
function readRow(cells: ReadonlyMap<string, string>, known: KnownProduct | undefined) {
  const read = readCells(cells)
  const present = (known?.fields.prices ?? []) as readonly PriceBreak[]
  const hasPrices = read.fields.get('prices') !== undefined
  const { ladder, errors } = readLadder(cells, present, hasPrices)
  const given = withLadder({ ...read, errors: [...read.errors, ...errors] }, ladder, present)
  return { given, ladder }
}

function fieldOf({ fields }: GivenValues, known: KnownProduct | undefined, name: string): unknown {
  return fields.has(name) ? fields.get(name) : known?.fields[name]
}

/** The errors of cells, and those of columns whose cells have none. */
function withoutRepeated(unread: readonly RowError[], found: readonly RowError[]): RowError[] {
  const columns = new Set(unread.map(({ column }) => column))
  return [...unread, ...found.filter(({ column }) => !columns.has(column))]
}

/** An address that the product has already stays as it is. */
function imageOf(image: unknown, known: KnownProduct | undefined, origins: readonly string[]): unknown {
  return typeof image !== 'string' || image === known?.fields.image ? image : toPictureAddress(image, origins)
}

/** A part without a picture has the drawing of its shape, if its category has one that fits. */
const drawnImage = (
  id: string | undefined,
  category: Category | undefined,
  values: Readonly<Record<string, unknown>>,
): string | undefined => {
  if (id === undefined || !category) return undefined
  return 'formats' in partModel(values as AttributeValues, category) ? drawingPath(id) : undefined
}

function toRowError(
  { path, message }: { path: readonly (string | number)[]; message: string },
  { fields }: GivenValues,
  known: KnownProduct | undefined,
  ladder: TypedLadder | undefined,
): RowError {
  const [field = '', key, part] = path
  if (field === 'attributes' && key !== undefined)
    return { column: attributeColumn(String(key)), detail: message }
  if (field === 'prices' && ladder) {
    const columns = ladder.columns[Number(key)]
    return { column: columns?.[part === 'price' ? 'price' : 'from'] ?? field, detail: message }
  }
  if (field !== 'prices' || !keepsBreaks(known?.fields, fields))
    return { column: String(field), detail: message }
  // Breaks that the row leaves as they are follow its other columns, so these have the error.
  const cause = part === 'price' ? 'price' : 'minimum'
  return { column: fields.has(cause) ? cause : field, detail: message }
}

/** -1: the price falls; 1: it rises. */
export function priceChange({ kind, changes }: ComparedRow): -1 | 0 | 1 {
  const price = kind === 'changed' ? changes.find(({ field }) => field === 'price') : undefined
  if (!price) return 0
  return Number(price.to) < Number(price.from) ? -1 : 1
}
