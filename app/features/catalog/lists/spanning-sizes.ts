import type { AttributeValues, Category } from '../schema.ts'
import { SIZE_TEXT } from './size-grid.ts'

type Attribute = Category['attributes'][number]

/** Two sizes of parts: each pair of their values is a cell of a grid. */
export interface Span {
  readonly rows: Attribute
  readonly columns: Attribute
}

/** A size with fewer values makes a list, not a grid. */
const LEAST_VALUES = 3

/** In a grid with a smaller share of cells that have a part, such as bore by outside diameter of bearings, one reads only gaps. */
const LEAST_FILL = 0.3

/** So many of the parts can lack one of the sizes, or have a text that looks like none. */
const MOST_WITHOUT = 0.1

/** Later attributes of a category are no sizes to look for a part by. */
const LOOKED_AT = 8

/**
 * The two sizes that span the parts as a grid of a printed catalogue: the first two attributes, in the sequence of the
 * category, that are sizes of nearly all parts, of which none tells the other, as a thread tells its width across flats, and
 * whose pairs mostly have parts. A size by which the parts are filtered (`chosen`) can have a single value left. Only the first
 * eight attributes are looked at, since all pairs of them are tried.
 */
export function spanningSizes(
  attributes: readonly Attribute[],
  parts: readonly { readonly values: AttributeValues }[],
  chosen: ReadonlySet<string> = new Set(),
): Span | undefined {
  const values = parts.map((part) => part.values)
  const sizes = possibleSizes(attributes).filter((attribute) => isSize(attribute, values))
  for (const [index, rows] of sizes.entries())
    for (const columns of sizes.slice(index + 1))
      if (areSpannedBy({ rows, columns }, values, chosen)) return { rows, columns }
  return undefined
}

/** Whether parts with these attributes can be spanned by two sizes. */
export const canHaveSpan = (attributes: readonly Attribute[]): boolean =>
  possibleSizes(attributes).length >= 2

/** A number, or a text such as M8 among the first two attributes: so neighbours are told apart too. */
const possibleSizes = (attributes: readonly Attribute[]): readonly Attribute[] =>
  attributes.slice(0, LOOKED_AT).filter(({ kind }, index) => kind === 'number' || index < 2)

const isSize = ({ key, kind }: Attribute, parts: readonly AttributeValues[]): boolean =>
  kind === 'number' || areNearlyAll(parts, (values) => SIZE_TEXT.test(String(values[key] ?? '0')))

const areNearlyAll = (
  parts: readonly AttributeValues[],
  isSo: (values: AttributeValues) => boolean,
): boolean => parts.filter((values) => !isSo(values)).length <= parts.length * MOST_WITHOUT

function areSpannedBy(
  { rows, columns }: Span,
  parts: readonly AttributeValues[],
  chosen: ReadonlySet<string>,
): boolean {
  const hasBoth = (values: AttributeValues) => rows.key in values && columns.key in values
  if (!areNearlyAll(parts, hasBoth)) return false
  const cellsOf = Map.groupBy(parts.filter(hasBoth), (values) => values[rows.key])
  const inRows = [...cellsOf.values()].map((row) => new Set(row.map((values) => values[columns.key])))
  const down = inRows.length
  const across = new Set(inRows.flatMap((row) => [...row])).size
  const cells = inRows.reduce((sum, row) => sum + row.size, 0)
  const hasRoom = ({ key }: Attribute, values: number): boolean => values >= LEAST_VALUES || chosen.has(key)
  if (!hasRoom(rows, down) || !hasRoom(columns, across)) return false
  if (down === 1 || across === 1) return cells > 1
  return cells > Math.max(down, across) && cells >= down * across * LEAST_FILL
}
