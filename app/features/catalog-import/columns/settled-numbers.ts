import { kindOfField, productField } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import {
  createDecimalMarks,
  type DecimalMark,
  type DecimalMarks,
  type NumberKind,
} from '#kit/input/decimal-mark.ts'
import { attributeOf } from './columns.ts'
import { ladderNumbers } from './ladder-columns.ts'

/** Reads the numbers of a file as the whole file writes them. */
export interface SettledNumbers {
  /** Called with each cell of the file, before any is settled. */
  see(column: string, cell: string): void
  /** The cells of a row; a number that can be read in two ways has its one reading, if the file settles that. */
  settle(cells: ReadonlyMap<string, string>): ReadonlyMap<string, string>
}

/** A number with its sign and its unit around it: "-1,250 mm". */
export const WITH_UNIT = /(?<=^\s*-?)\d[\d.,]*(?=\D*$)/

/** The prices of "100:0.07 1000:0.06". */
const IN_BREAKS = /(?<=\d:)\d[\d.,]*/g

/** `known` are the decimal marks of columns about which somebody was asked. */
export function settledNumbers(
  categories: ReadonlyMap<string, Category>,
  known?: ReadonlyMap<string, DecimalMark>,
): SettledNumbers {
  const numbers = new Set(
    [...categories.values()].flatMap(({ attributes }) =>
      attributes.filter(({ kind }) => kind === 'number').map(({ key }) => key),
    ),
  )
  const marks = createDecimalMarks(known)
  // A spreadsheet leaves the text of price breaks as the shop wrote it: it says nothing of the other columns.
  const marksOfBreaks = createDecimalMarks()
  const inCell = (column: string): { kind: NumberKind; of: DecimalMarks; at: RegExp } | undefined => {
    const kind = numbersIn(column, numbers)
    if (kind === 'breaks') return { kind: 'decimal', of: marksOfBreaks, at: IN_BREAKS }
    return kind && { kind, of: marks, at: WITH_UNIT }
  }
  return {
    see: (column, cell) => {
      const found = inCell(column)
      for (const number of (found && cell.match(found.at)) ?? []) found?.of.see(column, number, found.kind)
    },
    settle: (cells) =>
      new Map(
        [...cells].map(([column, cell]) => {
          const found = inCell(column)
          return [column, found ? cell.replace(found.at, (number) => found.of.settle(column, number)) : cell]
        }),
      ),
  }
}

/** The numbers of a column; undefined for one without. */
function numbersIn(column: string, attributes: ReadonlySet<string>): NumberKind | 'breaks' | undefined {
  const key = attributeOf(column)
  if (key !== undefined) return attributes.has(key) ? 'decimal' : undefined
  const field = productField(column)
  return field ? kindOfField(field).numbers : ladderNumbers(column)
}
