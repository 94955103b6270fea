import { isParted } from '../reading/line-words.ts'
import { areFirstNames } from './first-names.ts'
import { type Table, tableOf } from './table.ts'

/** A line of a pasted list that is not blank, or a row of a table with line breaks in its cells. */
export interface ListLine {
  /** The text without blanks around it. A row that is parted by tabs keeps those before its first cell. */
  readonly text: string
  /** The index of its first line, and the number of its lines. */
  readonly index: number
  readonly height: number
  /** The table in which it stands, by the names of columns above it. */
  readonly table?: Table | undefined
  /** It has the names of columns. */
  readonly isHead?: boolean
}

export const LINE_BREAK = /\r\n|[\n\r\v\f\u2028\u2029]/

const isBlank = (line: string): boolean => !/[^\s\p{Cf}\p{Cc}]/u.test(line)

/** The lines of a text with the tables in which they stand, so many at most. Blank ones are left out. */
export function listLines(text: string, most = Number.POSITIVE_INFINITY): ListLine[] {
  const listed: ListLine[] = []
  let table: Table | undefined
  for (const { text: row, index, height } of rowsOf(text.split(LINE_BREAK))) {
    const isRule = listed.at(-1)?.isHead === true && isRuleOf(row)
    // A rule belongs to the last line, so it is none more.
    if (listed.length >= most && !isRule) break
    const head = isRule ? undefined : tableOf(withoutSpaces(row))
    table = head ?? table
    const isOfTabs = table?.separator === '\t' && row.includes('\t')
    const line = { text: isOfTabs ? withoutSpaces(row) : row.trim(), index, height }
    if (head || (listed.length === 0 && areFirstNames(row))) listed.push({ ...line, isHead: true })
    else if (isRule) joinToLast(listed, line)
    else listed.push(table && isRowOf(table, line.text) ? { ...line, table } : line)
  }
  return listed
}

const withoutSpaces = (row: string): string => row.replace(/^[^\S\t]+/, '').trimEnd()

/** The line of dashes below the names of a table in Markdown. */
const isRuleOf = (line: string): boolean => /^[\s|:;,+=>-]*-{2}[\s|:;,+=-]*$/.test(line)

function joinToLast(listed: ListLine[], { text, index, height }: ListLine): void {
  const last = listed.pop()
  if (!last) return
  listed.push({ ...last, text: `${last.text}\n${text}`, height: index + height - last.index })
}

const isRowOf = ({ separator }: Table, line: string): boolean => isParted(line, separator)

/** A row of several lines has at most so many, with so many characters. */
const MOST_LINES_OF_A_ROW = 20
const LONGEST_ROW = 5000

/** The lines that are not blank; those of a row with line breaks within quotation marks are one. */
function* rowsOf(lines: readonly string[]): Generator<Pick<ListLine, 'text' | 'index' | 'height'>> {
  for (let index = 0; index < lines.length; ) {
    const height = heightOfRow(lines, index)
    const text = lines.slice(index, index + height).join('\n')
    if (!isBlank(text)) yield { text, index, height }
    index += height
  }
}

/** A cell begins with a quotation mark, ends with one, and nothing stands between that and the next cell. */
const OPENING = /(?:^|[\t;,|])[ ]*"/
const UP_TO_CLOSING = /^(?:[^"]|"")*"(?!")/
const BEHIND_CELL = /^[ ]*(?:[\t;,|]|$)/
const QUOTED = /"(?:[^"]|"")*"/g

/**
 * How many lines the row has that begins with a line. A quotation mark that is not closed in time, or within a cell, opens
 * none: it may mean inches.
 */
function heightOfRow(lines: readonly string[], first: number): number {
  let length = 0
  let isWithin = false
  for (let height = 1; height <= MOST_LINES_OF_A_ROW; height += 1) {
    const line = lines[first + height - 1]
    length += line?.length ?? 0
    if (line === undefined || length > LONGEST_ROW) return 1
    const end: ReturnType<typeof endOfCell> = isWithin ? endOfCell(line) : 0
    if (end === 'wrong') return 1
    isWithin = end === undefined || opensCell(line.slice(end))
    if (isWithin) continue
    // A quotation of several lines has no other cells. Blank ones at the ends are left out.
    const isRow =
      height > 1 &&
      /[\t;,|]/.test(
        lines
          .slice(first, first + height)
          .join('\n')
          .replace(QUOTED, '')
          .trim(),
      )
    return isRow ? height : 1
  }
  return 1
}

/** Where the cell ends that a line continues; undefined when it does not, and `wrong` within a word. */
function endOfCell(line: string): number | 'wrong' | undefined {
  const [within] = UP_TO_CLOSING.exec(line) ?? []
  if (within === undefined) return undefined
  return BEHIND_CELL.test(line.slice(within.length)) ? within.length : 'wrong'
}

/** Whether a line ends within a cell in quotation marks. */
function opensCell(line: string): boolean {
  let rest = line
  for (;;) {
    const opening = OPENING.exec(rest)
    if (!opening) return false
    rest = rest.slice(opening.index + opening[0].length)
    const end = endOfCell(rest)
    if (end === undefined) return true
    if (end === 'wrong') return false
    rest = rest.slice(end)
  }
}
