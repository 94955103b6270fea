import type { SizedPart, Span } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import { isLowStock, isSoldOut } from '#features/pricing/quantity-terms.ts'
import { sortNaturally } from '#kit/text/sort-naturally.ts'
import { chunksOf } from './chunks.ts'
import { type Section, sectionsOf } from './sections.ts'
import type { SpannedParts } from './spanned-parts.ts'

type Attribute = Category['attributes'][number]

type Value = string | number

/** A part in its cell. */
export interface PartCell {
  readonly sku: string
  /** Dollars per piece of the minimum. */
  readonly price: number
  readonly quantity: number
  /** Absent when there are many. */
  readonly stock?: 'low' | 'none' | undefined
}

/** Parts that differ in something that the grid does not show. */
interface SeveralCell {
  readonly count: number
  /** Of the cheapest. */
  readonly price: number
}

export type GridCell = PartCell | SeveralCell | null

/** Some rows of a section, with the columns in which they have parts. */
export interface GridTable {
  readonly columns: readonly Value[]
  readonly rows: readonly { readonly value: Value; readonly cells: readonly GridCell[] }[]
}

export interface GridSection extends Pick<Section<unknown>, 'title' | 'values'>, Span {
  /** Whether the size of the rows is named first, as in M8 × 40. */
  readonly isRowFirst: boolean
  readonly count: number
  /** The picture of a part of middle size. */
  readonly image: string
  readonly tables: readonly GridTable[]
}

/** A part outside of the sections, with what would be the title of its own. */
interface OtherPart {
  readonly title: string
  readonly sizes: string
  readonly cell: PartCell
}

/** Fewer parts are no section, unless no section has more. */
const LEAST_PARTS = 3

/** The parts of a category as a printed catalogue has them: by two sizes, parted by what they are made of. */
export interface PartsGrid {
  readonly sections: readonly GridSection[]
  /** The parts of which too few share what sets them apart. */
  readonly others: readonly OtherPart[]
  /** How many parts have no cell, since they lack one of the sizes or no sizes span those of their kind. */
  readonly without: number
}

/** The grid of these parts, of `total` in all. */
export function partsGrid(spanned: readonly SpannedParts<SizedPart>[], total: number): PartsGrid {
  const all = spanned.flatMap(({ parts, sizes, parting }) => {
    const placed = parts.filter(({ values }) => sizes.rows.key in values && sizes.columns.key in values)
    const span = withFewerAcross(placed, sizes)
    return sectionsOf(placed, parting).map((section) => ({ ...section, sizes, span }))
  })
  const large = all.filter(({ parts }) => parts.length >= LEAST_PARTS)
  const own = large.length > 0 ? large : all
  return {
    sections: own.map(({ title, values, parts, sizes, span }) => ({
      title,
      values,
      ...span,
      isRowFirst: span.rows === sizes.rows,
      count: parts.length,
      ...picturedTables(parts, span),
    })),
    others: all.flatMap((section) =>
      own.includes(section)
        ? []
        : section.parts.map((part) => otherPart(part, section.title ?? '', section.sizes)),
    ),
    without: total - all.reduce((sum, { parts }) => sum + parts.length, 0),
  }
}

const otherPart = (part: SizedPart, title: string, { rows, columns }: Span): OtherPart => ({
  title,
  sizes: `${part.values[rows.key]} × ${part.values[columns.key]}`,
  cell: partCell(part),
})

/** The size with fewer values has the columns: ten threads fit a screen, thirty lengths do not. */
function withFewerAcross(parts: readonly SizedPart[], { rows, columns }: Span): Span {
  const count = ({ key }: Attribute): number => new Set(parts.map(({ values }) => values[key])).size
  return count(columns) > count(rows) ? { rows: columns, columns: rows } : { rows, columns }
}

function picturedTables(
  parts: readonly SizedPart[],
  { rows, columns }: Span,
): Pick<GridSection, 'image' | 'tables'> {
  const byRow = groupByValue(parts, rows)
  const values = sortNaturally(byRow.keys())
  const middle = byRow.get(values[values.length >> 1] ?? '') ?? []
  const cellsOf = values.map((value) => groupByValue(byRow.get(value) ?? [], columns))
  const tables = chunksOf(cellsOf.map((cells) => [...cells.keys()])).map(({ from, to }) => {
    const shown = sortNaturally(new Set(cellsOf.slice(from, to).flatMap((cells) => [...cells.keys()])))
    return {
      columns: shown,
      rows: values.slice(from, to).map((value, index) => ({
        value,
        cells: shown.map((column) => cellOf(cellsOf[from + index]?.get(column) ?? [])),
      })),
    }
  })
  return { image: middle[middle.length >> 1]?.image ?? '', tables }
}

const groupByValue = (parts: readonly SizedPart[], { key }: Attribute): Map<Value, SizedPart[]> =>
  Map.groupBy(parts, ({ values }) => values[key] ?? '')

function cellOf(parts: readonly SizedPart[]): GridCell {
  const [first, second] = parts
  if (!first) return null
  if (second) return { count: parts.length, price: Math.min(...parts.map(({ price }) => price)) }
  return partCell(first)
}

function partCell(part: SizedPart): PartCell {
  const { sku, price, quantity } = part
  const stock = isSoldOut(part) ? 'none' : isLowStock(part) ? 'low' : undefined
  return { sku, price, quantity, ...(stock && { stock }) }
}
