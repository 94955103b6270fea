import type { PartOffer, SizedPart, Span } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import { isLowStock, isSoldOut } from '#features/pricing/quantity-terms.ts'
import { sortNaturally } from '#kit/text/sort-naturally.ts'
import { chunksOf } from './chunks.ts'
import { type Section, sectionsOf } from './sections.ts'

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

export interface GridSection extends Pick<Section<unknown>, 'title' | 'values'> {
  readonly count: number
  /** The picture of a part of middle size. */
  readonly image: string
  readonly tables: readonly GridTable[]
}

/** The parts of a category as a printed catalogue has them: by two sizes, parted by what they are made of. */
export interface PartsGrid extends Span {
  /** Whether the size of the rows is named first, as in M8 × 40. */
  readonly isRowFirst: boolean
  readonly sections: readonly GridSection[]
  /** How many parts lack one of the sizes, so that they have no cell. */
  readonly without: number
}

/** The grid of these parts by two sizes, parted into sections by these attributes. */
export function partsGrid(
  parts: readonly SizedPart[],
  sizes: Span,
  parting: readonly Attribute[],
  offers: ReadonlyMap<string, PartOffer>,
): PartsGrid {
  const placed = parts.flatMap(({ id, values }) => {
    const offer = offers.get(id)
    return offer && sizes.rows.key in values && sizes.columns.key in values ? [{ values, offer }] : []
  })
  const span = withFewerAcross(placed, sizes)
  const sections = sectionsOf(placed, parting).map(({ title, values, parts: own }) => ({
    title,
    values,
    count: own.length,
    ...picturedTables(own, span),
  }))
  return { ...span, isRowFirst: span.rows === sizes.rows, sections, without: parts.length - placed.length }
}

type Placed = Pick<SizedPart, 'values'> & { readonly offer: PartOffer }

/** The size with fewer values has the columns: ten threads fit a screen, thirty lengths do not. */
function withFewerAcross(parts: readonly Placed[], { rows, columns }: Span): Span {
  const count = ({ key }: Attribute): number => new Set(parts.map(({ values }) => values[key])).size
  return count(columns) > count(rows) ? { rows: columns, columns: rows } : { rows, columns }
}

function picturedTables(
  parts: readonly Placed[],
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
  return { image: middle[middle.length >> 1]?.offer.image ?? '', tables }
}

const groupByValue = (parts: readonly Placed[], { key }: Attribute): Map<Value, Placed[]> =>
  Map.groupBy(parts, ({ values }) => values[key] ?? '')

function cellOf(parts: readonly Placed[]): GridCell {
  const [first, second] = parts
  if (!first) return null
  if (second) return { count: parts.length, price: Math.min(...parts.map(({ offer }) => offer.price)) }
  const { sku, price, quantity } = first.offer
  const stock = isSoldOut(first.offer) ? 'none' : isLowStock(first.offer) ? 'low' : undefined
  return { sku, price, quantity, ...(stock && { stock }) }
}
