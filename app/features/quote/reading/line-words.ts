/** A line of a pasted list, taken apart. */
export interface WordLine {
  /** The trimmed columns: more than one in a row of a table. */
  readonly columns: readonly string[]
  readonly words: readonly Word[]
  /** Of a row below names of columns: those that say the quantity. The others say nothing of it. */
  readonly counted?: ReadonlySet<number>
}

/** A word of a line. Separators, brackets, multiplication signs and dashes between blanks belong to no word. */
export interface Word {
  readonly text: string
  /** The index of its column. */
  readonly column: number
  /** What stands between the word before and this one. */
  readonly gap: string
}

/** Full-width characters begin so far behind the plain ones. */
const FULL_WIDTH = 0xfee0

/** The line without invisible characters, with plain dashes and digits, and with one kind of multiplication sign besides "x". */
export const plainLine = (line: string): string =>
  line
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\P{Cc}\t]/gu, ' ')
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH))
    .replace(/[‐‑‒–—−⁃﹣]/g, '-')
    .replace(/[⁄∕]/g, '/')
    .replace(/(?<=[A-Za-z0-9])\\(?=[_*#-])/g, '')
    .replace(/(?<=[A-Za-z0-9])\\(?=[A-Za-z0-9])/g, '/')
    .replace(/[✕✖*]/g, '×')

/** The line with a multiplication sign for a single "x" between blanks, and in "200x" and "x200". */
export const withTimes = (line: string): string =>
  line.replace(/(?<=\s)x(?=\s|\d)|(?<=(?:^|\s)\d[\d.,'’]*k?)x(?=\s|$)/gi, '×')

/** The line without the marks of a quotation, of a list and of an address, and with a currency for the dash of "200,-". */
export const withoutMarks = (line: string): string =>
  line
    .replace(/^[\s>|]+/, '')
    .replace(/^\*\s+/, '')
    .replace(/<([^<>]*)>/g, ' $1 ')
    .replace(/(?<![\d.,'’])(\d[\d.,'’]*),-+(?=[\s;)]|$)/g, '€$1')

/** The line with a multiplication sign for an `x` between a part number and a number, as in `HX-1x200` and `200xHX-1`. */
export const withoutGluedX = (line: string): string[] =>
  [
    line.replace(/(?<=[\p{L}\d])x(?=\d[\d.,'’]*k?(?:[\s;,]|$))/giu, '×'),
    line.replace(/(?<=(?:^|[\s;,])\d[\d.,'’]*k?)x(?=[\p{L}\d])/giu, '×'),
  ].filter((separated) => separated !== line)

/** Punctuation only, such as a dash between blanks; without what says something of a number, such as "+" and "€". */
const PUNCTUATION = /^[^\p{L}\p{N}\p{Sc}%+~±≈∼≤≥≠÷➕➖‰@°#]+$/u

/** A comma between two digits may belong to a number; in a row parted by commas it does not. */
const WORD = /(?:[^\s,;:×=|<>()[\]{}"“”„«»•·▪◦]|(?<=\d),(?=\d))+/gu

export const splitLine = (line: string): WordLine => toWordLine(columnsOf(line))

/** A row of a table. Its columns are parted by more than a comma, so no number continues in the next one. */
export const splitRow = (line: string, separator: Separator): WordLine =>
  toWordLine(splitCells(line, separator).map((cell) => ({ ...cell, mark: cell.mark && '\t' })))

/** Quotation marks around a word or at one end of it. Those behind a number may be feet or minutes. */
const QUOTES_AROUND = /^[‘’‚‛'`´‹›…\\]+|(?<=\p{L}.*|^['‘’‚`´‹›].*)[‘’‚‛'`´‹›…\\]+$/gu

function toWordLine(columns: readonly Cell[]): WordLine {
  const words: Word[] = []
  let gap = ''
  for (const [column, { text, isQuoted, mark }] of columns.entries()) {
    let end = 0
    for (const match of text.matchAll(WORD)) {
      // The full stop of a sentence.
      const word = match[0]
        .replace(/[.!?]+$/, '')
        .replace(QUOTES_AROUND, '')
        .replace(/[.!?]+$/, '')
      if (word === '' || PUNCTUATION.test(word)) continue
      const at = match[0].indexOf(word)
      gap += text.slice(end, match.index + at)
      words.push({ text: word, column, gap })
      gap = ''
      end = match.index + at + word.length
    }
    // A quoted number is a column of its own: it never continues in the next.
    gap += text.slice(end) + (isQuoted ? '"' : '') + mark
  }
  return { columns: columns.map(({ text }) => text.trim()), words }
}

interface Cell {
  readonly text: string
  readonly isQuoted: boolean
  /** The separator that ends it. */
  readonly mark: string
}

/** What parts the cells of a table; `  ` stands for several blanks, ` ` for one or several. */
export type Separator = '\t' | ';' | '|' | ',' | '  ' | ' '

/** A quoted column may contain the separator, and a quotation mark twice. */
const CELL: Readonly<Record<Separator, RegExp>> = {
  '\t': /[ ]*"((?:[^"]|"")*)"[ ]*(\t|$)|([^\t]*)(\t|$)/y,
  ';': /\s*"((?:[^"]|"")*)"\s*(;|$)|([^;]*)(;|$)/y,
  ',': /\s*"((?:[^"]|"")*)"\s*(,|$)|([^,]*)(,|$)/y,
  '|': /\s*"((?:[^"]|"")*)"\s*(\||$)|([^|]*)(\||$)/y,
  ' ': /((?!))()|(\S*)(\s+|$)/y,
  '  ': /((?!))()|(\S*(?:\s\S+)*)(\s{2,}|\s?$)/y,
}

export function isParted(line: string, separator: Separator): boolean {
  if (separator === '  ') return /\S\s{2,}\S/.test(line)
  // A repaired line has a tab.
  if (separator === ' ') return /\S \S/.test(line) && !line.includes('\t')
  return line.includes(separator)
}

function columnsOf(line: string): Cell[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ','
  if (separator === ',' && !isPartedByCommas(line)) return [{ text: line, isQuoted: false, mark: '' }]
  return splitCells(line, separator)
}

/** The cells of a line; pipes around all of them part nothing. */
export function splitCells(line: string, separator: Separator): Cell[] {
  const row =
    separator === '|'
      ? line.trim().replace(/^\||\|$/g, '')
      : separator.trim() === '' && separator !== '\t'
        ? line.trim()
        : line
  const cells: Cell[] = []
  const pattern = new RegExp(CELL[separator])
  let mark: string = separator
  while (mark !== '') {
    const [, quoted, quotedMark, plain = '', plainMark = ''] = pattern.exec(row) ?? []
    mark = quotedMark ?? plainMark
    cells.push({ text: quoted?.replaceAll('""', '"') ?? plain, isQuoted: quoted !== undefined, mark })
  }
  return cells
}

/** Whether a comma is no separator of thousands or decimals: it is in a line without blanks, or beside something else than digits. */
const isPartedByCommas = (line: string): boolean => {
  const chunks = line.trim().split(/\s+/)
  return chunks.some(
    (chunk) => chunk.includes(',') && (chunks.length === 1 || !/^\d+(?:[.,'’]\d+)*k?$/i.test(chunk)),
  )
}
