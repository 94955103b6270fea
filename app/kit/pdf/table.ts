import { COLOURS } from '#kit/pictures/colours.ts'
import { PAGE, type PdfDocument, type SetText, type TextStyle, widthOf } from './document.ts'

/** One column of a table. */
export interface Column {
  readonly title: string
  /** In points; or as wide as its widest text, within reason; or what the others leave of the page. */
  readonly width: number | 'content' | 'rest'
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

/** A longer text of a column as wide as its content has several lines, so that the others have room. */
const WIDEST_CONTENT = 128

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
  const hasTitles = columns.some(({ title }) => title !== '')
  const places = columns.map((_, index) => mostPlaces(rows, index))
  const widths = widthsOf(document, columns, rows, { carry, places })
  const layout = { document, x, columns, widths, places }
  const width = widths.reduce((sum, each) => sum + each, 0)
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
  readonly widths: readonly number[]
  /** How many decimals the longest number of each column has. */
  readonly places: readonly number[]
}

/** The text of a cell, and its detail where it has one. */
type SetCell = readonly SetText[]

function setRow(
  { document, x: left, columns, widths, places }: TableLayout,
  row: readonly Cell[],
  style: TextStyle,
): SetCell[] {
  let x = left
  return columns.map(({ align = 'start', colour = style.colour }, index) => {
    const width = widths[index] ?? 0
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

/** How wide the columns are, with the gap behind each. */
function widthsOf(
  document: PdfDocument,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { carry, places }: Pick<TableOptions, 'carry'> & Pick<TableLayout, 'places'>,
): number[] {
  const wide = (text: string, style: TextStyle): number => widthOf(document, text, style)
  const wideOf = (cell: Cell, decimals: number): number => {
    const own = placesOf(textOf(cell))
    const text = wide(textOf(cell) + '0'.repeat(own > 0 ? Math.max(0, decimals - own) : 0), CELL)
    return typeof cell === 'string' ? text : Math.max(text, wide(cell.detail, DETAIL))
  }
  const own = columns.map(({ title, width, align }, index) => {
    if (width !== 'content') return width
    const decimals = align === 'decimal' ? (places[index] ?? 0) : 0
    const texts = rows.map((row) => wideOf(row[index] ?? '', decimals))
    const sums = carry ? rows.map((_, before) => wide(carry(before)[index] ?? '', CARRIED)) : []
    const widest = Math.min(WIDEST_CONTENT, Math.max(wide(title, HEAD), ...texts, ...sums))
    // So that what was measured fits in spite of rounding.
    return widest + 0.01 + (index === columns.length - 1 ? 0 : GAP)
  })
  const rest = own.reduce<number>((left, width) => left - (width === 'rest' ? 0 : width), PAGE.width)
  return own.map((width) => (width === 'rest' ? rest : width))
}

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)

const placesOf = (text: string): number => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0

const mostPlaces = (rows: readonly (readonly Cell[])[], index: number): number =>
  rows.reduce((most, row) => Math.max(most, placesOf(textOf(row[index] ?? ''))), 0)

const heightOf = (cells: readonly SetCell[]): number =>
  cells.length === 0
    ? 0
    : Math.max(...cells.map((cell) => cell.reduce((sum, { height }) => sum + height, 0))) + 2 * PADDING
