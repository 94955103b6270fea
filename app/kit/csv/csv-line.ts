import { inOneReading } from '#kit/input/read-price.ts'

/** What a formula begins with, behind the apostrophes of a guard and the quotation marks that a reader may leave out. */
const FORMULA = `['"]*[=+\\-@\\uff0b\\uff0d\\uff1d\\uff20]`

/**
 * A spreadsheet whose separator is the semicolon or the tab splits a cell of this file there, and at line breaks: to it the
 * cell's quotation marks are within another cell. So a formula can begin behind each of them.
 */
const CELL_BEGINS = '(?<=^|[;\\t\\r\\n])'

const UNGUARDED = new RegExp(`${CELL_BEGINS}(?=${FORMULA})|^(?=['"]*[\\t\\r\\n])`, 'g')

const GUARD = new RegExp(`${CELL_BEGINS}'(?=${FORMULA})|^'(?=['"]*[\\t\\r\\n])`, 'g')

/**
 * One line of a CSV file (RFC 4180), with its line break. A cell that a spreadsheet would run as a formula, or a part of one,
 * begins with an apostrophe more, which {@link withoutGuard} takes off; a number, also one below 0, is none, and can be read
 * in one way only. Undefined is an empty cell.
 */
export const csvLine = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map((cell = '') => (typeof cell === 'number' ? inOneReading(cell) : quoted(withGuard(cell)))).join(',')}\r\n`

/** The cell as a spreadsheet can open it. */
export const withGuard = (cell: string): string => cell.replace(UNGUARDED, "'")

/** The cell as it was before {@link csvLine} guarded it. */
export const withoutGuard = (cell: string): string => cell.replace(GUARD, '')

const quoted = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The rows of a CSV file that is read, blank ones too; so no row has a larger number. */
export const MOST_CSV_ROWS = 1_000_000
