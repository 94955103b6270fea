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

/**
 * The two sizes that span the parts as a grid of a printed catalogue: the first two attributes, in the sequence of the
 * category, that are sizes of nearly all parts, of which none tells the other, as a thread tells its width across flats, and
 * whose pairs mostly have parts. A size by which the parts are filtered (`chosen`) can have a single value left.
 */
export function spanningSizes(
  attributes: readonly Attribute[],
  parts: readonly { readonly values: AttributeValues }[],
  chosen: ReadonlySet<string> = new Set(),
): Span | undefined {
  const values = parts.map((part) => part.values)
  const sizes = attributes.filter((attribute, index) => isSize(attribute, index, values))
  for (const [index, rows] of sizes.entries())
    for (const columns of sizes.slice(index + 1))
      if (areSpannedBy({ rows, columns }, values, chosen)) return { rows, columns }
  return undefined
}

/** A number, or a text such as M8 among the first two attributes: so neighbours are told apart too. */
const isSize = ({ key, kind }: Attribute, index: number, parts: readonly AttributeValues[]): boolean =>
  kind === 'number' ||
  (index < 2 && areNearlyAll(parts, (values) => SIZE_TEXT.test(String(values[key] ?? '0'))))

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
  const placed = parts.filter(hasBoth)
  const count = (...keys: readonly string[]): number =>
    new Set(placed.map((values) => JSON.stringify(keys.map((key) => values[key])))).size
  const [down, across, cells] = [count(rows.key), count(columns.key), count(rows.key, columns.key)]
  const hasRoom = ({ key }: Attribute, values: number): boolean => values >= LEAST_VALUES || chosen.has(key)
  if (!hasRoom(rows, down) || !hasRoom(columns, across)) return false
  if (down === 1 || across === 1) return cells > 1
  return cells > Math.max(down, across) && cells >= down * across * LEAST_FILL
}
