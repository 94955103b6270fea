import { COLOURS } from '#kit/pictures/colours.ts'
import { type PdfDocument, type SetText, type TextStyle, widthOf } from './document.ts'

/** One column of a table; widths in points. */
export interface Column {
  readonly title: string
  readonly width: number
  /** `decimal` is `end` with the decimal points below each other. */
  readonly align?: 'start' | 'end' | 'decimal'
  readonly colour?: string
}

/** What a cell says, and in a smaller style below it more about it. */
export type Cell = string | { readonly text: string; readonly detail: string }

const CELL: TextStyle = { size: 9, leading: 12.5 }
const HEAD: TextStyle = { size: 8, leading: 12, colour: COLOURS.muted }
const DETAIL: TextStyle = { size: 7.5, leading: 10, colour: COLOURS.muted }
const CARRIED: TextStyle = { ...CELL, weight: 'semibold' }

/** Above and below the text of a row. */
const PADDING = 3

/** The distance of neighbouring columns. */
const GAP = 12

interface TableOptions {
  /** The cells of the row that ends a page and begins the next one, after so many rows: what they come to. */
  readonly carry?: (rows: number) => readonly string[]
  /** So many points below the last row are on its page: what belongs to the table. */
  readonly kept?: number
}

/** Draws rows with a hairline below each, from `x` on. The titles are repeated on every page that the table reaches. */
export function drawTable(
  document: PdfDocument,
  x: number,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { carry, kept = 0 }: TableOptions = {},
): void {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const hasTitles = columns.some(({ title }) => title !== '')
  const layout = { document, x, columns, places: columns.map((_, index) => mostPlaces(rows, index)) }
  const titles = hasTitles
    ? setRow(
        layout,
        columns.map(({ title }) => title),
        HEAD,
      )
    : []
  const drawRow = (cells: readonly SetCell[]): void => {
    if (cells.length === 0) return
    for (const cell of cells) {
      let y = document.y + PADDING
      for (const text of cell) {
        document.draw(text, y)
        y += text.height
      }
    }
    document.y += heightOf(cells)
    document.rule(document.y, x, x + width)
  }
  const carried = rows.map((_, index) => (carry && index > 0 ? setRow(layout, carry(index), CARRIED) : []))
  rows.forEach((row, index) => {
    const cells = setRow(layout, row, CELL)
    // The row below needs its place, or the row that ends the page.
    const below = index === rows.length - 1 ? kept : heightOf(carried[index + 1] ?? [])
    const needed = heightOf(cells) + below + (index === 0 ? heightOf(titles) : 0)
    const before = carried[index] ?? []
    if (index > 0 && !document.fits(needed)) drawRow(before)
    const isNewPage = document.reserve(needed)
    if (hasTitles && (isNewPage || index === 0)) drawRow(titles)
    if (isNewPage) drawRow(before)
    drawRow(cells)
  })
}

interface TableLayout {
  readonly document: PdfDocument
  readonly x: number
  readonly columns: readonly Column[]
  /** How many decimals the longest number of each column has. */
  readonly places: readonly number[]
}

/** The text of a cell, and its detail where it has one. */
type SetCell = readonly SetText[]

function setRow(
  { document, x: left, columns, places }: TableLayout,
  row: readonly Cell[],
  style: TextStyle,
): SetCell[] {
  let x = left
  return columns.map(({ width, align = 'start', colour = style.colour }, index) => {
    const cell = row[index] ?? ''
    const text = textOf(cell)
    const gap = index === columns.length - 1 ? 0 : GAP
    const missing = align === 'decimal' && placesOf(text) > 0 ? (places[index] ?? 0) - placesOf(text) : 0
    const room = missing > 0 ? widthOf(document, '0'.repeat(missing), style) : 0
    const box = { x, width: width - gap - room, align: align === 'start' ? align : ('end' as const) }
    x += width
    const set = document.setText(text, { ...style, ...(colour && { colour }) }, box)
    return typeof cell === 'string' || cell.detail === ''
      ? [set]
      : [set, document.setText(cell.detail, DETAIL, box)]
  })
}

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)

const placesOf = (text: string): number => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0

const mostPlaces = (rows: readonly (readonly Cell[])[], index: number): number =>
  rows.reduce((most, row) => Math.max(most, placesOf(textOf(row[index] ?? ''))), 0)

const heightOf = (cells: readonly SetCell[]): number =>
  cells.length === 0
    ? 0
    : Math.max(...cells.map((cell) => cell.reduce((sum, { height }) => sum + height, 0))) + 2 * PADDING
