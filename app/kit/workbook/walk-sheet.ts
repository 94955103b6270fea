import { type CellContext, cellText } from './cell-text.ts'
import { walkXml } from './walk-xml.ts'

/** How much of a sheet is read. */
export interface SheetBounds {
  readonly rows: number
  readonly columns: number
  /** Characters of all cells. */
  readonly text: number
}

/** The sheet is no list: it has a cell far away, or too much text. */
export class SheetTooLarge extends Error {
  readonly isLongText: boolean
  constructor(isLongText: boolean) {
    super('The sheet is too large.')
    this.isLongText = isLongText
  }
}

/** How many rows and columns with a text are hidden. */
export interface Hidden {
  readonly hiddenRows: number
  readonly hiddenColumns: number
}

/** Gets the shown cells of a row up to its last filled one; undefined for a hidden row. Rows come in the sequence of the file. */
type OnRow = (number: number, cells: readonly string[] | undefined) => void

interface Row {
  readonly number: number
  readonly isHidden: boolean
  /** By column, from 1. */
  readonly cells: Map<number, string>
}

/** Reads a sheet as Excel shows it. Throws {@link SheetTooLarge} beyond the bounds. */
export function walkSheet(part: Uint8Array, context: CellContext, bounds: SheetBounds, onRow: OnRow): Hidden {
  const shown = createShownRows(bounds, onRow)
  let row: Row = { number: 0, isHidden: false, cells: new Map() }
  let column = 0
  let cell: { type: string | undefined; style: string | undefined } = { type: undefined, style: undefined }
  let [value, inline] = ['', '']
  walkXml(part, {
    open: (name, { r, t, s, hidden, min, max }) => {
      if (name === 'col' && isTrue(hidden)) shown.hideColumns(Number(min), Number(max))
      else if (name === 'row') {
        row = {
          number: r === undefined ? row.number + 1 : Number(r),
          isHidden: isTrue(hidden),
          cells: new Map(),
        }
        column = 0
      } else if (name === 'c') {
        column = r === undefined ? column + 1 : columnOf(r)
        cell = { type: t, style: s }
        ;[value, inline] = ['', '']
        // Its row may say no number of its own.
        if (column > bounds.columns || rowOf(r) > bounds.rows) throw new SheetTooLarge(false)
      }
    },
    close: (name, text, parents) => {
      if (name === 'v') value = text
      else if (name === 't' && !parents.includes('rPh')) inline += text
      else if (name === 'c') row.cells.set(column, cellText({ ...cell, value, inline }, context))
      else if (name === 'row') shown.add(row)
    },
  })
  return shown.end()
}

function createShownRows(bounds: SheetBounds, onRow: OnRow) {
  const hiddenRanges: [from: number, to: number][] = []
  const hiddenColumns = new Set<number>()
  let [hiddenRows, left] = [0, bounds.text]
  const isShown = (column: number): boolean =>
    !hiddenRanges.some(([from, to]) => column >= from && column <= to)
  return {
    hideColumns: (from: number, to: number) => hiddenRanges.push([from, to]),
    add: ({ number, isHidden, cells }: Row) => {
      if (number > bounds.rows) throw new SheetTooLarge(false)
      const filled = [...cells].filter(([, text]) => text !== '')
      if (isHidden) {
        hiddenRows += filled.length > 0 ? 1 : 0
        onRow(number, undefined)
        return
      }
      for (const [column] of filled) if (!isShown(column)) hiddenColumns.add(column)
      const shown = new Map(filled.filter(([column]) => isShown(column)))
      left -= [...shown.values()].reduce((length, text) => length + text.length, 1)
      if (left < 0) throw new SheetTooLarge(true)
      const columns = Array.from({ length: Math.max(0, ...shown.keys()) }, (_, index) => index + 1)
      onRow(
        number,
        columns.filter(isShown).map((column) => shown.get(column) ?? ''),
      )
    },
    end: (): Hidden => ({ hiddenRows, hiddenColumns: hiddenColumns.size }),
  }
}

const isTrue = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true'

/** "A1" is 1, "AA1" is 27. */
const columnOf = (place: string): number =>
  [...(/^[A-Z]{1,4}/.exec(place)?.[0] ?? '')].reduce(
    (number, letter) => number * 26 + letter.charCodeAt(0) - 64,
    0,
  )

const rowOf = (place = ''): number => Number(/\d*$/.exec(place)?.[0])

/** Whether a sheet has any cell with a value. */
export function hasCells(part: Uint8Array): boolean {
  let has = false
  walkXml(part, {
    close: (name, text) => {
      has ||= (name === 'v' || name === 't') && text.trim() !== ''
    },
  })
  return has
}
