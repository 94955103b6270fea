import { readPieces } from '#kit/text/read-number.ts'
import { isParted, plainLine, type Separator, splitCells } from '../reading/line-words.ts'
import { type ColumnKind, columnKind, nameWords } from './column-names.ts'

/** A column of a table with names. */
interface Column {
  readonly name: string
  readonly kind: ColumnKind | undefined
}

/** What a row of column names says of the rows below it. */
export interface Table {
  /** The row of names. */
  readonly head: string
  readonly separator: Separator
  readonly columns: readonly Column[]
  /** The indices of the columns that may be the quantity; one, unless the names do not decide. */
  readonly quantities: readonly number[]
}

/** Longer lines, and those of more columns, are no row of names. */
const LONGEST_HEAD = 500
const MOST_COLUMNS = 40
const LONGEST_OF_WORDS = 80

const SEPARATORS: readonly Separator[] = ['\t', ';', '|', ',', '  ']

/** In a line with commas sentences look like names, so more of it has to be known. */
const LONGEST_IN_SENTENCE = 3

/** The line of a mail that is answered, without the marks of that. */
export const withoutQuoteMarks = (line: string): string => line.replace(/^(?:[^\S\t]*>)+ ?/, '')

/** Whether each cell of a row is in a column with a name. */
export function columnsFit({ separator, columns }: Table, cells: readonly string[]): boolean {
  const length = cells.findLastIndex((cell) => cell !== '') + 1
  // Blanks do not tell where a cell is empty.
  return separator === '  ' || separator === ' ' ? length === columns.length : length <= columns.length
}

/** Whether the names speak of other numbers of pieces than the quantity, or of no quantity. */
export const isAsking = ({ columns, quantities }: Table): boolean =>
  quantities.length !== 1 || columns.some(({ kind }) => kind === 'count')

/** The cells of a line; undefined when it is not parted so. */
function cellsOf(line: string, separator: Separator): string[] | undefined {
  const plain = withoutQuoteMarks(plainLine(line))
  return isParted(plain, separator) ? splitCells(plain, separator).map(({ text }) => text.trim()) : undefined
}

/** The table whose names a line is; undefined when it is another line. */
export function tableOf(line: string): Table | undefined {
  if (line.length > LONGEST_HEAD || !/\p{L}/u.test(line)) return undefined
  for (const separator of SEPARATORS) {
    const cells = cellsOf(line, separator)
    if (!cells) continue
    if (cells.length > MOST_COLUMNS) return undefined
    const columns = columnsOf(cells)
    if (isHead(columns, separator))
      return { head: line, separator, columns, quantities: quantitiesOf(columns) }
    // A blank within a name is no separator of a row that has a plainer one.
    if (separator !== ',') return undefined
  }
  return tableOfWords(line)
}

function columnsOf(cells: readonly string[]): Column[] {
  const columns = cells.map((name) => ({ name, kind: columnKind(name) }))
  const hasPart = columns.some(({ name, kind }) => kind === 'part' && !isWeak(name))
  // "Item; Part number": the first is a position.
  return columns.map((column) =>
    hasPart && column.kind === 'part' && isWeak(column.name) ? { ...column, kind: 'number' } : column,
  )
}

const isWeak = (name: string): boolean => /^(?:no|nr|num|id|item|items|number|nummer)$/.test(nameWords(name))

function isHead(columns: readonly Column[], separator: Separator): boolean {
  const named = columns.filter(({ name }) => name !== '')
  if (named.some(({ name }) => readPieces(name) !== undefined || /^[\d.,]+$/.test(name))) return false
  const known = named.filter(({ kind }) => kind !== undefined)
  const has = (...kinds: readonly (ColumnKind | undefined)[]) =>
    known.some(({ kind }) => kinds.includes(kind))
  const hasPart = has('part')
  const hasQuantity = has('quantity', 'order quantity')
  // "Part: HX-1; Qty: 500" is about one part.
  if (named.some(({ name }) => /:\s*\S/.test(name))) return false
  if (named.some(({ name }) => /\d/.test(name)) && !(hasPart && known.length > 1)) return false
  if (separator === ',' || separator === '  ') {
    const isShort = named.every(({ name }) => nameWords(name).split(' ').length <= LONGEST_IN_SENTENCE)
    return isShort && known.length * 2 >= named.length && hasPart && (hasQuantity || has('count', 'number'))
  }
  if (hasPart && hasQuantity) return true
  if (known.length === named.length) return hasPart || hasQuantity || has('count')
  return known.length > 1 && known.length * 2 >= named.length && (hasPart || hasQuantity)
}

/** A name that says that it is ordered goes before one that only says that it is a quantity. */
function quantitiesOf(columns: readonly Column[]): number[] {
  const of = (wanted: ColumnKind) => columns.flatMap(({ kind }, index) => (kind === wanted ? [index] : []))
  const ordered = of('order quantity')
  return ordered.length > 0 ? ordered : of('quantity')
}

/** Words that belong to the name before them: "Part number", "Order qty". */
const SECOND_WORD = /^(?:number|no|nr|nummer|code)$/
const FIRST_WORD = /^(?:order|ordered|req|required|min|max)$/

/** "Part number Stock Qty": each name is known, and one of them is of another number of pieces. */
function tableOfWords(line: string): Table | undefined {
  if (line.length > LONGEST_OF_WORDS || /\d/.test(line)) return undefined
  const names: string[] = []
  for (const word of nameWords(line).split(' ')) {
    const last = names.at(-1) ?? ''
    const isSecond = SECOND_WORD.test(word) || (FIRST_WORD.test(last) && columnKind(word) === 'quantity')
    if (isSecond && last !== '') names[names.length - 1] = `${last} ${word}`
    else names.push(word)
  }
  const columns = names.map((name) => ({ name, kind: columnKind(name) }))
  const has = (wanted: ColumnKind) => columns.some(({ kind }) => kind === wanted)
  if (columns.some(({ kind }) => kind === undefined) || !has('part') || !has('count')) return undefined
  return { head: line, separator: ' ', columns, quantities: quantitiesOf(columns) }
}
