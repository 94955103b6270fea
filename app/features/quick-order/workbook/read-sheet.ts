import { type CellContext, cellText } from './cell-text.ts'
import { walkXml } from './walk-xml.ts'

/** Rows and columns of a list. */
const MOST_ROWS = 5000
const MOST_COLUMNS = 60

/** The sheet is no list: it has a cell far away, or too much text. */
export class SheetTooLarge extends Error {
  readonly isLongText: boolean
  constructor(isLongText: boolean) {
    super('The sheet is too large.')
    this.isLongText = isLongText
  }
}

/** What a sheet shows: a line a row, with tabs; and how many rows and columns with a text are hidden. */
export interface SheetText {
  readonly text: string
  readonly hiddenRows: number
  readonly hiddenColumns: number
}

interface Row {
  readonly number: number
  readonly isHidden: boolean
  /** By column, from 1. */
  readonly cells: Map<number, string>
}

/** Reads a sheet. Throws {@link SheetTooLarge}, also for a text of more characters than `longest`. */
export function readSheet(part: Uint8Array, context: CellContext, longest: number): SheetText {
  const lines = createLines(longest)
  let row: Row = { number: 0, isHidden: false, cells: new Map() }
  let column = 0
  let cell: { type: string | undefined; style: string | undefined } = { type: undefined, style: undefined }
  let [value, inline] = ['', '']
  walkXml(part, {
    open: (name, { r, t, s, hidden, min, max }) => {
      if (name === 'col' && isTrue(hidden)) lines.hideColumns(Number(min), Number(max))
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
        if (column > MOST_COLUMNS || rowOf(r) > MOST_ROWS) throw new SheetTooLarge(false)
      }
    },
    close: (name, text, parents) => {
      if (name === 'v') value = text
      else if (name === 't' && !parents.includes('rPh')) inline += text
      else if (name === 'c') row.cells.set(column, cellText({ ...cell, value, inline }, context))
      else if (name === 'row') lines.add(row)
    },
  })
  return lines.end()
}

function createLines(longest: number) {
  const lines: string[] = []
  const hiddenRanges: [from: number, to: number][] = []
  const hiddenColumns = new Set<number>()
  let [hiddenRows, left, last] = [0, longest, 0]
  const isShown = (column: number): boolean =>
    !hiddenRanges.some(([from, to]) => column >= from && column <= to)
  return {
    hideColumns: (from: number, to: number) => hiddenRanges.push([from, to]),
    add: ({ number, isHidden, cells }: Row) => {
      if (number > MOST_ROWS) throw new SheetTooLarge(false)
      const filled = [...cells].filter(([, text]) => text !== '')
      // A blank row is a blank line, a hidden one is none.
      for (; last + 1 < number; last += 1) lines.push('')
      last = Math.max(last, number)
      if (isHidden) {
        hiddenRows += filled.length > 0 ? 1 : 0
        return
      }
      for (const [column] of filled) if (!isShown(column)) hiddenColumns.add(column)
      const shown = new Map(filled.filter(([column]) => isShown(column)))
      left -= [...shown.values()].reduce((length, text) => length + text.length, 1)
      if (left < 0) throw new SheetTooLarge(true)
      const columns = Array.from({ length: Math.max(0, ...shown.keys()) }, (_, index) => index + 1)
      lines.push(
        columns
          .filter(isShown)
          .map((column) => shown.get(column) ?? '')
          .join('\t'),
      )
    },
    end: (): SheetText => ({
      text: lines.join('\n').trimEnd(),
      hiddenRows,
      hiddenColumns: hiddenColumns.size,
    }),
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
